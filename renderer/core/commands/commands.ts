import { createContext, useContext, useEffect, useId, useMemo } from 'react';
import { useStore } from 'zustand';
import { useLatest } from '../../ui/use-latest.ts';
import { activeCommands, type Command, provideCommands } from '../stores/command-store.ts';
import { useHangar } from '../data/hangar.ts';

export type { Command } from '../stores/command-store.ts';

const OfPage = createContext(false);

/** Marks the commands of the components in it as those of the open page. */
export const PageCommands = OfPage.Provider;

/**
 * Registers commands while the component is mounted. Texts, shortcuts and `when` are compared by value, so the list may
 * be new on each render; `run` is always the latest one.
 */
export function useCommands(list: readonly Command[]): void {
  const { commands } = useHangar();
  const source = useId();
  const isOfPage = useContext(OfPage);
  const run = useLatest((index: number) => list[index]?.run());
  const face = JSON.stringify(list.map((command) => ({ ...command, run: undefined })));
  useEffect(() => {
    // `face` covers everything in the list except `run`.
    const stable = list.map((command, index) => ({ ...command, isOfPage, run: () => run(index) }));
    provideCommands(commands, source, stable);
    return () => provideCommands(commands, source, []);
  }, [commands, source, isOfPage, face, run]);
}

/** All available commands. */
export function useActiveCommands(): readonly Command[] {
  const sources = useStore(useHangar().commands, (state) => state.sources);
  return useMemo(() => activeCommands(sources), [sources]);
}
