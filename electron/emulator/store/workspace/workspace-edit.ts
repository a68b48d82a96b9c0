import { isJsonObject, jsonEqual, ownField, type Json } from '../../../../shared/values/json.ts';
import { childrenOf, rootOf, type JsonChild, type JsonRange } from './json-children.ts';
import { JsonContainer, type ContainerItem } from './json-container.ts';
import { isRewritten } from './matched-items.ts';
import { formatJson, oneLine, TextStyles, type JsonStyle } from './json-format.ts';
import { BYTE_ORDER_MARK } from '../../../../shared/values/json-text.ts';

/** Maximum length of one line, unless everything around it is on one line. */
const LONGEST_LINE = 120;
/** Maps items of a new list to the items of the old list that they were made from. */
type Origins = ReadonlyMap<Json, Json>;

/** Edits the author's text minimally so that it has the new value. Everything else keeps its formatting. */
export function editText(text: string, before: Json, after: Json, origins: Origins): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return BYTE_ORDER_MARK + editText(text.slice(1), before, after, origins);
  const root = rootOf(text);
  const edited = new TextEdit(text, origins).value(root, before, after);
  return text.slice(0, root.offset) + edited + text.slice(root.end);
}

interface Fields {
  readonly [key: string]: Json;
}

/** An edit. Every changed list and object is read and written once. */
class TextEdit {
  readonly #text: string;
  readonly #origins: Origins;
  readonly #styles: TextStyles;

  constructor(text: string, origins: Origins) {
    this.#text = text;
    this.#origins = origins;
    this.#styles = new TextStyles(text);
  }

  /** Returns the new text of a value. */
  value(range: JsonRange, before: Json, after: Json): string {
    if (before === after || jsonEqual(before, after)) return this.#text.slice(range.offset, range.end);
    if (isJsonObject(before) && isJsonObject(after)) return this.#record(range, before, after);
    if (Array.isArray(before) && Array.isArray(after)) return this.#list(range, before, after);
    return isScalar(after) ? JSON.stringify(after) : formatJson(after, this.#styles.at(range));
  }

  #record(range: JsonRange, before: Fields, after: Fields): string {
    if (isRewritten(Object.keys(before), Object.keys(after))) return formatJson({ ...after }, this.#styles.at(range));
    const { container, children } = this.#open(range);
    const known = new Map(children.map((child, i) => [child.key, i]));
    for (const [key, i] of known) {
      const item = container.items[i];
      if (key !== null && !Object.hasOwn(after, key) && item !== undefined) container.remove(item);
    }
    // A new field is inserted after the fields that precede it in the schema, as far as the author keeps that order.
    let [last, lastIndex]: [ContainerItem | null, number] = [null, -1];
    for (const [key, value] of Object.entries(after)) {
      const i = known.get(key) ?? -1;
      const [item, child] = [container.items[i], children[i]];
      const old = ownField(before, key);
      if (item === undefined || child === undefined || old === undefined) {
        last = this.#insert(container, range, last, { head: `${JSON.stringify(key)}: `, value });
      } else {
        if (i > lastIndex) [last, lastIndex] = [item, i];
        this.#change(container, item, { child, old, value });
      }
    }
    return container.text();
  }

  #list(range: JsonRange, before: readonly Json[], after: Json[]): string {
    if (isRewritten(before, after)) return formatJson(after, this.#styles.at(range));
    const { container, children } = this.#open(range);
    const oldIndexes = oldIndexesOf(before, after, this.#origins);
    const kept = new Set(oldIndexes);
    const { items } = container;
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i];
      if (item !== undefined && !kept.has(i)) container.remove(item);
    }
    arrange(
      container,
      oldIndexes.filter((i) => i !== -1),
    );
    let last: ContainerItem | null = null;
    for (const [i, value] of after.entries()) {
      const oldIndex = oldIndexes[i] ?? -1;
      const [child, old] = [children[oldIndex], before[oldIndex]];
      const item: ContainerItem | null = last === null ? container.first : last.next;
      if (child === undefined || old === undefined || item === null) {
        last = this.#insert(container, range, last, { head: '', value });
      } else {
        this.#change(container, item, { child, old, value });
        last = item;
      }
    }
    return container.text();
  }

  #open(range: JsonRange): { readonly container: JsonContainer; readonly children: readonly JsonChild[] } {
    const children = [...childrenOf(this.#text, range.offset)];
    return { container: new JsonContainer(this.#text, range, children), children };
  }

  #change(container: JsonContainer, item: ContainerItem, change: { child: JsonChild; old: Json; value: Json }): void {
    const { child, old, value } = change;
    if (old === value) return;
    const text = this.value({ offset: child.value, end: child.end }, old, value);
    container.replace(item, { head: item.head, value: text });
  }

  #insert(
    container: JsonContainer,
    range: JsonRange,
    previous: ContainerItem | null,
    { head, value }: { head: string; value: Json },
  ): ContainerItem {
    const style = this.#styles.of(range, container);
    const indent = style.indent + style.step;
    const isShort = style.isOneLine || (container.hasShortContainers && oneLine(value).length <= LONGEST_LINE);
    const within: JsonStyle = { ...style, indent, isOneLine: isShort && typeof value === 'object' };
    const text = { head, value: isScalar(value) ? JSON.stringify(value) : formatJson(value, within) };
    const line = style.isOneLine ? '' : `${style.newline}${indent}`;
    if (!container.isEmpty) return container.insert(previous, { ...text, separator: `,${line || ' '}` });
    const pad = head === '' ? '' : ' ';
    const [lead, tail] = style.isOneLine ? [pad, pad] : [line, `${style.newline}${style.indent}`];
    return container.fill({ ...text, lead, tail });
  }
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

/**
 * Moves existing items to their new positions.
 * @param oldIndexes old index of the item for each position
 */
function arrange(container: JsonContainer, oldIndexes: readonly number[]): void {
  const ascending = [...oldIndexes].sort((a, b) => a - b);
  if (oldIndexes.every((oldIndex, i) => oldIndex === ascending[i])) return;
  const texts = container.items.map(({ head, value }) => ({ head, value }));
  for (const [i, oldIndex] of oldIndexes.entries()) {
    const [item, text] = [container.items[ascending[i] ?? -1], texts[oldIndex]];
    if (item !== undefined && text !== undefined) container.replace(item, text);
  }
}

/** Returns the index of the old item for each new one, each used once; -1 for new items. */
function oldIndexesOf(before: readonly Json[], after: readonly Json[], origins: Origins): number[] {
  const free = new Map<Json, number[]>();
  // In reverse, so that the first of several equal items is the last in its list.
  for (let i = before.length - 1; i >= 0; i--) {
    const item = before[i] ?? null;
    const indexes = free.get(item);
    if (indexes === undefined) free.set(item, [i]);
    else indexes.push(i);
  }
  return after.map((item) => {
    const origin = origins.get(item);
    const candidates = [free.get(item), origin === undefined ? undefined : free.get(origin)];
    const [nearest] = candidates
      .filter((indexes) => indexes !== undefined && indexes.length > 0)
      .sort((a, b) => (a?.at(-1) ?? 0) - (b?.at(-1) ?? 0));
    return nearest?.pop() ?? -1;
  });
}
