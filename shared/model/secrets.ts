import { RESOURCE_KINDS, type ResourceField } from '../registry/resource-kinds.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import { MASK } from './masking.ts';
import { decodedUrl, passwordInUrl } from './spellings.ts';

/** Names of secret fields in any object, so that resources of unlisted kinds are masked too. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)?$|pwd$|secret|token|(?:api|private|access|auth|signing|encryption|master|ssh|account)[_-]?key|jwt$|(?:^|[_-])dsn$|credential|connection_?string/i;

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
}

/** True when the whole value of a field is secret. Fields of `headers` are judged as headers; `auth` has other fields, too. */
export function isSecretAt({ name, parent, isLeaf }: FieldLocation): boolean {
  return parent === 'headers' ? isCredentialHeader(name) : isSecretName(name) || (name === 'auth' && isLeaf);
}

/** The secret texts of a resource's configuration, which no log may show. */
export function secretsOf(config: JsonObject): readonly string[] {
  return [...new Set([...secretsIn(config, undefined)].filter((secret) => secret !== undefined))];
}

/** Finds the secret texts in definitions, except templates. Yields `undefined` now and then to allow pauses. */
export function* secretsInSteps(definitions: Json): Generator<string | undefined, void, undefined> {
  if (!isJsonObject(definitions)) return;
  // Only the key of an API key is secret; its name is not.
  const { apiKeys, ...others } = definitions;
  for (const item of Array.isArray(apiKeys) ? apiKeys : []) {
    if (isJsonObject(item) && typeof item['key'] === 'string' && item['key'] !== '') yield item['key'];
  }
  for (const secret of secretsIn(others, undefined)) {
    if (secret === undefined || !secret.includes('{{')) yield secret;
  }
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

function* secretsIn(object: JsonObject, parent: string | undefined): Generator<string | undefined, void, undefined> {
  yield undefined;
  const { slug, default: preset } = object;
  // The default of a parameter with a secret name.
  if (typeof slug === 'string' && typeof preset === 'string' && isSecretName(slug) && preset !== '') yield preset;
  for (const [name, value] of Object.entries(object)) {
    if (isSecretAt({ name, parent, isLeaf: typeof value !== 'object' })) yield* textsIn(value);
    else if (typeof value === 'string') {
      const password = passwordInUrl(value);
      if (password !== undefined) yield password;
    } else
      for (const item of Array.isArray(value) ? value : [value]) if (isJsonObject(item)) yield* secretsIn(item, name);
  }
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap(textsIn);
}
