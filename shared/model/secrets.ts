import { RESOURCE_KINDS, type ResourceField } from '../registry/resource-kinds.ts';
import { encodeBase64 } from '../values/base64.ts';
import { isJsonObject, type Json, type JsonObject, type JsonPath } from '../values/json.ts';
import { memoizeByObject } from '../values/objects.ts';
import { decodedUrl, passwordInUrl } from '../values/url-texts.ts';

/** Replacement of a secret. */
export const MASK = '****';

/**
 * Maximum numbers of characters of one secret, and of all in a workspace together. Each has to be found in whatever is shown, in memory
 * and time that grow with it.
 */
export const SECRET_LIMITS = { one: 65_536, all: 524_288 } as const;

/** The form of a run's API key. There are too many of them to know each. */
export const RUN_KEY = { prefix: 'tkn_run_', length: 40 } as const;

/** Names of secret fields in any object, so that resources of unlisted kinds are masked too. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)?$|pwd$|secret|token|(?:api|private|access|auth|signing|encryption|master|ssh|account)[_-]?key|jwt$|(?:^|[_-])dsn$|credential|connection_?string|kube_?config/i;

/** Names of page tokens of a list. */
const PAGE_TOKEN = /^(?:next|prev|previous|page|continuation)[_-]?(?:page[_-]?)?token$/i;

/** Headers with credentials. Signatures are none: they are valid for one body only. */
const CREDENTIAL_HEADER =
  /^(?:proxy-)?authorization$|^(?:set-)?cookie2?$|(?:^|-)(?:api-?key|access-?key|auth-?key|auth|token|secret|password|credentials?)$/i;

const SCHEME = /^(?:tkn_|(?:Basic|Bearer|Digest) )/;

/** True for a field whose value is hidden by default. */
export function isSecretField(field: ResourceField): boolean {
  return field.type === 'secret' || field.type === 'secret-text';
}

const DECLARED = new Set(
  Object.values(RESOURCE_KINDS).flatMap(({ fields }) => fields.filter(isSecretField).map(({ name }) => name)),
);

/** True when a field of a resource's configuration is secret, as declared by its kind or by its name. */
export function isSecretName(name: string): boolean {
  return DECLARED.has(name) || (SECRET_NAME.test(name) && !isPageToken(name));
}

/** True for the name of a page token of a list. */
export function isPageToken(name: string): boolean {
  return PAGE_TOKEN.test(name);
}

/** True when a header holds a credential: an API key, a token, `Authorization`, a cookie. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL_HEADER.test(name);
}

/** Masks a credential but keeps its scheme, such as `Bearer`. */
export function maskedCredential(value: string, replace: ReplaceSecret = masked): string {
  const scheme = SCHEME.exec(value)?.[0] ?? '';
  // The prefix of an API key stays.
  return scheme === 'tkn_' ? replace(value) : scheme + replace(value.slice(scheme.length));
}

/** Returns the replacement of a text that is secret as a whole. */
export type ReplaceSecret = (secret: string) => string;

/** Replaces a secret by `****`; an API key keeps its beginning. */
export function masked(secret: string): string {
  return secret.startsWith('tkn_') ? `tkn_${MASK}` : MASK;
}

/** A field and its context. */
export interface FieldLocation {
  readonly name: string;
  /** The name of the enclosing field; undefined at the top and in lists. */
  readonly parent: string | undefined;
  /** True for a value that is neither a list nor an object. */
  readonly isLeaf: boolean;
  /** The names of headers, in lower case, that stand in `secretHeaders` beside the enclosing field. */
  readonly secretHeaders?: ReadonlySet<string> | undefined;
}

/** The field that lists the names of headers whose values are secrets. */
const SECRET_HEADERS = 'secretHeaders';

/** The names in a list of secret headers, in lower case; none for any other value. */
export function secretHeaderNames({ [SECRET_HEADERS]: names }: JsonObject): ReadonlySet<string> {
  const texts = Array.isArray(names) ? names.filter((name: Json) => typeof name === 'string') : [];
  return new Set(texts.map((name) => name.toLowerCase()));
}

/** A list of secret headers in a text of JSON, and a text in it. Each ends where another list begins. */
const SECRET_HEADERS_LIST = /"secretHeaders"\s*:\s*\[([^\][]*)/g;
const JSON_TEXT = /"((?:[^"\\]|\\.)*)"/g;

/** The names in all lists of secret headers of a text of JSON, in lower case, even if the text is cut off. */
export function secretHeaderNamesIn(text: string): ReadonlySet<string> {
  if (!text.includes(`"${SECRET_HEADERS}"`)) return new Set();
  const lists = Array.from(text.matchAll(SECRET_HEADERS_LIST), ([, list = '']) => list);
  return new Set(lists.flatMap((list) => Array.from(list.matchAll(JSON_TEXT), ([, name = '']) => name.toLowerCase())));
}

/** True when the whole value of a field is secret. Fields of `headers` are judged as headers; `auth` has other fields, too. */
export function isSecretAt({ name, parent, isLeaf, secretHeaders }: FieldLocation): boolean {
  if (parent === 'headers') return isCredentialHeader(name) || secretHeaders?.has(name.toLowerCase()) === true;
  // A list of names, which are no secrets; another value of this name has the secrets themselves.
  if (name === SECRET_HEADERS) return isLeaf;
  return parent === SECRET_HEADERS || isSecretName(name) || (name === 'auth' && isLeaf);
}

/** A secret text, and where it stands. */
export interface FoundSecret {
  readonly path: JsonPath;
  readonly text: string;
}

/** The secret texts of a resource's configuration, which no log may show. The same list for the same object. */
export const secretsOf: (config: JsonObject) => readonly string[] = memoizeByObject((config) => [
  ...new Set([...secretsIn(config, [])].map(({ text }) => text)),
]);

/** The secret texts of a definition, found once for each object. */
const foundInDefinition = memoizeByObject((definition: object): readonly FoundSecret[] => [
  ...secretsIn(definition as JsonObject, []),
]);

/** Collections without templates. */
const LITERAL: ReadonlySet<string> = new Set(['resources', 'environments', 'apiKeys']);

/** The secret texts of a definition, except templates. @param collection name of its list in the workspace */
export function secretsOfDefinition(collection: string, definition: object): readonly FoundSecret[] {
  if (collection === 'apiKeys') {
    // Only the key of an API key is secret; its name is not.
    const { key } = definition as { key?: unknown };
    return typeof key === 'string' && key !== '' ? [{ path: ['key'], text: key }] : [];
  }
  const found = foundInDefinition(definition);
  return LITERAL.has(collection) ? found : found.filter(({ text }) => !text.includes('{{'));
}

/** The secret texts in definitions, except templates. */
export function secretsInDefinitions(definitions: Json): string[] {
  if (!isJsonObject(definitions)) return [];
  return Object.entries(definitions).flatMap(([name, items]) =>
    (Array.isArray(items) ? items : [items]).flatMap((item) =>
      isJsonObject(item) ? secretsOfDefinition(name, item).map(({ text }) => text) : [],
    ),
  );
}

/** A query with the values of credentials masked, except under names that the endpoint knows, such as `next_token`. */
export function maskQuery(
  search: string,
  isKnown: (name: string) => boolean,
  replace: ReplaceSecret = () => MASK,
): string {
  return search.replace(/([?&])([^=&]*)=([^&]+)/g, (whole, mark: string, name: string, value: string) =>
    (isSecretName(name) || isCredentialHeader(name)) && !isKnown(name)
      ? `${mark}${name}=${replace(decodedUrl(value) ?? value)}`
      : whole,
  );
}

/** @param secretHeaders the names of secret headers beside the object */
function* secretsIn(
  object: JsonObject,
  at: JsonPath,
  secretHeaders?: ReadonlySet<string>,
): Generator<FoundSecret, void, undefined> {
  const { slug, default: preset } = object;
  const parent = at.findLast((part) => typeof part === 'string');
  // The default of a parameter with a secret name.
  if (typeof slug === 'string' && typeof preset === 'string' && isSecretName(slug) && preset !== '')
    yield { path: [...at, 'default'], text: preset };
  yield* basicCredentials(object, at);
  for (const [name, value] of Object.entries(object)) {
    const path = [...at, name];
    if (isSecretAt({ name, parent, isLeaf: typeof value !== 'object', secretHeaders })) yield* textsIn(value, path);
    else if (typeof value === 'string') {
      const password = passwordInUrl(value);
      if (password !== undefined) yield { path, text: password };
    } else if (Array.isArray(value))
      for (const [index, item] of value.entries()) {
        if (isJsonObject(item)) yield* secretsIn(item, [...path, index]);
      }
    else if (isJsonObject(value)) yield* secretsIn(value, path, secretHeaderNames(object));
  }
}

/** The credentials of HTTP's basic authentication as they are sent: a short password is found in no other way. */
function* basicCredentials(object: JsonObject, at: JsonPath): Generator<FoundSecret, void, undefined> {
  const { kind, username, password } = object;
  if (kind !== 'basic' || typeof username !== 'string' || typeof password !== 'string' || password === '') return;
  const text = encodeBase64(`${username}:${password}`);
  if (text.length <= SECRET_LIMITS.one) yield { path: [...at, 'password'], text };
}

function* textsIn(value: Json, path: JsonPath): Generator<FoundSecret, void, undefined> {
  if (typeof value === 'string') {
    if (value !== '') yield { path, text: value };
  } else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      yield* textsIn(item, [...path, Array.isArray(value) ? Number(name) : name]);
}

/** Problems of secrets that are too long to be looked for in all that is shown. */
export function longSecrets(secrets: readonly FoundSecret[]): { readonly path: JsonPath; readonly message: string }[] {
  return secrets
    .filter(({ text }) => text.length > SECRET_LIMITS.one)
    .map(({ path, text }) => ({
      path,
      message: `has ${text.length} characters; a secret has at most ${SECRET_LIMITS.one}`,
    }));
}
