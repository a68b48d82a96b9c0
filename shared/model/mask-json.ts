import { isJsonObject, type Json } from '../values/json.ts';
import {
  type FieldLocation,
  isCredentialHeader,
  isSecretAt,
  MASK,
  maskedCredential,
  type ReplaceSecret,
  secretHeaderNamesIn,
} from './secrets.ts';

/** True for a field of `headers` that holds a credential. */
export function isCredentialOfHeaders({ name, parent }: FieldLocation): boolean {
  return parent === 'headers' && isCredentialHeader(name);
}

/** A value with the credentials in its `headers` masked, at any depth; the same value when it has none. */
export function withoutCredentials<Value extends Json>(value: Value, name?: string): Value;
export function withoutCredentials(value: Json, name?: string): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutCredentials(item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([field, item]) => {
    const isSecret = typeof item === 'string' && isCredentialOfHeaders({ name: field, parent: name, isLeaf: true });
    return [field, isSecret ? maskedCredential(item) : withoutCredentials(item, field)] as const;
  });
  return fields.some(([field, item]) => item !== value[field]) ? Object.fromEntries(fields) : value;
}

/** A token of JSON: a text, a number, `true`, `false`, `null` or punctuation, even if cut off. */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|[[\]{},:]|[^\s"[\]{},:]+/g;

/** True when the whole value of a field is secret. */
type IsSecret = (field: FieldLocation) => boolean;

interface Masking {
  readonly replace: ReplaceSecret;
  readonly isSecret: IsSecret;
}

/** An open list or object. */
interface Level {
  /** The name of the next value; undefined in a list, and before a name. */
  name: string | undefined;
  readonly isObject: boolean;
  /** True when everything within is secret. */
  readonly isSecret: boolean;
  /** The names of secret headers anywhere in the text. */
  readonly secretHeaders: ReadonlySet<string>;
}

/**
 * Replaces the values of fields with secret names in a JSON text. Reads each character once; masks invalid or cut-off texts as far as possible.
 * @param replace receives the content of a text, and any other value as JSON
 */
export function maskJson(text: string, replace: ReplaceSecret = () => MASK, isSecret: IsSecret = isSecretAt): string {
  // They may stand behind the headers.
  const secretHeaders = secretHeaderNamesIn(text);
  const levels: Level[] = [{ name: undefined, isObject: false, isSecret: false, secretHeaders }];
  const parts: string[] = [];
  let at = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const masked = maskedToken(token, levels, { replace, isSecret });
    if (masked !== token) {
      parts.push(text.slice(at, index), masked);
      at = index + token.length;
    }
  }
  return parts.join('') + text.slice(at);
}

/** Returns the next token, masked when it is a secret value. Updates the open levels. */
function maskedToken(token: string, levels: Level[], { replace, isSecret: judge }: Masking): string {
  const level = levels.at(-1);
  if (level === undefined) return token;
  const names = levels.at(-2);
  if (token === '{' || token === '[') {
    const { secretHeaders } = level;
    const isSecret = isSecretHere(judge, level, names, false);
    levels.push({ name: undefined, isObject: token === '{', isSecret, secretHeaders });
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
  const isMasked = isSecretHere(judge, level, names, true) && token !== 'null' && token !== '""';
  return isMasked ? JSON.stringify(replace(valueOf(token))) : token;
}

/** True when the next value is secret by its own name or that of an enclosing field. */
function isSecretHere(
  judge: IsSecret,
  { isSecret, name, secretHeaders }: Level,
  above: Level | undefined,
  isLeaf: boolean,
): boolean {
  return isSecret || (name !== undefined && judge({ name, parent: above?.name, isLeaf, secretHeaders }));
}

/** The content of a text token, even if cut off. */
function valueOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replace(/^"/, '');
  }
}
