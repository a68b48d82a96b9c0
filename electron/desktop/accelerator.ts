/** Keys that Electron names differently from browsers. */
const NAMES: Readonly<Record<string, string>> = {
  mod: 'CmdOrCtrl',
  alt: 'Alt',
  shift: 'Shift',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};
/** Matches shortcuts that Electron understands and that type no text: on macOS a menu takes its keys from the page. */
const SINGLE =
  /^(?:mod\+(?:alt\+)?(?:shift\+)?(?:[A-Z0-9,./;=[\]\\'`-]|Enter|Backspace|Delete|Arrow(?:Up|Down|Left|Right))|F\d{1,2})$/;

/**
 * Converts a shortcut to an Electron accelerator; `undefined` for key sequences and plain keys, which no native menu shows.
 */
export function acceleratorOf(shortcut: string): string | undefined {
  if (!SINGLE.test(shortcut)) return undefined;
  return shortcut
    .split('+')
    .map((key) => NAMES[key] ?? key)
    .join('+');
}
