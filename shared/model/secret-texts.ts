import { decodeBase64 } from '../values/base64.ts';
import { isJsonObject, type Json } from '../values/json.ts';
import { decodedUrl, passwordInUrl } from '../values/url-texts.ts';
import { isSecretName } from './secrets.ts';

/** Minimum length of a masked secret: masking the password "a" would black out every word, and so reveal it. */
export const SHORTEST_SECRET = 4;

/** Texts that reveal a secret. */
export interface SecretTexts {
  /** The secret, and what it holds: the part after a scheme (`Bearer …`), a password, the values of a file. */
  readonly wholes: readonly string[];
  /** The lines of those that have several: a key or a file is logged line by line. */
  readonly lines: readonly string[];
}

/** Lists the texts of at least four characters that reveal a secret. */
export function textsOfSecret(secret: string): SecretTexts {
  const bare = /^(?:Basic|Bearer|Token)\s+(\S.*)$/i.exec(secret)?.[1];
  const password = passwordInUrl(secret);
  const values = valuesOf(secret);
  const wholes = [secret, bare, password, password && decodedUrl(password), ...values, ...values.map(keyIn)];
  const texts = wholes.flatMap((text) => text?.trim() ?? []);
  return { wholes: revealing(texts), lines: revealing(texts.flatMap(linesOf)) };
}

function revealing(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST_SECRET);
}

/** Lines that say nothing: brackets, the frame of a key, a name without a value. */
const FRAME = /^(?:[-{}[\](),:;"'\s]*|-----[A-Z\d ]+-----|(?:- )?["']?[\w.-]+["']?\s*:\s*[[{|>]?-?)$/;
/** A name and a value on a line, as in YAML, JSON and settings. */
const NAMED = /^(?:- |export )?\s*["']?([\w.-]+)["']?\s*[:=]\s*["']?([^=].*?)["']?,?$/;
/** Maximum length of a value that belongs to the form of a file, such as `kind: Config`. */
const SHORT = 7;

/** The lines of a text of several that reveal something of it. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => line.trim());
  if (lines.length === 1) return [];
  return lines.filter((line) => {
    const [, name = '', value = ''] = NAMED.exec(line) ?? [];
    return !FRAME.test(line) && (name === '' || value.length > SHORT || isSecretName(name));
  });
}

/** Values that are secret under any name: long, of the characters of keys, with a digit. */
const OPAQUE = /^(?=.*\d)[\w+/=.~-]{20,}$/;
/** Names of keys in files that other names of secrets do not cover, as in the configuration of Kubernetes. */
const KEY_DATA = /key[_-]?data$/i;

/** The secret values in a file: JSON, YAML, settings, or a connection string such as `Server=a;Password=b`. */
function valuesOf(secret: string): string[] {
  const fields = /^\s*[[{]/.test(secret) ? fieldsOf(parsed(secret)) : [];
  const pairs = fields.length > 0 ? fields : secret.split(/[\r\n;]/).flatMap(pairOf);
  return pairs
    .filter(([name, value]) => isSecretName(name) || KEY_DATA.test(name) || OPAQUE.test(value))
    .map(([, value]) => value);
}

type Pair = readonly [name: string, value: string];

function pairOf(line: string): Pair[] {
  const [, name, value] = NAMED.exec(line.trim()) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function fieldsOf(value: Json): Pair[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]): Pair[] =>
    typeof item === 'string' ? [[name, item]] : typeof item === 'object' ? fieldsOf(item) : [],
  );
}

/** The PEM text that a value holds in Base64. */
function keyIn(value: string): string | undefined {
  return value.startsWith('LS0tLS1') ? decodeBase64(value) : undefined;
}
