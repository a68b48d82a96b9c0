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

/** Titles of the service API, without numbers and brackets: `### 2.4 Parameter (…)` is `Parameter`. */
const TITLES = new Set(
  [...readPage('docs/spec/service-api.md').matchAll(/^##+ (?:[\d.]+ )?([^(\n]+)/gm)].map(([, title = '']) =>
    title.trim(),
  ),
);

/** The citations in the sources, with their paths. */
function citations(pattern: RegExp): { readonly path: string; readonly title: string }[] {
  return [...SOURCES].flatMap(([path, text]) =>
    [...text.replace(/\n\s*\*\s*/g, ' ').matchAll(pattern)].map(([, title = '']) => ({ path, title })),
  );
}

test('every heading of the service API that a comment cites exists', () => {
  const cited = citations(/service API, "([^"]+)"/g);
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ title }) => !TITLES.has(title))).toEqual([]);
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
  expect(citations(/\b(section \d(?:\.\d)?|contract \d(?:\.\d)?|product, ")/g)).toEqual([]);
});
