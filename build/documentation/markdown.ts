import GithubSlugger from 'github-slugger';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';

/** The part of a page from one heading to the next. */
export interface Section {
  readonly title: string;
  /** 1 for the title of the page. */
  readonly depth: number;
  /** The ID of the heading, as GitHub makes it. */
  readonly id: string;
  /** Everything below the heading, without markup. */
  readonly text: string;
}

/** The sections of a page, one for each heading. */
export function sectionsOf(markdown: string): Section[] {
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  for (const token of lexer(markdown)) {
    if (isHeading(token)) {
      const title = plainText(token.tokens);
      sections.push({ title, depth: token.depth, id: slugger.slug(title), text: '' });
    } else {
      const last = sections.pop();
      if (last !== undefined) sections.push({ ...last, text: `${last.text} ${plainText([token])}`.trim() });
    }
  }
  return sections;
}

/** The addresses of the links and images of a page. */
export function linksOf(markdown: string): string[] {
  const links: string[] = [];
  void walkTokens(lexer(markdown), (token) => {
    if ((token.type === 'link' || token.type === 'image') && 'href' in token) links.push(String(token.href));
  });
  return links;
}

/** The text of tokens without markup, and with single spaces. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('').replace(/\s+/g, ' ').trim();
}

/** Leaves whose text is shown; comments and markup in HTML are none. */
const LEAVES = new Set(['text', 'codespan', 'code', 'escape']);
/** Tokens within a line of text. */
const INLINE = new Set(['text', 'codespan', 'escape', 'strong', 'em', 'del', 'link']);

function textOf(token: Token): string {
  const inner = childrenOf(token).map((tokens) => tokens.map(textOf).join(''));
  if (inner.length > 0) return INLINE.has(token.type) ? inner.join('') : ` ${inner.join(' ')} `;
  return LEAVES.has(token.type) && 'text' in token ? `${String(token.text)}${token.type === 'code' ? ' ' : ''}` : '';
}

/** The lists of tokens within a token: one for each cell of a table and each item of a list. */
function childrenOf(token: Token): readonly Token[][] {
  if (isTable(token)) return [...token.header, ...token.rows.flat()].map(({ tokens }) => tokens);
  if (isList(token)) return token.items.map(({ tokens }) => tokens);
  return 'tokens' in token ? [token.tokens] : [];
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}
