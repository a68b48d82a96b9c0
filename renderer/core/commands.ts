import { useEffect, useId, useMemo } from 'react';
import { useStore } from 'zustand';
import { useLatest } from '../ui/use-latest.ts';
import { activeCommands, type Command, provideCommands } from './command-store.ts';
import { useHangar } from './hangar.ts';

export type { Command } from './command-store.ts';

/**
 * Offers commands while the component is mounted. Their texts, shortcuts and `when` are compared, so a list made anew
 * on each render is fine; `run` is always the latest one.
 */
export function useCommands(list: readonly Command[]): void {
  const { commands } = useHangar();
  const source = useId();
  const run = useLatest((index: number) => list[index]?.run());
  const face = JSON.stringify(list.map((command) => ({ ...command, run: undefined })));
  useEffect(() => {
    // Of the list only what `face` says is looked at.
    const stable = list.map((command, index) => ({ ...command, run: () => run(index) }));
    provideCommands(commands, source, stable);
    return () => provideCommands(commands, source, []);
  }, [commands, source, face, run]);
}

/** Every command that can be done now. */
export function useActiveCommands(): readonly Command[] {
  const sources = useStore(useHangar().commands, (state) => state.sources);
  return useMemo(() => activeCommands(sources), [sources]);
}
