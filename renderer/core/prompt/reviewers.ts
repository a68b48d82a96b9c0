import type { Reviewers } from '../../../shared/model/behavior.ts';

/** Who may answer a prompt, in a sentence: `Asked of group ops · the run’s creator may not answer`. */
export function reviewersText({ groups, users, allowSelfApprovals }: Reviewers): string {
  const named = [...groups.map((group) => `group ${group}`), ...users];
  const who = named.length === 0 ? 'Anyone may answer' : `Asked of ${named.join(', ')}`;
  return allowSelfApprovals ? who : `${who} · the run’s creator may not answer`;
}
