import { DECISIONS, GENERAL_DECISIONS } from '../../../shared/registry/decisions.ts';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { ERRORS } from '../../../shared/http/errors.ts';

/** A rule of the interface by its name. */
export interface Rule {
  readonly name: string;
  readonly rule: string;
}

/** Which rules an error is about, by its code and the words of its message. */
const SIGNS: readonly { readonly name: keyof typeof DECISIONS; readonly code: string; readonly says: RegExp }[] = [
  { name: 'vendor-headers', code: 'unauthorized', says: /./ },
  { name: 'webhook-answer', code: 'unauthorized', says: /webhook|service token/i },
  { name: 'roles', code: 'forbidden', says: /role|private|key|permission|may not/i },
  { name: 'prompt-reviewers', code: 'forbidden', says: /prompt|answer|review|approv/i },
  { name: 'private-runs', code: 'forbidden', says: /private/i },
  { name: 'env-selection', code: 'not_found', says: /environment/i },
  { name: 'id-field', code: 'not_found', says: /task|runbook/i },
  { name: 'webhook-answer', code: 'not_found', says: /webhook/i },
  { name: 'body-any-content-type', code: 'payload_too_large', says: /./ },
  { name: 'body-any-content-type', code: 'unsupported_media_type', says: /./ },
  { name: 'rate-limit', code: 'rate_limited', says: /./ },
  { name: 'resource-rules', code: 'conflict', says: /resource|slug/i },
  { name: 'limit-and-page', code: 'invalid_request', says: /\b(?:limit|page)\b/i },
  { name: 'time-filters', code: 'invalid_request', says: /RFC 3339|\b(?:since|until|updatedAfter|updatedBefore)\b/i },
  { name: 'unknown-fields', code: 'invalid_request', says: /is not a known (?:field|query parameter)/ },
  { name: 'prompt-states', code: 'invalid_request', says: /already completed/i },
  { name: 'cancel-answer', code: 'invalid_request', says: /already|cannot be cancelled/i },
  { name: 'resource-reference', code: 'invalid_request', says: /\b(?:resource|alias)/i },
  { name: 'resource-kinds', code: 'invalid_request', says: /\bkind\b|resource\.\w+/i },
  { name: 'id-field', code: 'invalid_request', says: /"?slug"? or|either an? id|"id"/i },
  { name: 'body-any-content-type', code: 'invalid_request', says: /JSON|nest|must be an object/ },
  { name: 'webhook-param', code: 'invalid_request', says: /is required/ },
  { name: 'param-rules', code: 'invalid_request', says: /^[\w.[\]]+: (?!must be 0 to 50)/ },
  { name: 'caching', code: 'invalid_request', says: /allowCachedMaxAge/ },
  { name: 'logs', code: 'invalid_request', says: /token/i },
];

/** Rules of all operations, which none of them names. */
const GENERAL: ReadonlySet<string> = new Set(GENERAL_DECISIONS);

/** An error by the part of the interface that it broke. */
export interface Explanation {
  /** What errors of this kind mean. */
  readonly meaning: string;
  /** What was called. */
  readonly operation: string;
  /** The rules that it broke, as far as its words tell. */
  readonly broken: readonly Rule[];
  /** The other rules of the operation. */
  readonly others: readonly Rule[];
}

/** Explains an error answer. */
export function explain({ row, operation, decisions }: TrafficEntry): Explanation {
  // Of a path that is none, no operation's rule was broken.
  const signs = operation === '' && row.code === 'not_found' ? [] : SIGNS;
  const isOfOperation = (name: string) => GENERAL.has(name) || decisions.some((decision) => decision.name === name);
  const names = signs
    .filter(
      ({ name, code, says }) =>
        code === row.code && says.test(row.error) && (code !== 'invalid_request' || isOfOperation(name)),
    )
    .map(({ name }) => name);
  const known: readonly { readonly code: string; readonly meaning: string }[] = Object.entries(ERRORS).map(
    ([code, { meaning }]) => ({ code, meaning }),
  );
  return {
    meaning: known.find(({ code }) => code === row.code)?.meaning ?? '',
    operation: operation === '' ? 'No operation has this path.' : operation,
    broken: [...new Set(names)].map((name) => ({ name, rule: DECISIONS[name] })),
    others: decisions.filter(({ name }) => !names.some((broken) => broken === name)),
  };
}
