/** A text quoted for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Signs that cmd reads outside of quotes, and in its view each quote of the text begins or ends some. */
const CMD_SIGNS = /[&|<>^%!\r\n]/;

/**
 * A text quoted for cmd of Windows, and for the rules by which programs there split their command line: a backslash counts double before
 * a quote. Where the text has signs of cmd, or would leave its quotes open, each of them is escaped by a caret, and so are the quotes.
 */
export function cmdWord(text: string): string {
  const quoted = `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
  const isClosed = quoted.split('"').length % 2 === 1;
  if (isClosed && !CMD_SIGNS.test(text)) return quoted;
  // A caret before a line end continues the line, so that the end comes twice.
  return quoted.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&').replace(/\r?\n/g, '^\n\n');
}

/** A text quoted for PowerShell, which takes the typographic quotes for the same. */
export function powerShellWord(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}

/** Name of a shell for which a command is quoted. */
export type Shell = 'sh' | 'cmd';

/** A text as a word of a command: as it is where no shell would read anything in it, otherwise quoted. */
export function commandWord(text: string, shell: Shell): string {
  if (/^[\w@+=:,./-]+$/.test(text)) return text;
  return shell === 'cmd' ? cmdWord(text) : shellWord(text);
}
