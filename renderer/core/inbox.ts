import { useMemo } from 'react';
import type { CollectionState } from './collection.ts';
import { type PromptItem, type RequestItem, usePrompts, useRequests } from './hangar.ts';

/** A pending prompt or request for approval, for lists of both. */
export interface InboxItem {
  readonly id: string;
  readonly title: string;
  /** Name of the task or block. */
  readonly name: string;
  readonly createdAt: string;
  readonly status: 'WaitingForApproval' | 'WaitingForPrompt';
}

/** Pending items of the inbox: requests for approval before prompts, the oldest first. */
export function useInbox(): CollectionState<InboxItem> {
  const [requests, prompts] = [useRequests(), usePrompts()];
  const items = useMemo(
    () => [...requests.items.map(ofRequest), ...prompts.items.map(ofPrompt)],
    [requests.items, prompts.items],
  );
  return { items, loaded: requests.loaded && prompts.loaded, error: prompts.error || requests.error };
}

function ofRequest({ request: { iD, reason, createdAt }, name }: RequestItem): InboxItem {
  return { id: iD, title: reason || `${name} needs an approval`, name, createdAt, status: 'WaitingForApproval' };
}

function ofPrompt({ prompt: { id, description, createdAt }, name }: PromptItem): InboxItem {
  return { id, title: description || `${name} needs an answer`, name, createdAt, status: 'WaitingForPrompt' };
}
