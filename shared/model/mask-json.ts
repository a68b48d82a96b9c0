import { runToEnd } from '../values/run-to-end.ts';
import { MASK } from './masking.ts';
import { isSecretAt, type ReplaceSecret } from './secrets.ts';

/** A text, or a number, `true`, `false`, `null`, or a mark of JSON; what ends too early counts too. */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|[[\]{},:]|[^\s"[\]{},:]+/g;

/** Tokens of one step: about a millisecond. */
const TOKENS = 2000;

/** A list or an object that is being read. */
interface Level {
  /** The name before the value that is next; undefined in a list, and before a name. */
  name: string | undefined;
  readonly isObject: boolean;
  /** Everything within is secret. */
  readonly isSecret: boolean;
}

/**
 * A JSON text with the secrets among its fields replaced, by their names, and nothing else changed. Reads each character
 * once; a text that is cut off, or is not JSON, is masked as far as it can be read.
 * @param replace receives a text as it is, and any other value as JSON
 */
export function maskJson(text: string, replace?: ReplaceSecret): string {
  return runToEnd(maskJsonInSteps(text, replace));
}

/** Does the same as `maskJson`, and yields often. */
export function* maskJsonInSteps(
  text: string,
  replace: ReplaceSecret = () => MASK,
): Generator<void, string, undefined> {
  const levels: Level[] = [{ name: undefined, isObject: false, isSecret: false }];
  const parts: string[] = [];
  let [at, count] = [0, 0];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const masked = maskedToken(token, levels, replace);
    if (masked !== token) {
      parts.push(text.slice(at, index), masked);
      at = index + token.length;
    }
    count += 1;
    if (count % TOKENS === 0) yield;
  }
  return parts.join('') + text.slice(at);
}

/** The next token, masked when it is a secret value. Keeps the levels that it opens or closes. */
function maskedToken(token: string, levels: Level[], replace: ReplaceSecret): string {
  const level = levels.at(-1);
  if (level === undefined) return token;
  const names = levels.at(-2);
  if (token === '{' || token === '[') {
    levels.push({ name: undefined, isObject: token === '{', isSecret: isSecretHere(level, names, false) });
    return token;
  }
  if (token === '}' || token === ']') {
    if (levels.length > 1) levels.pop();
    return token;
  }
  if (token === ',') level.name = undefined;
  if (token === ',' || token === ':') return token;
  if (level.isObject && level.name === undefined) {
    level.name = valueOf(token);
    return token;
  }
  const isMasked = isSecretHere(level, names, true) && token !== 'null' && token !== '""';
  return isMasked ? JSON.stringify(replace(valueOf(token))) : token;
}

/** True when the next value is secret: by its name, or by a name above it. */
function isSecretHere({ isSecret, name }: Level, above: Level | undefined, isLeaf: boolean): boolean {
  return isSecret || (name !== undefined && isSecretAt({ name, parent: above?.name, isLeaf }));
}

/** The text of a token; one that is cut off, as far as it can be read. */
function valueOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replace(/^"/, '');
  }
}
