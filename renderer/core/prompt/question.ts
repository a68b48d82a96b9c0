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
