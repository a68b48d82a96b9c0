/** Matches characters to escape in a literal: all except printable ASCII, letters, digits and signs. */
const UNSAFE = /[^\x20-\x7e\p{L}\p{N}\p{S}\p{P}]/gu;

/** Maximum number of characters of a comment. */
const LONGEST_NOTE = 200;

/** A text as a literal of TypeScript. */
export function typescriptText(text: unknown): string {
  return JSON.stringify(text).replace(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(''),
  );
}

/** A text as a literal of Python. */
export function pythonText(text: string): string {
  // A lone surrogate is written by JSON as an escape that Python reads the same way.
  return JSON.stringify(text).replace(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

/** A value as JSON in a comment: on one line, and without directives for a compiler or a checker. */
export function commentedText(value: unknown): string {
  return typescriptText(value).replace(/[#@*]/g, (character) => `\\u${hex(character.charCodeAt(0), 4)}`);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** A text on one line. */
function inOneLine(text: string): string {
  const line = text
    .slice(0, LONGEST_NOTE * 2)
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = Array.from(line);
  return cut.length > LONGEST_NOTE ? `${cut.slice(0, LONGEST_NOTE).join('')}…` : line;
}

/** A text as a comment of TypeScript that does not end early, and without directives for the compiler. */
export function typescriptComment(text: string): string {
  return `/** ${inOneLine(text).replaceAll('*/', '*\\/').replaceAll('@', '\\@')} */`;
}

/** A text as a comment of Python, without directives for a type checker. */
export function pythonComment(text: string): string {
  return `#: ${inOneLine(text).replaceAll('#', '#\\')}`;
}
