import { decodeBase64 } from '../values/base64.ts';
import { decodedUrl } from '../values/url-texts.ts';
import { preparedReplacer, UNCHANGED, type SecretKind, type Redaction } from './masking.ts';
import { SECRET_LIMITS } from './secrets.ts';
import { SHORTEST_SECRET } from './secret-texts.ts';

/** Patterns of secrets, with the secret in the first group. Each takes linear time. */
const FORMS: readonly (readonly [SecretKind, RegExp])[] = [
  ['api-key', /\b(tkn_[\w-]+)/g],
  ['credential', /\b(?:Bearer|Basic) +(?=[\w.~+/=-]{0,200}\d)([\w.~+/=-]{8,})/gi],
  // The password in a URL.
  ['credential', /:\/\/[^\s/?#:@"'\\]{0,200}:([^\s/?#@"'\\]+)@/g],
  // A field of a query or form, or of JSON within a text.
  [
    'value',
    /\b(?:pass(?:word|wd|phrase)|pwd|secret|api[_-]?key|(?:access|auth|refresh|id)[_-]?token|client[_-]?secret|token)(?:=|\\{0,3}" ?: ?\\{0,3}")([^&\s"'\\,;{}$*<]+)/gi,
  ],
  // The signature of a presigned URL.
  ['value', /[?&](?:x-\w{2,10}-)?sig(?:nature)?=([^&\s"'\\]+)/gi],
  // Credentials of well-known services, by their prefixes.
  [
    'credential',
    /(?<![\w-])((?:[sr]k_(?:live|test)_|gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-)[\w-]{10,}|(?:AKIA|ASIA)[A-Z\d]{16}|AIza[\w-]{35})/g,
  ],
  // A signed token: two JSON objects and a signature.
  ['credential', /(?<![\w-])(eyJ[\w-]{5,}\.eyJ[\w-]{5,}\.[\w-]{5,})/g],
  ['private-key', /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----([^-]+)/g],
];

/** Matches values of secret fields that are too common to replace elsewhere. */
export const COMMON = /^(?:true|false|null|none|undefined|-?\d{1,7})$/i;

/** Maximum numbers of secrets that are replaced everywhere, and of their characters: twice those of definitions. Others are replaced in their fields. */
const MAX_SECRETS = 20_000;
const MAX_CHARACTERS = 2 * SECRET_LIMITS.all;

/**
 * Replaces secrets by placeholders such as `masked-api-key-1`, equal secrets by the same one. Numbers follow the order of
 * discovery, so that a placeholder reveals nothing. First `collecting` reads the whole content and collects the secrets; then
 * `replacing` replaces them everywhere.
 */
export class Placeholders {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<SecretKind, number>();
  #characters = 0;

  /** Adds a secret known in advance. */
  add(secret: string, kind: SecretKind): void {
    this.#placeholderOf(secret, kind);
  }

  /** Collects secrets from its arguments. Discard its results. */
  readonly collecting: Redaction = {
    text: (text) => this.#replaceForms(text),
    secret: (value, kind) => this.#secret(value, kind),
    judgesNames: true,
  };

  /**
   * Returns the redaction of all secrets collected so far. @param isWord true for a secret that is an ordinary word, which is replaced only in secret fields
   */
  replacing(isWord: (secret: string) => boolean = () => false): Redaction {
    const secrets = [...this.#placeholders.keys()].filter((secret) => !COMMON.test(secret) && !isWord(secret));
    const replacer = preparedReplacer(
      secrets,
      (index) => this.#placeholders.get(secrets[index] ?? '') ?? 'tkn_masked-api-key',
    );
    return { ...this.collecting, text: (text, end) => this.#replaceForms(text, replacer, end) };
  }

  /** Numbers of different secrets by kind. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** @param replacer replaces known secrets first */
  #replaceForms(text: string, replacer = UNCHANGED, end?: 'cut'): string {
    let result = replacer(text, end);
    for (const [kind, form] of FORMS) {
      result = this.#replaceForm(result, kind, form);
    }
    return result;
  }

  #replaceForm(text: string, kind: SecretKind, form: RegExp): string {
    const parts: string[] = [];
    let at = 0;
    for (const { 0: whole, 1: secret = '', index } of text.matchAll(form)) {
      if (PLACEHOLDER.test(secret)) continue;
      parts.push(
        text.slice(at, index),
        whole.replace(secret, () => this.#secret(secret, kind)),
      );
      at = index + whole.length;
    }
    return parts.length === 0 ? text : parts.join('') + text.slice(at);
  }

  #secret(value: string, kind: SecretKind): string {
    if (value === '' || PLACEHOLDER.test(value)) return value;
    for (const part of partsOf(value)) this.#placeholderOf(part, kind);
    return this.#placeholderOf(value, kind);
  }

  #placeholderOf(secret: string, given: SecretKind): string {
    const known = this.#placeholders.get(secret);
    if (known !== undefined) return known;
    // The placeholder of an API key has the form of a key, so that definitions stay valid.
    const [prefix, kind] = secret.startsWith('tkn_') ? (['tkn_', 'api-key'] as const) : (['', given] as const);
    const isFull = this.#placeholders.size >= MAX_SECRETS || this.#characters + secret.length > MAX_CHARACTERS;
    if (isFull || secret.length > SECRET_LIMITS.one) return `${prefix}masked-${kind}`;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    const placeholder = `${prefix}masked-${kind}-${number}`;
    this.#counts.set(kind, number);
    this.#placeholders.set(secret, placeholder);
    if (secret.length >= SHORTEST_SECRET) this.#characters += secret.length;
    return placeholder;
  }
}

/** Matches a placeholder. */
export const PLACEHOLDER =
  /^(?:tkn_)?masked-(?:api-key|admin-token|webhook|definition|credential|private-key|value)(?:-\d+)?$/;

/** Parts of a secret to replace too: cookies, the text without URL escapes, and the password in `Basic`. */
function partsOf(value: string): string[] {
  if (value.length > SECRET_LIMITS.one) return [];
  const cookies = [...value.matchAll(COOKIE)].map(([, cookie = '']) => cookie);
  const [, password] = /^[^:]*:(.{4,})$/.exec(decodeBase64(value)) ?? [];
  const plain = value.includes('%') ? decodedUrl(value) : undefined;
  return [...cookies, ...(password === undefined ? [] : [password]), ...(plain === undefined ? [] : [plain])];
}

const COOKIE = /(?:^|; ?)[^=;\s]+=([^;\s]{4,})/g;
