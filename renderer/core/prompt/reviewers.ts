import type { Reviewers } from '../../../shared/model/behavior.ts';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

/** A sentence about the reviewers, such as `Asked of group ops · the run’s creator may not answer`. */
export function reviewersText({ groups, users, allowSelfApprovals }: Reviewers): string {
  const named = [...groups.map((group) => `group ${group}`), ...users];
  const who = named.length === 0 ? 'Anyone may answer' : `Asked of ${named.join(', ')}`;
  return stripBidiControls(allowSelfApprovals ? who : `${who} · the run’s creator may not answer`);
}
