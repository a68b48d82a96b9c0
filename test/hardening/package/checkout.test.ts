import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hangar-checkout-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a checkout by a Git that writes CRLF, as on Windows, has the line ends that the format check and shells want', ({
  skip,
}) => {
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'core.autocrlf=true', '-c', 'core.safecrlf=false', '-C', ROOT, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    git('rev-parse', '--git-dir');
  } catch {
    skip('this copy of the sources is no checkout of Git');
  }
  git('checkout-index', '--all', `--prefix=${folder}/`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs|json|md|yml|css|html|py)$|run$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => readFileSync(file).includes('\r\n'))).toEqual([]);
});
