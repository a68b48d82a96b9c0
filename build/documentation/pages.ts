import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A page of the documentation. */
export interface Page {
  /** Its file, from the root of the repository. */
  readonly path: string;
  /** Its address in the window. */
  readonly address: string;
  /** The group it stands in; "" for the first page. */
  readonly group: string;
  readonly markdown: string;
}

/** The first page. */
export const START = 'README.md';

/** A row of the section "Documentation" of the first page: a group, and links to its pages. */
const GROUP = /^\| \*\*([^*]+)\*\* +\|(.*)\|$/gm;

/** The pages, in the groups and the order of the section "Documentation" of the first one. Adding a page is adding a link there. */
export function pagesOf(root: string): Page[] {
  const [, list = ''] = readFileSync(join(root, START), 'utf8').split('\n## Documentation\n');
  const links = [...list.matchAll(GROUP)].flatMap(([, group = '', links = '']) =>
    [...links.matchAll(/\]\((docs\/[\w-]+\.md)\)/g)].map(([, path = '']) => ({ path, group })),
  );
  return [{ path: START, group: '' }, ...links].map(({ path, group }) => ({
    ...{ path, group },
    address: addressOf(path),
    markdown: readFileSync(join(root, path), 'utf8'),
  }));
}

function addressOf(path: string): string {
  return path === START ? '/docs/' : `/docs/${posix.basename(path, '.md')}.html`;
}

/** The file of the repository that a relative link of a page leads to, and its fragment with the `#`. */
export function targetOf(page: string, href: string): { path: string; fragment: string } {
  const [, file = '', fragment = ''] = /^([^#]*)(.*)$/.exec(href) ?? [];
  return { path: file === '' ? page : posix.join(posix.dirname(page), file), fragment };
}

/** True for a link to another site. */
export function isExternal(href: string): boolean {
  return /^[a-z]+:/i.test(href);
}
