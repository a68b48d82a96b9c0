import { useEffect, useId, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
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
  const latest = useRef(list);
  useEffect(() => void (latest.current = list));
  const face = JSON.stringify(list.map((command) => ({ ...command, run: undefined })));
  useEffect(() => {
    const stable = latest.current.map((command, index) => ({
      ...command,
      run: () => latest.current[index]?.run(),
    }));
    provideCommands(commands, source, stable);
    return () => provideCommands(commands, source, []);
  }, [commands, source, face]);
}

/** Every command that can be done now. */
export function useActiveCommands(): readonly Command[] {
  const sources = useStore(useHangar().commands, (state) => state.sources);
  return useMemo(() => activeCommands(sources), [sources]);
}
