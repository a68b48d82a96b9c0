import { isJsonObject, jsonEqual, ownField, type Json } from '../../../../shared/values/json.ts';
import { childrenOf, rootOf, type JsonChild, type JsonRange } from './json-children.ts';
import { JsonContainer, type ContainerItem } from './json-container.ts';
import { isRewritten } from './rewritten-list.ts';
import { formatJson, oneLine, TextStyles, type JsonStyle } from './json-format.ts';
import { BYTE_ORDER_MARK } from '../../../../shared/values/json-text.ts';

/** Maximum length of one line, unless everything around it is on one line. */
const LONGEST_LINE = 120;
/** Items or fields between two yields. */
const CHILDREN_PER_STEP = 100;

/** Maps items of a new list to the items of the old list that they were made from. */
type Origins = ReadonlyMap<Json, Json>;

/** A result that is computed in steps of a few milliseconds. */
type Steps<Result> = Generator<void, Result, undefined>;

/** Edits the author's text minimally so that it has the new value, in steps. Everything else keeps its formatting. */
export function* editInSteps(text: string, before: Json, after: Json, origins: Origins): Steps<string> {
  if (text.startsWith(BYTE_ORDER_MARK))
    return BYTE_ORDER_MARK + (yield* editInSteps(text.slice(1), before, after, origins));
  const root = rootOf(text);
  const edited = yield* new TextEdit(text, origins).value(root, before, after);
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
  *value(place: JsonRange, before: Json, after: Json): Steps<string> {
    if (before === after || jsonEqual(before, after)) return this.#text.slice(place.offset, place.end);
    if (isJsonObject(before) && isJsonObject(after)) return yield* this.#record(place, before, after);
    if (Array.isArray(before) && Array.isArray(after)) return yield* this.#list(place, before, after);
    return isScalar(after) ? JSON.stringify(after) : formatJson(after, this.#styles.at(place));
  }

  *#record(place: JsonRange, before: Fields, after: Fields): Steps<string> {
    if (isRewritten(Object.keys(before), Object.keys(after))) return formatJson({ ...after }, this.#styles.at(place));
    const { container, children } = yield* this.#open(place);
    const known = new Map(children.map((child, i) => [child.key, i]));
    for (const [key, i] of known) {
      const piece = container.pieces[i];
      if (key !== null && !Object.hasOwn(after, key) && piece !== undefined) container.remove(piece);
    }
    // A new field is inserted after the fields that precede it in the schema, as far as the author keeps that order.
    let [last, lastIndex]: [ContainerItem | null, number] = [null, -1];
    for (const [n, [key, value]] of Object.entries(after).entries()) {
      if (n % CHILDREN_PER_STEP === 0) yield;
      const i = known.get(key) ?? -1;
      const [piece, child] = [container.pieces[i], children[i]];
      const old = ownField(before, key);
      if (piece === undefined || child === undefined || old === undefined) {
        last = this.#insert(container, place, last, { head: `${JSON.stringify(key)}: `, value });
      } else {
        if (i > lastIndex) [last, lastIndex] = [piece, i];
        yield* this.#change(container, piece, { child, old, value });
      }
    }
    return container.text();
  }

  *#list(place: JsonRange, before: readonly Json[], after: Json[]): Steps<string> {
    if (isRewritten(before, after)) return formatJson(after, this.#styles.at(place));
    const { container, children } = yield* this.#open(place);
    const places = placesOf(before, after, this.#origins);
    const kept = new Set(places);
    const { pieces } = container;
    for (let i = pieces.length - 1; i >= 0; i--) {
      const piece = pieces[i];
      if (piece !== undefined && !kept.has(i)) container.remove(piece);
    }
    arrange(
      container,
      places.filter((i) => i !== -1),
    );
    let last: ContainerItem | null = null;
    for (const [i, value] of after.entries()) {
      if (i % CHILDREN_PER_STEP === 0) yield;
      const origin = places[i] ?? -1;
      const [child, old] = [children[origin], before[origin]];
      const piece: ContainerItem | null = last === null ? container.first : last.next;
      if (child === undefined || old === undefined || piece === null) {
        last = this.#insert(container, place, last, { head: '', value });
      } else {
        yield* this.#change(container, piece, { child, old, value });
        last = piece;
      }
    }
    return container.text();
  }

  *#open(place: JsonRange): Steps<{ readonly container: JsonContainer; readonly children: readonly JsonChild[] }> {
    const children: JsonChild[] = [];
    for (const child of childrenOf(this.#text, place.offset)) {
      if (children.push(child) % CHILDREN_PER_STEP === 0) yield;
    }
    return { container: new JsonContainer(this.#text, place, children), children };
  }

  *#change(
    container: JsonContainer,
    piece: ContainerItem,
    change: { child: JsonChild; old: Json; value: Json },
  ): Steps<void> {
    const { child, old, value } = change;
    if (old === value) return;
    const text = yield* this.value({ offset: child.value, end: child.end }, old, value);
    container.replace(piece, { head: piece.head, value: text });
  }

  #insert(
    container: JsonContainer,
    place: JsonRange,
    previous: ContainerItem | null,
    { head, value }: { head: string; value: Json },
  ): ContainerItem {
    const style = this.#styles.of(place, container);
    const indent = style.indent + style.step;
    const isShort = style.isOneLine || (container.hasShortThings && oneLine(value).length <= LONGEST_LINE);
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
 * @param origins old index of the item for each position
 */
function arrange(container: JsonContainer, origins: readonly number[]): void {
  const ascending = [...origins].sort((a, b) => a - b);
  if (origins.every((origin, i) => origin === ascending[i])) return;
  const texts = container.pieces.map(({ head, value }) => ({ head, value }));
  for (const [i, origin] of origins.entries()) {
    const [piece, text] = [container.pieces[ascending[i] ?? -1], texts[origin]];
    if (piece !== undefined && text !== undefined) container.replace(piece, text);
  }
}

/** Returns the index of the old item for each new one, each used once; -1 for new items. */
function placesOf(before: readonly Json[], after: readonly Json[], origins: Origins): number[] {
  const free = new Map<Json, number[]>();
  // In reverse, so that the first of several equal items is the last in its list.
  for (let i = before.length - 1; i >= 0; i--) {
    const item = before[i] ?? null;
    const places = free.get(item);
    if (places === undefined) free.set(item, [i]);
    else places.push(i);
  }
  return after.map((item) => {
    const origin = origins.get(item);
    const candidates = [free.get(item), origin === undefined ? undefined : free.get(origin)];
    const [nearest] = candidates
      .filter((places) => places !== undefined && places.length > 0)
      .sort((a, b) => (a?.at(-1) ?? 0) - (b?.at(-1) ?? 0));
    return nearest?.pop() ?? -1;
  });
}
