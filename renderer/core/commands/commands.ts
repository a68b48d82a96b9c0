import { createContext, useContext, useEffect, useId, useMemo, type RefObject } from 'react';
import { useStore } from 'zustand';
import { useLatest } from '../../ui/hooks.ts';
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

/** The part of a keyboard event used by shortcuts. */
interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const isMac = /mac/i.test(globalThis.navigator.platform);

/** A key press in the notation of shortcuts: `mod+K`, `?`, `G`. */
export function pressed({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const isLetter = /^[a-z]$/i.test(key);
  const parts = [
    (isMac ? metaKey : ctrlKey) ? 'mod' : '',
    altKey ? 'alt' : '',
    // Shift is part of characters such as `?`, so it counts only with letters and named keys.
    shiftKey && (isLetter || key.length > 1) ? 'shift' : '',
    key.length === 1 ? key.toUpperCase() : key,
  ];
  return parts.filter((part) => part !== '').join('+');
}

/** The command of a key and the key before it. A sequence takes precedence over a single key. */
export function commandFor(commands: readonly Command[], before: string, key: string): Command | undefined {
  const found = (shortcut: string) => commands.findLast((command) => command.shortcut === shortcut);
  return (before === '' ? undefined : found(`${before} ${key}`)) ?? found(key);
}

/** A shortcut for display: `Ctrl K`, `⌘K`, `G then R`. */
export function shortcutText(shortcut: string): string {
  const one = (keys: string) =>
    isMac
      ? keys.replace('mod+', '⌘').replace('shift+', '⇧').replace('alt+', '⌥')
      : keys.replace('mod', 'Ctrl').replace('shift', 'Shift').replace('alt', 'Alt').replaceAll('+', ' ');
  return shortcut.split(' ').map(one).join(' then ');
}

/** A shortcut in the notation of `aria-keyshortcuts`: `Control+S`, `Meta+S`. */
export function shortcutName(shortcut: string): string {
  return shortcut
    .replace('mod', isMac ? 'Meta' : 'Control')
    .replace('shift', 'Shift')
    .replace('alt', 'Alt');
}

/** True for a shortcut that types no character, so that it works in text fields. */
export function worksWhileTyping(shortcut: string): boolean {
  return /^mod\+|^F\d/.test(shortcut);
}

/** Gives the field of a list the key `/`, which puts the focus there. @param label of the field */
export function useFieldKey(label: string, field: RefObject<HTMLInputElement | null>): void {
  useCommands([{ id: 'list-field', title: label, group: 'Lists', shortcut: '/', run: () => field.current?.focus() }]);
}
