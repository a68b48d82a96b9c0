/** Number of characters of a line in which marks are looked for. */
const MOST = 300;

/** A link or an image of Markdown, with its text. */
export const MARKDOWN_LINK = /!?\[([^[\]]*)\]\([^()\s]*\)/g;

/** The first line of a question without the marks of Markdown, for titles and rows; '' for none. */
export function questionTitle(description: string): string {
  return firstLineOf(description)
    .slice(0, MOST)
    .replace(/^\s*(?:#{1,6}|>|[-*+])\s+/, '')
    .replace(MARKDOWN_LINK, '$1')
    .replace(/(\*\*|__|~~|`)(\S|\S.*?\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(\S|\S.*?\S)\1(?![\w*])/g, '$2')
    .trim();
}

/** The first line of a text. */
export function firstLineOf(description: string): string {
  return description.trimStart().split('\n', 1)[0] ?? '';
}
