import type { Masker } from './masking.ts';
import { masked } from './secrets.ts';

/** Kinds of secrets; a placeholder names one. */
export type SecretKind = 'api-key' | 'admin-token' | 'webhook' | 'definition' | 'credential' | 'private-key' | 'value';

/** A way to replace secrets. */
export interface Redaction {
  /** Replaces secrets within a text. */
  readonly text: Masker;
  /** Does the same, and yields often. */
  readonly textInSteps: (text: string) => Generator<void, string, undefined>;
  /** Replaces a text that is secret as a whole, whatever its length. */
  readonly secret: (value: string, kind: SecretKind) => string;
  /** True when the fields of every JSON body are judged by their names. */
  readonly judgesNames: boolean;
}

/** Replaces secrets by `****`: those that a masker knows, and API keys of the usual form. */
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
