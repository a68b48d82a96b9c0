import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const assets = fileURLToPath(new URL('../../../out/renderer/assets/', import.meta.url));
const MANTINE_CLASS = /\bm_[\da-f]{6,8}\b/g;

const filesNamed = (pattern: RegExp) => readdirSync(assets).filter((file) => pattern.test(file));
const textOf = (file: string) => readFileSync(assets + file, 'utf8');

test('every component of the window that is in use has its styles', () => {
  const all = createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css');
  const known = new Set(readFileSync(all, 'utf8').match(MANTINE_CLASS));
  const used = new Set(filesNamed(/\.js$/).flatMap((file) => textOf(file).match(MANTINE_CLASS) ?? []));
  const styled = new Set(filesNamed(/\.css$/).flatMap((file) => textOf(file).match(MANTINE_CLASS) ?? []));
  const wanted = [...used].filter((name) => known.has(name));
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((name) => !styled.has(name))).toEqual([]);
});
