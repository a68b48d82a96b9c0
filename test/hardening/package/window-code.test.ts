import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const assets = fileURLToPath(new URL('../../../out/renderer/assets/', import.meta.url));
const MANTINE_CLASS = /\bm_[\da-f]{6,8}\b/g;

const filesNamed = (pattern: RegExp) => readdirSync(assets).filter((file) => pattern.test(file));
const textOf = (file: string) => readFileSync(assets + file, 'utf8');

/** The files that are read before this one runs, itself included. */
function readWith(file: string): string[] {
  const read = new Set([file]);
  for (const each of read) {
    for (const [, next = ''] of textOf(each).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) read.add(next);
  }
  return [...read].map((each) => each.replace(/-[\w-]{8}\.js$/, '')).sort();
}

describe('the code of the window', () => {
  const SHOWING = ['Overview', 'Traffic', 'Runs', 'Sessions', 'Prompts'];
  test.each(SHOWING)('%s is drawn without what only dialogs, forms and authoring need', (place) => {
    const [page = ''] = filesNamed(new RegExp(`^${place}Page-.*\\.js$`));
    const read = readWith(page);
    expect(read).toContain('react');
    expect(read).not.toContain('later');
    expect(read).not.toContain('authoring');
  });

  test('the code that requests the first data is a single file', () => {
    const [boot = ''] = filesNamed(/^boot-.*\.js$/);
    expect(readWith(boot)).toEqual(['boot']);
  });

  test('every component in use has its styles', () => {
    const all = createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css');
    const known = new Set(readFileSync(all, 'utf8').match(MANTINE_CLASS));
    const used = new Set(filesNamed(/\.js$/).flatMap((file) => textOf(file).match(MANTINE_CLASS) ?? []));
    const styled = new Set(filesNamed(/\.css$/).flatMap((file) => textOf(file).match(MANTINE_CLASS) ?? []));
    const wanted = [...used].filter((name) => known.has(name));
    expect(wanted.length).toBeGreaterThan(50);
    expect(wanted.filter((name) => !styled.has(name))).toEqual([]);
  });
});
