import type { Masker } from './masking.ts';
import { masked } from './secrets.ts';

/** Kinds of secrets, as named in placeholders. */
export type SecretKind = 'api-key' | 'admin-token' | 'webhook' | 'definition' | 'credential' | 'private-key' | 'value';

/** Functions that replace secrets. */
export interface Redaction {
  /** Replaces secrets within a text. */
  readonly text: Masker;
  /** Replaces a text that is secret as a whole, at any length. */
  readonly secret: (value: string, kind: SecretKind) => string;
  /** True when fields of every JSON body are masked by their names. */
  readonly judgesNames: boolean;
}

/** Replaces secrets by `****`: those of a masker, and API keys of the usual form. @param current returns the masker of the moment */
export function maskingRedaction(current: () => Masker): Redaction {
  return {
    text: (text, end) => withoutKeys(current()(text, end)),
    secret: masked,
    judgesNames: false,
  };
}

function withoutKeys(text: string): string {
  return text.includes('tkn_') ? text.replace(API_KEY, masked) : text;
}

/** Also what follows a known key that is the beginning of an unknown one. */
const API_KEY = /\btkn_(?:\*{4})?[\w-]+/g;
