import { printable } from '../../emulator/host/logger.ts';

/** Colours of the terminal, by their escape codes. */
const COLOURS = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90 } as const;
export type Colour = keyof typeof COLOURS;

/** Colours a text without control characters; returns it unchanged when colours are off. */
export type Paint = (text: string, colour: Colour | undefined) => string;

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
export function oneLine(text: string): string {
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
