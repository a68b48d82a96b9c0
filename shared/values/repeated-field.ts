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
  /** Names of an object's fields so far; null for a list. */
  readonly keys: Set<string> | null;
  /** The field or the item that is being read. */
  step: string | number;
  isKeyNext: boolean;
}

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
    } else if (character === '{') stack.push({ keys: new Set(), step: '', isKeyNext: true });
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
  if (object.keys?.has(key) === true) return false;
  object.keys?.add(key);
  return true;
}
