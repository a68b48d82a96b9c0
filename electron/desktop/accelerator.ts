/** Keys that Electron calls otherwise than browsers do. */
const NAMES: Readonly<Record<string, string>> = {
  mod: 'CmdOrCtrl',
  alt: 'Alt',
  shift: 'Shift',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};
/** What Electron understands, and what cannot be typed into a text: macOS would take any other key away from the page. */
const SINGLE =
  /^(?:mod\+(?:alt\+)?(?:shift\+)?(?:[A-Z0-9,./;=\[\]\\'`-]|Enter|Backspace|Delete|Arrow(?:Up|Down|Left|Right))|F\d{1,2})$/;

/** A shortcut as Electron writes it; `undefined` for sequences and plain keys, which no native menu can show. */
export function acceleratorOf(shortcut: string): string | undefined {
  if (!SINGLE.test(shortcut)) return undefined;
  return shortcut
    .split('+')
    .map((key) => NAMES[key] ?? key)
    .join('+');
}
