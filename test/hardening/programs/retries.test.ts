import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { lastLines, type Summary } from '../../../build/last-lines.ts';
import { scratchFolder } from '../../support/program.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SUITE = `
let tries = 0;
test('steady', () => {});
test('broken', () => { throw new Error('always'); });
test('fl' + 'aky', ({}, info) => { if ((info?.retry ?? tries++) === 0) throw new Error('\\u001b[31monly once\\u001b[39m\\nat x'); });
test.skip('left out', () => {});
`;

/** Each runner: its suite as a file, and its arguments to run that with one retry and the reporter of ours. */
const RUNNERS = {
  vitest: {
    file: 'suite.test.mjs',
    suite: `import { test } from 'vitest';${SUITE}`,
    args: ['vitest/vitest.mjs', 'run', '--retry=1', `--reporter=${join(root, 'build/summary-of-vitest.mjs')}`],
  },
  playwright: {
    file: 'suite.spec.mjs',
    suite: `import { test } from '@playwright/test';${SUITE}`,
    args: [
      '@playwright/test/cli.js',
      'test',
      '--retries=1',
      `--reporter=${join(root, 'build/summary-of-playwright.mjs')}`,
    ],
  },
};

test.each(Object.entries(RUNNERS))(
  'a test that %s saw fail, or pass only on a retry, is named in the last lines',
  async (name, { file, suite, args }) => {
    const folder = await scratchFolder();
    onTestFinished(folder.remove);
    await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'));
    await writeFile(join(folder.path, file), suite);
    const summary = join(folder.path, `${name}.json`);
    const [script = '', ...rest] = args;
    // The runner that runs this must not be taken for the one that is tried.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([key]) => !/VITEST|^NODE_ENV$|^TEST$/.test(key)),
    );
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...rest], {
      cwd: folder.path,
      env: { ...env, HANGAR_TEST_SUMMARY: summary },
      stdio: 'ignore',
    });
    await once(child, 'close');
    // Written by our own reporter.
    const lines = lastLines([JSON.parse(await readFile(summary, 'utf8')) as Summary]);
    expect(lines).toEqual([
      'skipped: 1 test: not for this system, or not for this Node',
      expect.stringMatching(/^failed: .*broken: suite\.\w+\.mjs:\d+: .*always$/),
      expect.stringMatching(/^retried: .*flaky: suite\.\w+\.mjs:\d+: .*only once \| at x$/),
      'retried: 1',
      '2 passed, 1 failed, 1 skipped',
    ]);
  },
);
