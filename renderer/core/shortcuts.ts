import type { Command } from './command-store.ts';

/** The part of a keyboard event that shortcuts look at. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const isMac = /mac/i.test(globalThis.navigator.platform);

/** A pressed key as shortcuts write it: `mod+K`, `?`, `G`. */
export function pressed({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const isLetter = /^[a-z]$/i.test(key);
  const parts = [
    (isMac ? metaKey : ctrlKey) ? 'mod' : '',
    altKey ? 'alt' : '',
    // Shift is part of what `?` is; it only counts with letters and named keys.
    shiftKey && (isLetter || key.length > 1) ? 'shift' : '',
    key.length === 1 ? key.toUpperCase() : key,
  ];
  return parts.filter((part) => part !== '').join('+');
}

/** The command that a key completes, given the key before it; a sequence wins over a single key. */
export function commandFor(commands: readonly Command[], before: string, key: string): Command | undefined {
  const found = (shortcut: string) => commands.findLast((command) => command.shortcut === shortcut);
  return (before === '' ? undefined : found(`${before} ${key}`)) ?? found(key);
}

/** A shortcut as people read it: `Ctrl K`, `⌘K`, `G then R`. */
export function shortcutText(shortcut: string): string {
  const one = (keys: string) =>
    isMac
      ? keys.replace('mod+', '⌘').replace('shift+', '⇧').replace('alt+', '⌥')
      : keys.replace('mod', 'Ctrl').replace('shift', 'Shift').replace('alt', 'Alt').replaceAll('+', ' ');
  return shortcut.split(' ').map(one).join(' then ');
}

/** A shortcut of one key as `aria-keyshortcuts` names it: `Control+S`, `Meta+S`. */
export function shortcutName(shortcut: string): string {
  return shortcut
    .replace('mod', isMac ? 'Meta' : 'Control')
    .replace('shift', 'Shift')
    .replace('alt', 'Alt');
}

/** True for a shortcut that types nothing, so that it also works while a text field has the focus. */
export function worksWhileTyping(shortcut: string): boolean {
  return /^mod\+|^F\d|^Escape$/.test(shortcut);
}
