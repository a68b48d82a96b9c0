import { printable } from '../../emulator/host/logger.ts';

/** Colours of the terminal, by their escape codes. */
const COLOURS = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90 } as const;
type Colour = keyof typeof COLOURS;

/** Colours a text without control characters; returns it unchanged when colours are off. */
type Paint = (text: string, colour: Colour | undefined) => string;

/** Variables that coding agents set for what they run in a terminal: they read text. */
const AGENTS = ['AI_AGENT', 'CLAUDECODE', 'CURSOR_AGENT', 'GEMINI_CLI', 'CODEX_SANDBOX', 'OPENCODE', 'COPILOT_CLI'];

/** Creates the function that colours texts: only for a terminal that shows colours, and never with `NO_COLOR` (https://no-color.org). */
export function paintFor(isTerminal: boolean, variables: Readonly<Record<string, string | undefined>>): Paint {
  const { NO_COLOR: none = '', TERM: terminal } = variables;
  const isAgent = AGENTS.some((name) => (variables[name] ?? '') !== '');
  const isOn = isTerminal && none === '' && terminal !== 'dumb' && !isAgent;
  return (text, colour) => (isOn && colour !== undefined ? `\u001B[${COLOURS[colour]}m${text}\u001B[39m` : text);
}

/** A text as one line for a terminal: line ends and tabs become spaces, other control characters escapes. */
function oneLine(text: string): string {
  return printable(text.replace(/[\r\n\t]+/g, ' '));
}

/** JSON for a terminal: escapes control characters that JSON allows as `\u`. */
export function jsonText(value: unknown, indent = 2): string {
  return printable(JSON.stringify(value ?? null, null, indent));
}

const COLOUR_OF: Readonly<Record<string, Colour>> = {
  Succeeded: 'green',
  Failed: 'red',
  Cancelled: 'grey',
  Cancelling: 'grey',
  Active: 'blue',
  Waiting: 'yellow',
  error: 'red',
  warning: 'yellow',
  debug: 'grey',
};

/** The colour of a status of runs and sessions, a level, or an HTTP status. */
export function colourOf(status: string | number): Colour | undefined {
  if (typeof status === 'string') return COLOUR_OF[status];
  return status >= 500 || status === 0 ? 'red' : status >= 400 ? 'yellow' : 'green';
}

/** A part of a line: any text, whose control characters are escaped, and its colour. */
export type Cell = string | number | { readonly text: string | number; readonly colour: Colour | undefined };

/** Maximum width of a column that is not the last, in characters. */
const MAX_WIDTH = 60;

/** A table as lines, with aligned columns. Long cells end in `…`, except in the last column. */
export function tableText(head: readonly string[], rows: readonly (readonly Cell[])[], paint: Paint): string {
  const cells = rows.map((row) => row.map((cell, column) => shortened(shownCell(cell), column === head.length - 1)));
  const widths = head.map((name, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.text.length ?? 0), name.length),
  );
  const line = (row: readonly ShownCell[]): string =>
    row
      .map(({ text, colour }, column) => {
        const isLast = column === row.length - 1;
        return paint(text, colour) + (isLast ? '' : ' '.repeat((widths[column] ?? 0) - text.length + 2));
      })
      .join('')
      .trimEnd();
  return [line(head.map((text) => ({ text, colour: 'grey' }))), ...cells.map(line)].join('\n');
}

/** Cells as one line, without columns. */
export function lineText(cells: readonly Cell[], paint: Paint): string {
  return cells
    .map(shownCell)
    .map(({ text, colour }) => paint(text, colour))
    .join('  ');
}

interface ShownCell {
  readonly text: string;
  readonly colour: Colour | undefined;
}

function shownCell(cell: Cell): ShownCell {
  const { text, colour } = typeof cell === 'object' ? cell : { text: cell, colour: undefined };
  return { text: oneLine(String(text)), colour };
}

function shortened({ text, colour }: ShownCell, isLast: boolean): ShownCell {
  return { text: isLast || text.length <= MAX_WIDTH ? text : `${text.slice(0, MAX_WIDTH - 1)}…`, colour };
}
