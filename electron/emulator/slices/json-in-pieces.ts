import { setField, type Json } from '../../../shared/values/json.ts';
import { hugeNumber } from '../../../shared/values/json-problem.ts';
import {
  BACKSLASH,
  CLOSE_LIST,
  COLON,
  COMMA,
  isClosing,
  isOpening,
  isSpace,
  OPEN_LIST,
  QUOTE,
} from '../../../shared/values/json-text.ts';
import { parseJson } from '../../../shared/values/json.ts';

/** Limits of a JSON text. */
export interface JsonLimits {
  readonly levels: number;
  /** Total number of fields, lists and objects. */
  readonly parts: number;
  /** Number of fields of one object. */
  readonly fields: number;
  /** Rejects numbers that JSON cannot represent, such as 1e400. Otherwise they are parsed as by `JSON.parse`. */
  readonly finite?: boolean;
}

/** Thrown when a text exceeds a limit. The message continues "The body". */
export class JsonLimitError extends Error {
  override readonly name = 'TooMuchJson';
}

/**
 * Thrown for invalid JSON. The first error is between the bytes `from` and `after`; `before` is the JSON that opens this
 * part.
 */
export class JsonSyntaxError extends Error {
  override readonly name = 'BrokenJson';
  readonly before: string;
  readonly from: number;
  readonly after: number;

  constructor(before: string, from: number, after: number) {
    super('is not valid JSON');
    [this.before, this.from, this.after] = [before, from, after];
  }
}

/** Minimum number of bytes parsed at once. */
const PIECE = 64 * 1024;

/** First bytes of a JSON value. */
const BEGINNINGS = new Set(Buffer.from('[{"-0123456789tfn'));

/**
 * Parses a long JSON text from valid UTF-8 in pieces: lists and objects are split at commas, and each piece is parsed by
 * `JSON.parse`. Yields after each piece. Throws `JsonSyntaxError` and `JsonLimitError`.
 * @param piece bytes of one piece; for tests
 */
export function* jsonInPieces(bytes: Buffer, limits: JsonLimits, piece = PIECE): Generator<void, Json, undefined> {
  const reader = new Reader(bytes, limits, piece);
  while (reader.read()) yield;
  return reader.result();
}

/** An unfinished list or object. */
class OpenContainer {
  readonly isList: boolean;
  readonly start: number;
  /** Offset of the first byte that has not been parsed. */
  from: number;
  /** Offset of the last comma on its own level. */
  comma = -1;
  fields = 0;
  /** Parsed content; undefined while it may be parsed together with its parent. */
  value: Json[] | { [key: string]: Json } | undefined;
  /** True when the last item was parsed separately and no comma followed yet. */
  isAfterChild = false;

  constructor(isList: boolean, start: number) {
    this.isList = isList;
    this.start = start;
    this.from = start + 1;
  }

  /** JSON in place of the parsed content, so that the rest can be parsed as its continuation. */
  get beginning(): string {
    const one = this.isList ? '0' : '"":0';
    const isFirst = this.value === undefined || isEmpty(this.value);
    return (this.isList ? '[' : '{') + (this.isAfterChild ? one : isFirst ? '' : `${one},`);
  }

  /** Appends the items or fields of a piece. */
  add(piece: Json[] | { [key: string]: Json }): void {
    if (this.value === undefined) this.value = piece;
    else if (Array.isArray(this.value)) for (const item of piece as Json[]) this.value.push(item);
    else for (const [key, item] of Object.entries(piece)) setField(this.value, key, item);
  }
}

function isEmpty(value: Json[] | { [key: string]: Json }): boolean {
  if (Array.isArray(value)) return value.length === 0;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

class Reader {
  readonly #bytes: Buffer;
  readonly #limits: JsonLimits;
  readonly #piece: number;
  readonly #stack: OpenContainer[] = [];
  #at = 0;
  #parts = 0;
  #isRead = false;
  #root: Json | undefined;
  /** Offset of the end of the root value. */
  #end = 0;

  constructor(bytes: Buffer, limits: JsonLimits, piece: number) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#piece = piece;
    while (isSpace(bytes[this.#at])) this.#at += 1;
    if (!BEGINNINGS.has(bytes[this.#at] ?? 0)) this.#fail(this.#at + 4);
  }

  /** Scans up to the end of a piece. Returns false at the end of the text. */
  read(): boolean {
    const bytes = this.#bytes;
    const pause = this.#at + 4 * this.#piece;
    for (; this.#at < bytes.length && this.#at < pause; this.#at++) {
      const byte = bytes[this.#at] ?? 0;
      if (byte === QUOTE) this.#at = this.#endOfText(this.#at + 1);
      else if (byte === COMMA) {
        if (this.#cut()) return true;
      } else if (byte === COLON) this.#countField();
      else if (isOpening(byte)) this.#open(byte === OPEN_LIST);
      else if (isClosing(byte)) this.#close(byte === CLOSE_LIST);
    }
    return this.#at < bytes.length;
  }

  result(): Json {
    const bytes = this.#bytes;
    if (this.#stack.length > 0) this.#fail(bytes.length);
    if (this.#root === undefined) return this.#parse(0, bytes.length);
    this.#assertBlank(this.#end, bytes.length);
    return this.#root;
  }

  /** Returns the offset of the closing quote. Fails at the end of the text. */
  #endOfText(from: number): number {
    const bytes = this.#bytes;
    for (let quote = bytes.indexOf(QUOTE, from); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
      let slash = quote - 1;
      while (slash >= from && bytes[slash] === BACKSLASH) slash--;
      if ((quote - slash) % 2 === 1) return quote;
    }
    return this.#fail(bytes.length);
  }

  #countField(): void {
    this.#count();
    const top = this.#stack.at(-1);
    if (top !== undefined && ++top.fields > this.#limits.fields)
      throw new JsonLimitError(`has an object of more than ${this.#limits.fields} fields`);
  }

  #count(): void {
    if (++this.#parts > this.#limits.parts)
      throw new JsonLimitError(`has more than ${this.#limits.parts} fields, lists and objects`);
  }

  #open(isList: boolean): void {
    this.#count();
    if (this.#isRead) this.#assertBlank(this.#end, this.#at + 1);
    this.#stack.push(new OpenContainer(isList, this.#at));
    if (this.#stack.length > this.#limits.levels)
      throw new JsonLimitError(`has more than ${this.#limits.levels} levels of nesting (at position ${this.#at})`);
  }

  /** Parses everything before a comma, when it is long enough. */
  #cut(): boolean {
    const top = this.#stack.at(-1);
    if (top === undefined) return this.#fail(this.#at + 1);
    if (top.isAfterChild) {
      this.#assertBlank(top.from, this.#at);
      [top.from, top.isAfterChild] = [this.#at + 1, false];
    }
    top.comma = this.#at;
    if (this.#at - top.from < this.#piece) return false;
    for (const open of this.#stack) this.#take(open, open.comma);
    return true;
  }

  /** Parses the content of a list or object before one of its own commas. */
  #take(open: OpenContainer, comma: number): void {
    open.value ??= open.isList ? [] : {};
    if (comma < open.from) return;
    // With brackets added, the text is a list or an object.
    const piece = this.#parse(open.from, comma, open.isList ? '[]' : '{}') as Json[] | { [key: string]: Json };
    if (isEmpty(piece)) this.#fail(comma + 1);
    open.add(piece);
    open.from = comma + 1;
  }

  #close(isList: boolean): void {
    const top = this.#stack.at(-1);
    if (top?.isList !== isList) return this.#fail(this.#at + 1);
    if (top.value !== undefined) {
      if (top.isAfterChild) this.#assertBlank(top.from, this.#at);
      else this.#take(top, this.#at);
    }
    this.#stack.pop();
    const above = this.#stack.at(-1);
    if (above === undefined) this.#finish(top);
    else if (top.value !== undefined) this.#attach(above, top);
  }

  #finish(root: OpenContainer): void {
    this.#assertBlank(0, root.start);
    this.#end = this.#at + 1;
    this.#isRead = true;
    this.#root = root.value ?? this.#parse(root.start, this.#end);
  }

  /** Adds a separately parsed value to its parent. */
  #attach(above: OpenContainer, child: OpenContainer): void {
    // No comma separates it from the value before.
    if (above.isAfterChild) this.#fail(child.start + 1);
    const around = this.#parse(above.from, child.start, above.isList ? '[null]' : '{null}') as object;
    if (Array.isArray(around)) above.add([child.value ?? null]);
    else for (const key of Object.keys(around)) above.add(entry(key, child.value ?? null));
    above.from = this.#at + 1;
    above.isAfterChild = true;
  }

  /** @param around added around the text: its first character before it, the rest after it */
  #parse(from: number, to: number, around = ''): Json {
    const text = this.#bytes.toString('utf8', from, to);
    const value = this.#valueOf(around.slice(0, 1) + text + around.slice(1), to);
    const huge = this.#limits.finite === true ? hugeNumber(text, value) : undefined;
    if (huge === undefined) return value;
    throw new JsonLimitError(`has ${huge.message.replace(/^is /, '')} (between positions ${from} and ${to})`);
  }

  #valueOf(text: string, to: number): Json {
    try {
      return parseJson(text);
    } catch {
      return this.#fail(Math.min(to + 1, this.#bytes.length));
    }
  }

  #assertBlank(from: number, to: number): void {
    for (let i = from; i < to; i++) if (!isSpace(this.#bytes[i])) this.#fail(i + 4);
  }

  /** Throws for an error in the unparsed part before this byte. */
  #fail(after: number): never {
    if (this.#isRead) throw new JsonSyntaxError('{}', this.#end, after);
    const parsed = this.#stack.findLast(({ value }) => value !== undefined);
    throw parsed === undefined
      ? new JsonSyntaxError('', 0, after)
      : new JsonSyntaxError(parsed.beginning, parsed.from, after);
  }
}

function entry(key: string, value: Json): { [key: string]: Json } {
  const object: { [key: string]: Json } = {};
  setField(object, key, value);
  return object;
}
