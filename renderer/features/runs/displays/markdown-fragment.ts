import DOMPurify, { type Config } from 'dompurify';
import MarkdownIt from 'markdown-it';

/** Addresses that a text of a run may link to: those of other places, never one of Hangar itself. */
const ADDRESS = /^(?:https?:\/\/|mailto:)/i;

/** Reads CommonMark with tables; HTML in it is text. It takes below a second for 100,000 characters of any kind. */
const reader = new MarkdownIt({ html: false, linkify: false });
reader.validateLink = (address) => ADDRESS.test(address);
const { escapeHtml } = reader.utils;
// Links to images instead of loading them: nobody is told that the run was looked at.
reader.renderer.rules['image'] = (tokens, index) => {
  const image = tokens[index];
  return `<a href="${escapeHtml(String(image?.attrGet('src') ?? ''))}">${escapeHtml(image?.content || 'Image')}</a>`;
};
// Headings are two levels lower, below those of the page, and cells have no style.
reader.core.ruler.push('hangar', ({ tokens }) => {
  for (const token of tokens) {
    if (/^h[1-6]$/.test(token.tag)) token.tag = `h${Math.min(Number(token.tag[1]) + 2, 6)}`;
    token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
  }
});

/** What is left of a text, whatever the reader made of it. */
const ALLOWED: Config = {
  ALLOWED_TAGS: [
    ...[
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'blockquote',
      'hr',
      'br',
      'ul',
      'ol',
      'li',
      'em',
      'strong',
      's',
      'code',
      'pre',
      'a',
    ],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'start'],
  ALLOWED_URI_REGEXP: ADDRESS,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** The elements of a text in Markdown, without anything that acts by itself. Links open in a new tab. */
export function markdownFragment(text: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(reader.render(text), { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  // Code that is too wide scrolls by keyboard too.
  for (const code of fragment.querySelectorAll('pre')) code.tabIndex = 0;
  return fragment;
}
