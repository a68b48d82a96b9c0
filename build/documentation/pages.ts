import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A page of the documentation. */
export interface Page {
  /** Its file, from the root of the repository. */
  readonly path: string;
  /** Its address in the window. */
  readonly address: string;
  readonly markdown: string;
}

/** The first page. */
export const START = 'README.md';

/** The pages, in the order of the section "Documentation" of the first one. Adding a page is adding a row there. */
export function pagesOf(root: string): Page[] {
  const [, list = ''] = readFileSync(join(root, START), 'utf8').split('\n## Documentation\n');
  const links = [...list.matchAll(/^\| \[[^\]]+\]\((docs\/[\w-]+\.md)\)/gm)].map(([, path = '']) => path);
  return [START, ...links].map((path) => ({
    path,
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
