import type { Emulator } from '../emulator/emulator.ts';
import type { PromptRow } from '../../shared/contract/emulator/rows.ts';
import { runToEnd } from '../../shared/values/run-to-end.ts';

/** The pending prompts, oldest first, and those of them that are new. */
export interface PendingPrompts {
  readonly prompts: readonly PromptRow[];
  readonly added: readonly PromptRow[];
}

const DEBOUNCE_MILLISECONDS = 100;

/**
 * Calls the listener with the pending prompts, now and after each change. Prompts that are pending at the start do not
 * count as new. Returns a function that stops it.
 */
export function watchPrompts({ engine, subscribe }: Emulator, onChange: (pending: PendingPrompts) => void): () => void {
  let known: ReadonlySet<string> = new Set(runToEnd(engine.prompts.pendingRows()).map(({ prompt }) => prompt.id));
  let timer: NodeJS.Timeout | undefined;
  const update = (): void => {
    timer = undefined;
    const prompts = runToEnd(engine.prompts.pendingRows());
    const added = prompts.filter(({ prompt }) => !known.has(prompt.id));
    known = new Set(prompts.map(({ prompt }) => prompt.id));
    onChange({ prompts, added });
  };
  update();
  const unsubscribe = subscribe(({ type }) => {
    if (type === 'prompt' || type === 'reset') timer ??= setTimeout(update, DEBOUNCE_MILLISECONDS);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** One-line title of a prompt. */
export function promptTitle({ prompt, name }: PromptRow): string {
  return prompt.description.split('\n')[0] || `${name} waits for you`;
}

/** Number of pending prompts, in words. */
export function pendingText(count: number): string {
  if (count === 0) return 'No prompt is waiting';
  return count === 1 ? '1 prompt is waiting' : `${count} prompts are pending`;
}
