import type { Node } from 'jsonc-parser';
import { isJsonObject, type Json } from '../../shared/model/json.ts';

/** How JSON is written at some place of a text. */
export interface Style {
  /** White space that begins the line. */
  readonly indent: string;
  /** White space of one more level. */
  readonly step: string;
  readonly newline: string;
  readonly isOneLine: boolean;
}

/** The author's style at a node: over several lines when the node is, or when it is empty and its line begins with it. */
export function styleAt(text: string, node: Node): Style {
  const lineStart = text.lastIndexOf('\n', node.offset - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const content = text.slice(node.offset, node.offset + node.length);
  const startsLine = /^[ \t]*(?:"(?:[^"\\]|\\.)*"[ \t]*:[ \t]*)?$/.test(text.slice(lineStart, node.offset));
  const isEmpty = (node.children ?? []).length === 0;
  return {
    indent,
    step: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    isOneLine: !content.includes('\n') && !(isEmpty && startsLine && node.parent !== undefined),
  };
}

/** Writes a value in a style. */
export function formatJson(value: Json, style: Style): string {
  if (style.isOneLine) return oneLine(value);
  const lines = JSON.stringify(value, null, style.step).split('\n');
  return lines.join(`${style.newline}${style.indent}`);
}

/** `{ "a": 1, "b": [1, 2] }` */
export function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
