import type { AnsweredItem, PromptItem } from '../../../core/data/hangar.ts';
import { questionTitle } from '../../../../shared/model/titles.ts';

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

/** The texts of the buttons of an approval. */
export const APPROVAL_TEXTS = { confirmText: 'Approve', cancelText: 'Reject' } as const;

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

/** The time at which an item was asked. */
export function createdAt(item: InboxItem): string {
  return (isPrompt(item) ? item.prompt : item.request).createdAt;
}

/** The time at which an item was answered, or asked while it waits. */
export function answeredAt(item: InboxItem): string {
  if (!isPrompt(item)) return item.request.executedAt ?? item.request.rejectedAt ?? createdAt(item);
  const { submittedAt, cancelledAt } = item.prompt;
  return submittedAt ?? cancelledAt ?? createdAt(item);
}

/** An answer in words. */
interface Answer {
  readonly status: 'Submitted' | 'Cancelled' | 'TimedOut' | 'Approved' | 'Rejected';
  /** The text of the pressed button, or what was done. */
  readonly verb: string;
  /** The submitted values in short: `, “Parcel lost”`; '' for none. */
  readonly values: string;
  /** The ID of who answered; '' for nobody. */
  readonly actor: string;
  readonly runID: string;
}

/** The answer to an item that was answered. */
export function answerOf(item: InboxItem): Answer {
  if (!isPrompt(item)) {
    const { status, executedBy, rejectedBy } = item.request;
    const verb = status === 'approved' ? 'Approved' : 'Rejected';
    const values = item.answerReason === '' ? '' : `, “${item.answerReason}”`;
    return { status: verb, verb, values, actor: executedBy ?? rejectedBy ?? '', runID: item.runID };
  }
  const { prompt } = item;
  const { confirmText, cancelText, submittedBy, cancelledBy, runID } = prompt;
  if (item.reason?.kind === 'timeout')
    return { status: 'TimedOut', verb: 'Nobody answered', values: `: ${item.reason.text}`, actor: '', runID };
  if (prompt.submittedAt === null)
    return { status: 'Cancelled', verb: cancelText, values: '', actor: cancelledBy ?? '', runID };
  const values = Object.values(prompt.values).map((value) =>
    typeof value === 'string' ? `“${value}”` : JSON.stringify(value),
  );
  return {
    status: 'Submitted',
    verb: confirmText,
    values: ['', ...values].join(', '),
    actor: submittedBy ?? '',
    runID,
  };
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

/** The other waiting prompts of a kind: of the same asker, with the same fields and buttons. Those that a rule answers, or that are held, are none. */
export function alike(items: readonly InboxItem[], id: string): readonly PromptItem[] {
  const prompts = items.filter(isPrompt).filter(({ answer, held }) => answer === null && !held);
  const kindOf = ({ prompt, ...item }: PromptItem) =>
    JSON.stringify([item.name, item.environment, prompt.schema, prompt.confirmText, prompt.cancelText]);
  const kind = prompts.filter((item) => idOf(item) === id).map(kindOf);
  return kind.length === 0 ? [] : prompts.filter((item) => idOf(item) !== id && kindOf(item) === kind[0]);
}
