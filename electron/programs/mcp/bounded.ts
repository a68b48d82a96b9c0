/** Maximum size of an answer, in bytes. */
const MAX_ANSWER_BYTES = 20_000;
/** Space for what follows an answer, the line about the next call and warnings, in bytes. */
const NEXT_BYTES = 3000;
/** Maximum size of each of the two, in bytes. */
const LINE_BYTES = 1400;
/** Maximum size of an answer with a kept rest, in bytes. */
const MAX_KEPT_BYTES = 5_000_000;
/** Number of latest long answers whose rest is kept. */
const KEPT = 5;

/** Cuts long answers and keeps their rest. */
export interface Pages {
  /** The first part of a text, with the cursor of the rest; no cursor when it is whole. */
  readonly first: (text: string) => Page;
  /** A further part; `undefined` when it is no longer kept. */
  readonly at: (cursor: string) => Page | undefined;
}

/** A part of a text. */
export interface Page {
  readonly text: string;
  readonly cursor?: string;
}

/** Creates the pages of a server. */
export function createPages(): Pages {
  const kept = new Map<string, Buffer>();
  let count = 0;
  const pageOf = (name: string, bytes: Buffer, from: number): Page => {
    const to = endOf(bytes, from + MAX_ANSWER_BYTES - NEXT_BYTES);
    const text = bytes.toString('utf8', from, to);
    return to === bytes.length ? { text } : { text, cursor: `${name}.${to}` };
  };
  return {
    first: (text) => {
      const bytes = Buffer.from(text.slice(0, MAX_KEPT_BYTES));
      const name = `rest${count + 1}`;
      const page = pageOf(name, bytes, 0);
      if (page.cursor === undefined) return page;
      count++;
      kept.set(name, bytes);
      for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
      return page;
    },
    at: (cursor) => {
      const [, name = '', from = ''] = /^(rest\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
      const bytes = kept.get(name);
      return bytes === undefined ? undefined : pageOf(name, bytes, Number(from));
    },
  };
}

/** The end of a part, at a character boundary. */
function endOf(bytes: Buffer, end: number): number {
  if (end >= bytes.length) return bytes.length;
  let at = end;
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

/** A text cut to a number of bytes, with a mark at the cut. */
export function shortened(text: string, bytes = LINE_BYTES): string {
  const whole = Buffer.from(text.slice(0, bytes));
  if (whole.length <= bytes && text.length <= bytes) return text;
  return `${whole.toString('utf8', 0, endOf(whole, bytes - 3))}…`;
}
