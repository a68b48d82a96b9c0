import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The tests named in a document; a bare name is in the folder of the previous one. */
function testsNamedIn(text: string, folder: string): string[] {
  return Array.from(text.matchAll(/`([\w.*/-]*(?:\.(?:test|spec)\.ts|test\/\w+\/))`/g), ([, name = '']) => {
    const path = name.startsWith('test/') ? name : join(folder, name);
    folder = path.endsWith('/') ? path : dirname(path);
    return path;
  });
}

function isThere(path: string): boolean {
  if (path.endsWith('/')) return existsSync(join(root, path));
  const pattern = new RegExp(`^${basename(path).replaceAll('.', '\\.').replace('*', '.*')}$`);
  return readdirSync(join(root, dirname(path))).some((name) => pattern.test(name));
}

test.each([
  ['docs/threat-model.md', ''],
  ['test/hardening/hostile/README.md', 'test/hardening/hostile'],
])('every test that %s names is there', (document, folder) => {
  const rows = readFileSync(join(root, document), 'utf8').split('\n');
  const named = rows.flatMap((row) => testsNamedIn(row, folder));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});
