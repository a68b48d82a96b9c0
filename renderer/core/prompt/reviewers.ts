import type { Reviewers } from '../../../shared/model/behavior.ts';
import { withoutDirections } from '../../ui/text/without-directions.ts';

/** A sentence about the reviewers, such as `Asked of group ops · the run’s creator may not answer`. */
export function reviewersText({ groups, users, allowSelfApprovals }: Reviewers): string {
  const named = [...groups.map((group) => `group ${group}`), ...users];
  const who = named.length === 0 ? 'Anyone may answer' : `Asked of ${named.join(', ')}`;
  return withoutDirections(allowSelfApprovals ? who : `${who} · the run’s creator may not answer`);
}
