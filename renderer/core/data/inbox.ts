import { useMemo } from 'react';
import type { Reason } from '../../../shared/contract/emulator/reason.ts';
import { questionTitle } from '../../../shared/model/titles.ts';
import type { AnyStatus } from '../../ui/text/status.ts';
import type { CollectionState } from './collection.ts';
import { type PromptItem, type RequestItem, usePrompts, useRequests } from './hangar.ts';

/** A pending prompt or request for approval, for lists of both. */
export interface InboxItem {
  readonly kind: 'request' | 'prompt';
  readonly id: string;
  readonly title: string;
  /** Name of the task or block. */
  readonly name: string;
  readonly createdAt: string;
  readonly status: AnyStatus;
  readonly reason: Reason | null;
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

function ofRequest(item: RequestItem): InboxItem {
  const { request, name } = item;
  const { iD, reason, createdAt } = request;
  const title = reason || `${name} needs an approval`;
  return { kind: 'request', id: iD, title, name, createdAt, status: requestStatus(item), reason: null };
}

function ofPrompt(item: PromptItem): InboxItem {
  const { prompt, name } = item;
  const { id, description, createdAt } = prompt;
  const title = questionTitle(description) || `${name} needs an answer`;
  return { kind: 'prompt', id, title, name, createdAt, status: promptStatus(item), reason: item.reason };
}

/** The displayed status of a prompt: `Held` instead of waiting, until it is released. */
export function promptStatus({ prompt, held, reason }: PromptItem): AnyStatus {
  if (prompt.submittedAt !== null) return 'Submitted';
  if (prompt.cancelledAt !== null) return reason?.kind === 'timeout' ? 'TimedOut' : 'Cancelled';
  return held ? 'Held' : 'WaitingForPrompt';
}

/** The displayed status of a request for approval: `Held` instead of waiting, until it is released. */
export function requestStatus({ request, held }: RequestItem): AnyStatus {
  if (request.status === 'pending') return held ? 'Held' : 'WaitingForApproval';
  return request.status === 'approved' ? 'Approved' : 'Rejected';
}
