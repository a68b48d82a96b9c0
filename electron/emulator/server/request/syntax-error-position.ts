import { visit } from 'jsonc-parser';

interface Position {
  readonly position: number;
  readonly line: number;
  readonly column: number;
}

/** Describes the position of an error. @param found character at the position; "" at the end of the text */
export function positionText(found: string, { position, line, column }: Position): string {
  if (found === '') return `it ends too early, at position ${position}`;
  return `unexpected ${JSON.stringify(found)} at position ${position} (line ${line}, column ${column})`;
}

class SyntaxErrorFound extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super();
    this.offset = offset;
  }
}

/** The position in V8's message differs between versions, so a second parser locates the error. */
export function syntaxErrorOffset(text: string): number {
  try {
    visit(
      text,
      {
        onError: (_, offset) => {
          throw new SyntaxErrorFound(offset);
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch (error) {
    if (error instanceof SyntaxErrorFound) return error.offset;
    throw error;
  }
  return text.length;
}
