import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The pages of the documentation, by their paths in the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The text of a file of the repository. */
export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** A fenced block of code with the tag behind its language, such as the name of a file. */
export interface CodeBlock {
  readonly language: string;
  readonly tag: string;
  readonly text: string;
}

/** The tagged blocks of code of a page. */
export function blocksOf(page: string): CodeBlock[] {
  const found = readPage(page).matchAll(/^```(\w+) (\S+)\n([^]*?)^```/gm);
  return [...found].map(([, language = '', tag = '', text = '']) => ({ language, tag, text }));
}

/** The text of the one block of all pages with this tag. */
export function block(tag: string): string {
  return only(
    PAGES.flatMap(blocksOf).flatMap((each) => (each.tag === tag ? [each.text] : [])),
    `block "${tag}"`,
  );
}

/** The text between the comments that begin and end a part, which one page has. */
export function part(name: string): string {
  const found = PAGES.map((page) => new RegExp(`<!-- tested: ${name} -->([^]*?)<!-- /tested -->`).exec(readPage(page)));
  return only(
    found.flatMap((match) => match?.[1] ?? []),
    `part "${name}"`,
  );
}

function only(found: readonly string[], what: string): string {
  const [text] = found;
  if (text === undefined || found.length > 1) throw new Error(`the pages have ${found.length} times the ${what}`);
  return text;
}
