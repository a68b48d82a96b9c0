import type { PromptItem } from '../../core/hangar.ts';

/** The prompt to answer after one, of those that wait: the next younger, else the oldest; none when no other waits. */
export function nextAfter(items: readonly PromptItem[], id: string): PromptItem | undefined {
  const others = items.filter(({ prompt }) => prompt.id !== id);
  const at = items.findIndex(({ prompt }) => prompt.id === id);
  return (at < 0 ? undefined : items[at + 1]) ?? others[0];
}
