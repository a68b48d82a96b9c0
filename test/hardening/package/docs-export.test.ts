import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '../../support/docs.ts';
import { ROOT } from './support/installed.ts';

const OUT = join(ROOT, 'out/docs');

let files: readonly string[];
beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['build/docs.mjs'], { cwd: ROOT });
  files = readdirSync(OUT, { recursive: true, encoding: 'utf8' });
});

const read = (name: string): string => readFileSync(join(OUT, name), 'utf8');

/** The addresses on this site among those of a text. */
function addresses(text: string): string[] {
  return [...text.matchAll(/(?: (?:href|src)=|"address":)"([^"#]*)/g)].flatMap(([, address = '']) =>
    address === '' || /^[a-z]+:/.test(address) ? [] : [address],
  );
}

describe('the static export of the documentation', () => {
  test('has every page, the search and the files for agents', () => {
    expect(files.filter((name) => name.endsWith('.html'))).toHaveLength(PAGES.length);
    expect(files).toEqual(
      expect.arrayContaining(['index.json', 'docs.js', 'docs.css', 'icon.svg', 'llms.txt', 'SKILL.md']),
    );
  });

  test('has addresses that lead to its own files from any path of a server', () => {
    for (const name of files.filter((each) => /\.(?:html|json)$/.test(each))) {
      const found = addresses(read(name));
      expect(found.length, name).toBeGreaterThan(20);
      expect({ name, missing: found.filter((address) => !files.includes(address)) }).toEqual({ name, missing: [] });
    }
    expect(read('docs.js')).not.toContain('/docs/');
    expect(read('llms.txt')).not.toMatch(/\]\(\//);
  });
});
