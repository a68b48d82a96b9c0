import { isJsonObject, type Json } from '../../../../shared/values/json.ts';
import type { JsonRange } from './json-children.ts';

/** Formatting of JSON at a position in a text. */
export interface JsonStyle {
  /** Whitespace at the beginning of the line. */
  readonly indent: string;
  /** Whitespace of one more level. */
  readonly step: string;
  readonly newline: string;
  readonly isOneLine: boolean;
}

/** Detects the formatting of a text. Query positions in ascending order, so that no line is scanned twice. */
export class TextStyles {
  readonly #text: string;
  readonly #step: string;
  readonly #newline: string;
  #line = { start: 0, asked: 0 };

  constructor(text: string) {
    this.#text = text;
    this.#step = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
    this.#newline = text.includes('\r\n') ? '\r\n' : '\n';
  }

  /** Style of an existing value. */
  at(range: JsonRange): JsonStyle {
    const content = this.#text.slice(range.offset, range.end);
    return this.of(range, { isInOneLine: !content.includes('\n'), isEmpty: !/^[[{]\s*[^\s\]}]/.test(content) });
  }

  /** Style within a container: multi-line when it is, or when it is empty and begins its line. */
  of({ offset }: JsonRange, { isInOneLine, isEmpty }: { isInOneLine: boolean; isEmpty: boolean }): JsonStyle {
    const text = this.#text;
    const start = this.#lineStart(offset);
    const isRoot = () => text.slice(0, offset).trim() === '';
    const startsLine = () => /^[ \t]*(?:"(?:[^"\\]|\\.)*"[ \t]*:[ \t]*)?$/.test(text.slice(start, offset));
    return {
      indent: /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '',
      step: this.#step,
      newline: this.#newline,
      isOneLine: isInOneLine && !(isEmpty && startsLine() && !isRoot()),
    };
  }

  #lineStart(offset: number): number {
    const { start, asked } = this.#line;
    const within = offset >= asked ? this.#text.slice(asked, offset).lastIndexOf('\n') : -1;
    if (within !== -1) this.#line = { start: asked + within + 1, asked: offset };
    else if (offset >= asked) this.#line = { start, asked: offset };
    else this.#line = { start: this.#text.lastIndexOf('\n', offset - 1) + 1, asked: offset };
    return this.#line.start;
  }
}

/** Formats a value in a style. */
export function formatJson(value: Json, style: JsonStyle): string {
  if (style.isOneLine) return oneLine(value);
  const lines = JSON.stringify(value, null, style.step).split('\n');
  return lines.join(`${style.newline}${style.indent}`);
}

/** Formats a value like `{ "a": 1, "b": [1, 2] }`. */
export function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
