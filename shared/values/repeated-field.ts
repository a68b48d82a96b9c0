import { endOfString } from './json-text.ts';
import { type JsonPath, parseOwnJson } from './json.ts';

/** A field that an object contains twice. */
export interface RepeatedField {
  readonly path: JsonPath;
  /** Offset of the repetition. */
  readonly offset: number;
}

/** An open list or object. */
interface Open {
  /** Names of an object's fields so far; null for a list. Many are a set, too: of few, a list finds one sooner. */
  readonly keys: string[] | null;
  manyKeys?: Set<string>;
  /** The field or the item that is being read. */
  step: string | number;
  isKeyNext: boolean;
}

/** Number of names from which a set finds one sooner. */
const MANY = 16;

/** Finds the first field that a valid JSON text contains twice, since one of its values would be lost. */
export function repeatedField(text: string): RepeatedField | undefined {
  const stack: Open[] = [];
  for (let i = 0; i < text.length; i++) {
    const top = stack.at(-1);
    const character = text[i];
    if (character === '"') {
      const end = endOfString(text, i);
      if (top?.isKeyNext === true && !addKey(top, text.slice(i, end + 1))) {
        return { path: stack.map(({ step }) => step), offset: i };
      }
      i = end;
    } else if (character === '{') stack.push({ keys: [], step: '', isKeyNext: true });
    else if (character === '[') stack.push({ keys: null, step: 0, isKeyNext: false });
    else if (character === '}' || character === ']') stack.pop();
    else if (character === ',' && top !== undefined) goOn(top);
  }
  return undefined;
}

function goOn(open: Open): void {
  open.isKeyNext = open.keys !== null;
  if (typeof open.step === 'number') open.step += 1;
}

/** Adds a field's name; false when the object has it already. */
function addKey(object: Open, written: string): boolean {
  const key = written.includes('\\') ? parseOwnJson<string>(written) : written.slice(1, -1);
  object.step = key;
  object.isKeyNext = false;
  if (object.keys === null) return true;
  if (object.keys.length === MANY) object.manyKeys ??= new Set(object.keys);
  if (object.manyKeys?.has(key) ?? object.keys.includes(key)) return false;
  if (object.manyKeys === undefined) object.keys.push(key);
  else object.manyKeys.add(key);
  return true;
}
