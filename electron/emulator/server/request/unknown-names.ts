import type { Access } from '../../../../shared/http/endpoint.ts';
import type { ChosenDecisions } from '../../../../shared/model/workspace.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

/** Maximum number of names in the warnings of one request, separately for fields and for query parameters. */
const MAX_NAMED = 20;

/** True when unknown names are errors; otherwise they are ignored (decision `unknown-fields`). */
export function refusesUnknown(access: Access, strict: boolean, decisions: ChosenDecisions): boolean {
  return access === 'emulator' || strict || decisions['unknown-fields'] === 'refuse';
}

/** Warnings for ignored names; those beyond the maximum are counted in one. */
export function ignoredNames(what: 'field' | 'query parameter', names: readonly string[]): string[] {
  const sentences = names
    .slice(0, MAX_NAMED)
    .map((name) => `The ${what} "${quoteForMessage(name)}" is not known and was ignored`);
  const rest = names.length - sentences.length;
  return rest === 0 ? sentences : [...sentences, `${rest} more of them were ignored`];
}
