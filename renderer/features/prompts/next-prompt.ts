import type { PromptItem } from '../../core/hangar.ts';

/** The pending prompt to answer after `id`: the next newer one, else the oldest; undefined when there is no other. */
export function nextAfter(items: readonly PromptItem[], id: string): PromptItem | undefined {
  const others = items.filter(({ prompt }) => prompt.id !== id);
  const at = items.findIndex(({ prompt }) => prompt.id === id);
  return (at < 0 ? undefined : items[at + 1]) ?? others[0];
}
