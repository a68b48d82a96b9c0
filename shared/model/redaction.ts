import type { Masker } from './masking.ts';
import { masked } from './secrets.ts';

/** Kinds of secrets, as named in placeholders. */
export type SecretKind = 'api-key' | 'admin-token' | 'webhook' | 'definition' | 'credential' | 'private-key' | 'value';

/** Functions that replace secrets. */
export interface Redaction {
  /** Replaces secrets within a text. */
  readonly text: Masker;
  /** The same as `text`, but yields often. */
  readonly textInSteps: (text: string) => Generator<void, string, undefined>;
  /** Replaces a text that is secret as a whole, at any length. */
  readonly secret: (value: string, kind: SecretKind) => string;
  /** True when fields of every JSON body are masked by their names. */
  readonly judgesNames: boolean;
}

/** Replaces secrets by `****`: those of a masker, and API keys of the usual form. */
export function maskingRedaction(mask: Masker): Redaction {
  const text = (given: string): string => {
    const known = mask(given);
    return known.includes('tkn_') ? known.replace(API_KEY, masked) : known;
  };
  return {
    text,
    *textInSteps(given) {
      return text(given);
    },
    secret: masked,
    judgesNames: false,
  };
}

const API_KEY = /\btkn_[\w-]+/g;
