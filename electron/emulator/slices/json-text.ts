import { isList, fieldsOf } from '../../../shared/values/json.ts';

/** Weight of one piece: about a millisecond. */
const PIECE = 4000;
/** Number of characters that take as long as one value. */
const CHARACTERS = 64;

/**
 * Serialises a value like `JSON.stringify`, yielding after each millisecond or so.
 * @param most weight of a piece; for tests
 */
export function* jsonTextInSteps(value: unknown, most = PIECE): Generator<void, string, undefined> {
  const pieces: string[] = [];
  for (const piece of piecesOf(value, most)) {
    pieces.push(piece);
    yield;
  }
  return pieces.join('');
}

/** True when serialising a value takes longer than one piece. */
export function isLongJson(value: unknown): boolean {
  return weightOf(value, PIECE) > PIECE;
}

function* piecesOf(value: unknown, most: number): Generator<string, void, undefined> {
  if (typeof value !== 'object' || value === null || weightOf(value, most) <= most) {
    yield JSON.stringify(value);
    return;
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  let [text, isFirst, left] = [open ?? '', true, most];
  for (const [head, item] of membersOf(value)) {
    text += isFirst ? head : `,${head}`;
    isFirst = false;
    const weight = weightOf(item, most);
    if (weight > most) {
      yield text;
      yield* piecesOf(item, most);
      [text, left] = ['', most];
      continue;
    }
    text += JSON.stringify(item);
    left -= weight;
    if (left > 0) continue;
    yield text;
    [text, left] = ['', most];
  }
  yield text + (close ?? '');
}

/** Iterates over the items of a list, or the fields of an object with their keys. */
function* membersOf(value: object): Generator<readonly [head: string, value: unknown], void, undefined> {
  if (isList(value)) for (const item of value) yield ['', item ?? null];
  else
    for (const [key, item] of Object.entries(fieldsOf(value)))
      if (item !== undefined) yield [`${JSON.stringify(key)}:`, item];
}

/** Counts values and long texts, up to a limit. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS;
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && weight <= most; i++) weight += weightOf(value[i], most - weight);
    return weight;
  }
  const fields = fieldsOf(value);
  for (const key in fields) {
    if (weight > most) return weight;
    weight += weightOf(fields[key], most - weight);
  }
  return weight;
}
