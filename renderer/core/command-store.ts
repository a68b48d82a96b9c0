import { createStore, type StoreApi } from 'zustand/vanilla';

/** Something a person can do: in the palette, by its shortcut, in the list of shortcuts and in the native menu. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** Groups the command in palette, list of shortcuts and native menu, such as `Go` or `Run`. */
  readonly group: string;
  /** Further words that find it. */
  readonly keywords?: string;
  /** `mod+K`, `mod+shift+S`, `?`, or a sequence as `G R`. `mod` is Cmd on macOS and Ctrl elsewhere. */
  readonly shortcut?: string;
  /** False for what the native menu leaves out; true when left out. */
  readonly inMenu?: boolean;
  /** False while it cannot be done; true when left out. */
  readonly when?: boolean;
  readonly run: () => void;
}

/** All commands that exist now, by who gave them. */
export type Commands = StoreApi<{ readonly sources: ReadonlyMap<string, readonly Command[]> }>;

/** A store without commands. */
export function createCommands(): Commands {
  return createStore(() => ({ sources: new Map() }));
}

/** Sets the commands of one source; none takes them away. */
export function provideCommands(commands: Commands, source: string, list: readonly Command[]): void {
  commands.setState(({ sources }) => {
    const next = new Map(sources);
    if (list.length === 0) next.delete(source);
    else next.set(source, list);
    return { sources: next };
  });
}

/** The commands that can be done now; a later source wins over an earlier one with the same ID or shortcut. */
export function activeCommands(sources: ReadonlyMap<string, readonly Command[]>): readonly Command[] {
  const byID = new Map<string, Command>();
  for (const command of [...sources.values()].flat()) byID.set(command.id, command);
  return [...byID.values()].filter(({ when }) => when !== false);
}
