import type { Emulator } from '../emulator/emulator.ts';
import type { RequestRow } from '../../shared/contract/emulator/requests.ts';
import type { PromptRow } from '../../shared/contract/emulator/rows.ts';

/** A pending prompt or request for approval. */
export interface Pending {
  readonly id: string;
  readonly noun: 'prompt' | 'request';
  /** One line. */
  readonly title: string;
  /** Name of the task or block. */
  readonly name: string;
  /** Slug of the environment. */
  readonly environment: string;
}

/** Pending requests and prompts, requests first, the oldest first; `added` are the new ones. */
export interface PendingPrompts {
  readonly all: readonly Pending[];
  readonly added: readonly Pending[];
}

const DEBOUNCE_MILLISECONDS = 100;

/**
 * Calls the listener with the pending prompts and requests, now and after each change. Those pending at the start do not count as
 * new. Returns a function that stops it.
 */
export function watchPrompts(
  { engine, subscribe }: Pick<Emulator, 'engine' | 'subscribe'>,
  onChange: (pending: PendingPrompts) => void,
): () => void {
  const read = (): Pending[] => [
    ...engine.requests.pendingRows().map(ofRequest),
    ...engine.prompts.pendingRows().map(ofPrompt),
  ];
  let known = idsOf(read());
  let timer: NodeJS.Timeout | undefined;
  const update = (): void => {
    timer = undefined;
    const all = read();
    const added = all.filter(({ id }) => !known.has(id));
    known = idsOf(all);
    onChange({ all, added });
  };
  update();
  const unsubscribe = subscribe(({ type }) => {
    if (type === 'prompt' || type === 'request' || type === 'reset')
      timer ??= setTimeout(update, DEBOUNCE_MILLISECONDS);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function idsOf(all: readonly Pending[]): ReadonlySet<string> {
  return new Set(all.map(({ id }) => id));
}

function ofPrompt({ prompt: { id, description }, name, environment }: PromptRow): Pending {
  return { id, noun: 'prompt', title: firstLine(description) || `${name} waits for you`, name, environment };
}

function ofRequest({ request: { iD, reason }, name, environment }: RequestRow): Pending {
  return { id: iD, noun: 'request', title: firstLine(reason) || `${name} needs an approval`, name, environment };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** The number of pending prompts and requests, in words. */
export function pendingText(pending: readonly Pending[]): string {
  if (pending.length === 0) return 'No pending prompts';
  const ending = pending.length === 1 ? '' : 's';
  const nouns = new Set(pending.map(({ noun }) => noun + ending));
  return `${pending.length} pending ${[...nouns].join(' and ')}`;
}
