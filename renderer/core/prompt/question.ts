import { firstLineOf, MARKDOWN_LINK } from '../../../shared/model/titles.ts';
import type { Reviewers } from '../../../shared/model/behavior.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** Number of characters for which a header has room. */
const HEADER = 60;

/** The part of a question, in Markdown, that its title does not show, which a header cuts; '' for nothing. */
export function questionBody(description: string, isBelowHeader: boolean): string {
  const first = firstLineOf(description);
  const isShown = (!isBelowHeader || first.length <= HEADER) && first.search(MARKDOWN_LINK) === -1;
  return (isShown ? description.trimStart().slice(first.length) : description).trim();
}

/** A sentence about the reviewers, such as `Asked of group ops · the run’s creator may not answer`. */
export function reviewersText({ groups, users, allowSelfApprovals }: Reviewers): string {
  const named = [...groups.map((group) => `group ${group}`), ...users];
  const who = named.length === 0 ? 'Anyone may answer' : `Asked of ${named.join(', ')}`;
  return stripBidiControls(allowSelfApprovals ? who : `${who} · the run’s creator may not answer`);
}
