import DOMPurify, { type Config } from 'dompurify';
import MarkdownIt from 'markdown-it';
import { stripBidiControls } from '../text/shown-text.tsx';

/** Matches allowed links in a text of a run: absolute addresses, so that none leads into Hangar. */
const ADDRESS = /^(?:https?:\/\/|mailto:)/i;

/** Parser of CommonMark with tables; HTML is shown as text. Takes less than a second for any 100,000 characters. */
const reader = new MarkdownIt({ html: false, linkify: false });
reader.validateLink = (address) => ADDRESS.test(address);
const { escapeHtml } = reader.utils;
// Links to images instead of loading them, since a request would reveal that the run was viewed.
reader.renderer.rules['image'] = (tokens, index) => {
  const image = tokens[index];
  return `<a href="${escapeHtml(String(image?.attrGet('src') ?? ''))}">${escapeHtml(image?.content || 'Image')}</a>`;
};
// Lowers headings by two levels, below those of the page, and drops styles of cells.
reader.core.ruler.push('hangar', ({ tokens }) => {
  for (const token of tokens) {
    if (/^h[1-6]$/.test(token.tag)) token.tag = `h${Math.min(Number(token.tag[1]) + 2, 6)}`;
    token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
  }
});

/** The elements and attributes that sanitizing keeps. */
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

/** Matches the names of this machine in URLs, as browsers write them. */
const THIS_MACHINE = /^(?:(?:.+\.)?localhost\.?|127\.[\d.]+|0\.0\.0\.0|\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]{1,4})?\])$/;

/** True for a link to this window's server by any of its names: from the window's own page, it would count as the user's. */
function leadsIntoHangar({ hostname, port, host }: HTMLAnchorElement): boolean {
  return host === location.host || (port === location.port && THIS_MACHINE.test(hostname));
}

/** The elements of a text in Markdown, without active content. Links open in a new tab, and none leads into Hangar. */
export function markdownFragment(text: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(reader.render(stripBidiControls(text)), {
    ...ALLOWED,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    if (leadsIntoHangar(link)) link.replaceWith(...link.childNodes);
  }
  // Focusable, so that wide code scrolls by keyboard.
  for (const code of fragment.querySelectorAll('pre')) code.tabIndex = 0;
  return fragment;
}
