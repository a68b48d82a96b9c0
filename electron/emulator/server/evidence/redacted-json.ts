import type { Redaction } from '../../../../shared/model/masking.ts';
import {
  isCredentialHeader,
  isSecretAt,
  isSecretName,
  maskedCredential,
  secretHeaderNames,
} from '../../../../shared/model/secrets.ts';
import { isJsonObject, setField, type Json, type JsonObject } from '../../../../shared/values/json.ts';
import { matchesWhole } from '../../../../shared/expression/whole-match.ts';

/** Maximum length of a text of the state in a bundle, as for bodies in the traffic log; longer ones are cut. */
const MAX_TEXT = 1024 * 1024;

/** Fields with user data, in which any name and value may be secret. */
const DATA = new Set([
  ...['config', 'resource', 'env', 'headers', 'paramValues', 'values', 'output', 'value', 'default', 'submit'],
  ...['progress', 'result', 'results', 'match', 'labels', 'constraints'],
]);

/** Fields with references or choices, without which a definition would change its meaning. */
const REFERENCE =
  /^(?:slug|id|kind|do|as|type|component|level|method|status|role|task|runbook|operation|environment|runtime|rule|version|declined|list|source|action|user|\w+(?:ID|IDs|Slug|By))$/;
/** Matches a reference. */
const PLAIN = /^[\w.:@/-]{0,200}$/;

/** The list of API keys in definitions. */
const KEYS = 'apiKeys';

/** Maximum number of remembered words. */
const MAX_WORDS = 20_000;

/** The context of an object's fields. */
interface FieldContext {
  /** Name of the object; undefined at the top. */
  readonly parent: string | undefined;
  /** True for the user's data; false for the fields of definitions and records. */
  readonly isData: boolean;
  /** True when everything within is secret. */
  readonly isSecret: boolean;
  /** True within definitions, where templates contain no secret. */
  readonly hasTemplates: boolean;
  /** The names of secret headers beside the object, in lower case. */
  readonly secretHeaders?: ReadonlySet<string>;
}

/** Replaces the secrets in definitions and records of the state. Keeps references, so that the result is valid. */
export class JsonRedactor {
  readonly #redaction: Redaction;
  /** Number of cut texts. */
  cutTexts = 0;
  /** Texts of the references between definitions. */
  readonly words = new Set<string>();

  readonly #keyNames: ReadonlySet<string>;
  /** Number of omitted defaults of parameters, whose placeholders would be invalid. */
  leftOutDefaults = 0;

  /** @param keyNames names of API keys, which `apiKey` holds in findings and faults */
  constructor(redaction: Redaction, keyNames: ReadonlySet<string> = new Set()) {
    this.#redaction = redaction;
    this.#keyNames = keyNames;
  }

  /** The value without secrets. */
  definitions(value: Json): Json {
    return this.#whole(value, { parent: undefined, isData: false, isSecret: false, hasTemplates: true });
  }

  /** A record of the state without secrets. */
  record(record: Json): Json {
    const hasTemplates = isJsonObject(record) && record['kind'] === 'blueprint';
    return this.#whole(record, { parent: undefined, isData: false, isSecret: false, hasTemplates });
  }

  #whole(value: Json, context: FieldContext): Json {
    if (typeof value === 'string') return this.#item(value, context);
    if (typeof value !== 'object' || value === null) return this.#scalar(value, context);
    if (Array.isArray(value)) return value.map((item) => this.#whole(item, context));
    const result: { [name: string]: Json } = {};
    for (const [name, item] of Object.entries(value)) {
      const redacted =
        typeof item === 'object' && item !== null
          ? this.#whole(item, contextOf(name, context, value))
          : this.#field(value, name, item, context);
      setField(result, this.#name(name, context), redacted);
    }
    return this.#withoutBrokenDefault(value, result, context);
  }

  /** Removes the default of a redacted parameter when its placeholder would be invalid. Returns other objects unchanged. */
  #withoutBrokenDefault(value: JsonObject, redacted: JsonObject, { hasTemplates }: FieldContext): JsonObject {
    const { default: preset, constraints } = redacted;
    if (!hasTemplates || typeof preset !== 'string' || preset === value['default']) return redacted;
    if (!isJsonObject(constraints) || allows(constraints, preset)) return redacted;
    this.leftOutDefaults += 1;
    return Object.fromEntries(Object.entries(redacted).filter(([name]) => name !== 'default'));
  }

  #name(name: string, context: FieldContext): string {
    if (context.isData) return this.#redaction.text(name);
    this.#note(name, context);
    return name;
  }

  #note(word: string, { hasTemplates }: FieldContext): void {
    if (hasTemplates && this.words.size < MAX_WORDS) this.words.add(word);
  }

  /** A text in a list, or at the top. */
  #item(value: string, context: FieldContext): string {
    if (context.isSecret) return this.#secret(value, context);
    return context.parent !== undefined && this.#isReference(context.parent, value, context)
      ? value
      : this.#text(value);
  }

  /** A number, true, false or null. */
  #scalar(value: Json, { isSecret, isData }: FieldContext): Json {
    return isSecret && isData && value !== null ? this.#redaction.secret(JSON.stringify(value), 'value') : value;
  }

  /** A field whose value is neither a list nor an object. */
  #field(object: JsonObject, name: string, value: Json, context: FieldContext): Json {
    const { parent, isData, hasTemplates } = context;
    if (name === 'apiKey' && typeof value === 'string' && this.#keyNames.has(value)) return this.#text(value);
    const isKey = parent === KEYS && name === 'key';
    const isSecret =
      context.isSecret ||
      isKey ||
      isSecretAt({ name, parent, isLeaf: true, secretHeaders: context.secretHeaders }) ||
      isSecretDefault(object, name);
    if (typeof value !== 'string')
      return isSecret && isData && !hasTemplates ? this.#scalar(value, { ...context, isSecret }) : value;
    if (isSecret) {
      if (parent !== 'headers' || !isCredentialHeader(name)) return this.#secret(value, context);
      return hasTemplate(value, context)
        ? this.#text(value)
        : maskedCredential(value, (credential) => this.#redaction.secret(credential, 'credential'));
    }
    return this.#isReference(name, value, context) ? value : this.#text(value);
  }

  #isReference(name: string, value: string, context: FieldContext): boolean {
    if (context.isData || !REFERENCE.test(name) || !PLAIN.test(value) || value.includes('tkn_')) return false;
    this.#note(value, context);
    return true;
  }

  #secret(value: string, context: FieldContext): string {
    return value === '' || hasTemplate(value, context) ? this.#text(value) : this.#redaction.secret(value, 'value');
  }

  #text(value: string): string {
    if (value.length <= MAX_TEXT) return this.#redaction.text(value);
    this.cutTexts += 1;
    return this.#redaction.text(value.slice(0, MAX_TEXT), 'cut');
  }
}

function hasTemplate(value: string, { hasTemplates }: FieldContext): boolean {
  return hasTemplates && value.includes('{{');
}

/** The default of a parameter with a secret slug. */
function isSecretDefault({ slug }: JsonObject, name: string): boolean {
  return name === 'default' && typeof slug === 'string' && isSecretName(slug);
}

function contextOf(
  name: string,
  { parent, isData, isSecret, hasTemplates }: FieldContext,
  object: JsonObject,
): FieldContext {
  // Only the key of an API key is secret.
  if (name === KEYS && parent === undefined && hasTemplates)
    return { parent: name, isData, isSecret: false, hasTemplates };
  return {
    parent: name,
    isData: isData || DATA.has(name),
    isSecret: isSecret || isSecretAt({ name, parent, isLeaf: false }) || isSecretDefault(object, name),
    hasTemplates,
    secretHeaders: secretHeaderNames(object),
  };
}

/** True when a value is certainly valid for a parameter. `validate` cannot be evaluated here. */
function allows({ regex, validate, options }: JsonObject, value: string): boolean {
  if (typeof validate === 'string' && validate !== '') return false;
  if (typeof regex === 'string' && regex !== '' && !matches(regex, value)) return false;
  if (!Array.isArray(options) || options.length === 0) return true;
  return options.some((option: Json) => (isJsonObject(option) ? option['value'] : option) === value);
}

/** True when a pattern matches the whole text; false for an invalid pattern. */
function matches(pattern: string, text: string): boolean {
  try {
    return matchesWhole(pattern, text);
  } catch {
    return false;
  }
}
