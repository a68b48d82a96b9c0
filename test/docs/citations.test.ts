import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DECISIONS } from '../../shared/registry/decisions.ts';
import { readPage } from '../support/docs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every source file, by its path. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  ['electron', 'renderer', 'shared', 'build', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !name.endsWith('citations.test.ts'))
      .map((name) => [posix.join(folder, name), readFileSync(join(root, folder, name), 'utf8')] as const),
  ),
);

/** Titles of a page of the specification, without numbers and what follows: `### 2.4 Parameter (…)` is `Parameter`. */
function titlesOf(page: string): ReadonlySet<string> {
  const headings = readPage(`docs/spec/${page}`).matchAll(/^##+ (?:[\d.]+ )?([^(:\n]+)/gm);
  return new Set(Array.from(headings, ([, title = '']) => title.trim()));
}

/** The citations in the sources, with their paths. */
function citations(pattern: RegExp): { readonly path: string; readonly title: string }[] {
  return [...SOURCES].flatMap(([path, text]) =>
    [...text.replace(/\n\s*\*\s*/g, ' ').matchAll(pattern)].map(([, title = '']) => ({ path, title })),
  );
}

test.each([
  ['service API', 'service-api.md', 20],
  ['lab', 'lab.md', 10],
])('every heading of the page "%s" of the specification that a comment cites exists', (name, page, least) => {
  const titles = titlesOf(page);
  const cited = citations(new RegExp(`\\b${name}, "([^"]+)"`, 'g'));
  expect(cited.length).toBeGreaterThan(least);
  expect(cited.filter(({ title }) => !titles.has(title))).toEqual([]);
});

test('every decision that a comment cites exists', () => {
  const cited = citations(/\bdecisions? `([\w-]+)`/g);
  expect(cited.length).toBeGreaterThan(40);
  expect(cited.filter(({ title }) => !Object.hasOwn(DECISIONS, title))).toEqual([]);
});

test('every heading of a page of the documentation that a comment cites exists', () => {
  const cited = citations(/\b(docs\/[\w/-]+\.md, "[^"]+")/g);
  expect(cited.length).toBeGreaterThan(5);
  const isMissing = ({ title }: { title: string }): boolean => {
    const [page = '', heading = ''] = title.replace(/"$/, '').split(', "');
    return !readPage(page)
      .split('\n')
      .some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  };
  expect(cited.filter(isMissing)).toEqual([]);
});

test('no comment cites a section by its number, or a page outside of the repository', () => {
  expect(citations(/\b(section \d(?:\.\d)?|contract \d(?:\.\d)?|(?:product|gui|gui-next|task runtime), ")/g)).toEqual(
    [],
  );
});
