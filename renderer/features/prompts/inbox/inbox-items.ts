import type { AnsweredItem, PromptItem } from '../../../core/data/hangar.ts';
import { questionTitle } from '../../../../shared/model/question-title.ts';

/** An item of the inbox: a prompt, or an approval that a run asks for. */
export type InboxItem = AnsweredItem;

/** The part of `/prompts/` after which the answered items and the rules are listed. */
export const LISTS = { answered: 'answered', rules: 'rules' } as const;

/** A list of the inbox, which is a tab. */
export type InboxList = 'waiting' | keyof typeof LISTS;

/** The list that the part of the path after `/prompts/` and the query `list` select. */
export function listOf(part: string, list: string): InboxList {
  if (part === LISTS.answered || part === LISTS.rules) return part;
  return list === LISTS.answered ? LISTS.answered : 'waiting';
}

/** True for a prompt; false for an approval. */
export function isPrompt(item: InboxItem): item is PromptItem {
  return 'prompt' in item;
}

/** The ID of a prompt or an approval. */
export function idOf(item: InboxItem): string {
  return isPrompt(item) ? item.prompt.id : item.request.iD;
}

/** The title of an item: its question, or the reason of an approval. */
export function titleOf(item: InboxItem): string {
  if (isPrompt(item)) return questionTitle(item.prompt.description) || item.name;
  return item.request.reason || approvalOf(item);
}

/** The name of an approval, such as `Approval of Pay out`. */
export function approvalOf({ name }: Pick<InboxItem, 'name'>): string {
  return `Approval of ${name}`;
}

/** Prompts and approvals together, the oldest first. */
export function oldestFirst(items: readonly InboxItem[]): readonly InboxItem[] {
  // Timestamps of one format compare as text.
  return [...items].sort((a, b) => (createdAt(a) < createdAt(b) ? -1 : createdAt(a) > createdAt(b) ? 1 : 0));
}

function createdAt(item: InboxItem): string {
  return (isPrompt(item) ? item.prompt : item.request).createdAt;
}

/** The time at which an item was answered, or asked while it waits. */
export function answeredAt(item: InboxItem): string {
  if (!isPrompt(item)) return item.request.executedAt ?? item.request.rejectedAt ?? item.request.createdAt;
  const { submittedAt, cancelledAt } = item.prompt;
  return submittedAt ?? cancelledAt ?? item.prompt.createdAt;
}

/** The item to answer after `id`: the next newer one, else the oldest; undefined when there is no other. */
export function nextAfter(items: readonly InboxItem[], id: string): InboxItem | undefined {
  const others = items.filter((item) => idOf(item) !== id);
  const at = items.findIndex((item) => idOf(item) === id);
  return (at < 0 ? undefined : items[at + 1]) ?? others[0];
}

/** The place of an item among those that wait: `1 of 12`; '' for one that does not. */
export function placeAmong(items: readonly InboxItem[], id: string): string {
  const at = items.findIndex((item) => idOf(item) === id);
  return at < 0 ? '' : `${at + 1} of ${items.length}`;
}
