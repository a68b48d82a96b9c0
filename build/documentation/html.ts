import { Marked, Renderer, type Tokens } from 'marked';
import { isExternal, type Page, targetOf } from './pages.ts';
import { plainText, type Section, sectionsOf } from './markdown.ts';

/** The common parts of a site's pages. */
export interface Site {
  readonly pages: readonly Page[];
  /** The content security policy. */
  readonly policy: string;
  /** The address of a file of the repository that is served beside the pages; `undefined` when it is not. */
  readonly addressOf: (path: string) => string | undefined;
}

/** Parts of a page that only make sense in the repository. */
const IN_REPOSITORY = /<!-- repository only -->[^]*?<!-- \/repository only -->/g;

/** The Markdown of a page as the window shows it. */
export function shownMarkdown({ markdown }: Page): string {
  return markdown.replace(IN_REPOSITORY, '').replace(/<!--[^]*?-->/g, '');
}

/** Characters of code that a line is not broken within. */
const LONGEST_WORD = 36;

/** The shells of code blocks, whose names are shown, by the language of the block. */
const SHELLS: ReadonlyMap<string, string> = new Map([
  ['sh', 'sh'],
  ['console', 'sh'],
  ['cmd', 'cmd'],
  ['powershell', 'PowerShell'],
]);

/** The document of a page. */
export function documentOf(page: Page, site: Site): string {
  const sections = sectionsOf(shownMarkdown(page));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${site.policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" type="image/svg+xml" href="/icon.svg" />
    <link rel="stylesheet" href="/docs/docs.css" />
    <script src="/docs/docs.js"></script>
    <title>${escape(titleOf(page))} · Documentation · Hangar</title>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the text</a>
    <header>
      <a href="/">← Hangar</a>
      <form role="search">
        <input type="search" aria-label="Search the documentation" autocomplete="off" />
        <div class="results" hidden></div>
        <p class="count" role="status"></p>
      </form>
    </header>
    <nav aria-label="Documentation">${navigation(page, sections, site)}</nav>
    <main id="content" tabindex="-1">
      ${bodyOf(page, sections, site)}
    </main>
  </body>
</html>
`;
}

/** Links to all pages by group, and below the current one to its sections. */
function navigation(current: Page, sections: readonly Section[], { pages }: Site): string {
  const groups = [...new Set(pages.map(({ group }) => group))].map((group) => {
    const items = pages
      .filter((page) => page.group === group)
      .map((page) => {
        const isCurrent = page === current;
        const link = `<a href="${page.address}"${isCurrent ? ' aria-current="page"' : ''}>${escape(titleOf(page))}</a>`;
        return `<li>${link}${isCurrent ? contents(sections) : ''}</li>`;
      });
    const title = group === '' ? '' : `<h2>${escape(group)}</h2>`;
    return `${title}<ul>${items.join('')}</ul>`;
  });
  return groups.join('');
}

/** The title of a page: its first heading. */
export function titleOf({ markdown }: Page): string {
  return sectionsOf(markdown)[0]?.title ?? '';
}

function contents(sections: readonly Section[]): string {
  const items = sections
    .filter(({ depth }) => depth === 2)
    .map(({ id, title }) => `<li><a href="#${id}">${escape(title)}</a></li>`);
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

function bodyOf(page: Page, sections: readonly Section[], site: Site): string {
  const ids = sections.map(({ id }) => id);
  const renderer = {
    heading({ tokens, depth }: Tokens.Heading): string {
      const id = ids.shift() ?? '';
      const text = escape(plainText(tokens));
      return depth === 1
        ? `<h1 id="${id}">${text}</h1>\n`
        : `<h${depth} id="${id}"><a href="#${id}">${text}</a></h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link): string {
      return `<a href="${escape(addressOf(href, page, site))}">${escape(plainText(tokens))}</a>`;
    },
    codespan({ text }: Tokens.Codespan): string {
      // Flags and headers would be broken after each of their hyphens.
      const isWord = text.length < LONGEST_WORD && !text.includes(' ');
      return `<code${isWord ? ' class="word"' : ''}>${escape(text)}</code>`;
    },
    image({ href, text }: Tokens.Image): string {
      return `<img src="${escape(addressOf(href, page, site))}" alt="${escape(text)}" />`;
    },
    code(token: Tokens.Code): string {
      const shell = SHELLS.get(/^\w*/.exec(token.lang ?? '')?.[0] ?? '');
      const block = `${Renderer.prototype.code.call(this, token)}`;
      return shell === undefined ? block : block.replace('<pre>', `<pre data-shell="${shell}">`);
    },
    table(token: Tokens.Table): string {
      return `<div class="scroll">${Renderer.prototype.table.call(this, token)}</div>`;
    },
  };
  return new Marked({ renderer }).parse(shownMarkdown(page), { async: false });
}

/** The address in the window of what a page links to; throws when the window does not serve it. */
function addressOf(href: string, page: Page, site: Site): string {
  if (isExternal(href)) return href;
  const { path, fragment } = targetOf(page.path, href);
  const address = site.pages.find((other) => other.path === path)?.address ?? site.addressOf(path);
  if (address === undefined) throw new Error(`${page.path} links to ${href}, which the window does not serve`);
  return address + fragment;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
