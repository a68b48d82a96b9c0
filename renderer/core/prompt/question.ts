import type { Reviewers } from '../../../shared/model/behavior.ts';
import { stripBidiControls } from '../../ui/text/shown-text.ts';

/** Number of characters for which a header has room. */
const HEADER = 60;
/** Number of characters of a line in which marks are looked for. */
const MOST = 300;

const LINK = /!?\[([^[\]]*)\]\([^()\s]*\)/g;

/** The first line of a question without the marks of Markdown, for titles and rows; '' for none. */
export function questionTitle(description: string): string {
  return firstLineOf(description)
    .slice(0, MOST)
    .replace(/^\s*(?:#{1,6}|>|[-*+])\s+/, '')
    .replace(LINK, '$1')
    .replace(/(\*\*|__|~~|`)(\S|\S.*?\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(\S|\S.*?\S)\1(?![\w*])/g, '$2')
    .trim();
}

/** The part of a question, in Markdown, that a header with its title does not show; '' for nothing. */
export function questionBody(description: string): string {
  const first = firstLineOf(description);
  const isShown = first.length <= HEADER && first.search(LINK) === -1;
  return (isShown ? description.trimStart().slice(first.length) : description).trim();
}

function firstLineOf(description: string): string {
  return description.trimStart().split('\n', 1)[0] ?? '';
}

/** A sentence about the reviewers, such as `Asked of group ops · the run’s creator may not answer`. */
export function reviewersText({ groups, users, allowSelfApprovals }: Reviewers): string {
  const named = [...groups.map((group) => `group ${group}`), ...users];
  const who = named.length === 0 ? 'Anyone may answer' : `Asked of ${named.join(', ')}`;
  return stripBidiControls(allowSelfApprovals ? who : `${who} · the run’s creator may not answer`);
}
