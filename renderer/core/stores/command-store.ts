import { createStore, type StoreApi } from 'zustand/vanilla';

/** A user action, shown in the palette, the list of shortcuts and the native menu. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** The group in the palette, the list of shortcuts and the native menu, such as `Go` or `Run`. */
  readonly group: string;
  /** More about it, after the title in the palette. */
  readonly note?: string;
  /** Further search words. */
  readonly keywords?: string;
  /** `mod+K`, `mod+shift+S`, `?`, or a sequence such as `G R`. `mod` is Cmd on macOS and Ctrl elsewhere. */
  readonly shortcut?: string;
  /** False to omit it from the native menu; true by default. */
  readonly inMenu?: boolean;
  /** True for what the open page offers, which comes first in the palette; set by `useCommands`. */
  readonly isOfPage?: boolean;
  /** False while it is unavailable; true by default. */
  readonly when?: boolean;
  readonly run: () => void;
}

/** All registered commands, by source. */
export type Commands = StoreApi<{ readonly sources: ReadonlyMap<string, readonly Command[]> }>;

/** An empty command store. */
export function createCommands(): Commands {
  return createStore(() => ({ sources: new Map() }));
}

/** Sets the commands of a source; an empty list removes it. */
export function provideCommands(commands: Commands, source: string, list: readonly Command[]): void {
  commands.setState(({ sources }) => {
    const next = new Map(sources);
    if (list.length === 0) next.delete(source);
    else next.set(source, list);
    return { sources: next };
  });
}

/** The available commands. A later source overrides commands with the same ID. */
export function activeCommands(sources: ReadonlyMap<string, readonly Command[]>): readonly Command[] {
  const byID = new Map<string, Command>();
  for (const command of [...sources.values()].flat()) byID.set(command.id, command);
  return [...byID.values()].filter(({ when }) => when !== false);
}
