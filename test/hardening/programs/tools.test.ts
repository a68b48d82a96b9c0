import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lastLines } from '../../../build/last-lines.ts';
import { toolTable } from '../../../build/tool-table.ts';
import { scratchFolder } from '../../support/program.ts';
import { PROGRAMS, toolsIn } from '../../tools/programs.mjs';
import { TOOL_NAMES, TOOLS } from '../../tools/registry.ts';
import { lackOf, toolPath, variablesOf } from '../../tools/tools.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('each program that tests may lack belongs to a tool', () => {
  expect(Object.values(PROGRAMS).filter((name) => !(name in TOOLS))).toEqual([]);
});

test.each([
  ['curl -s http://127.0.0.1/ | jq .', ['curl', 'jq']],
  ['run=$(curl -s http://127.0.0.1/)\nopenssl dgst -sha256', ['curl']],
  // oxlint-disable-next-line tests/asks-for-tools -- a text that is looked at
  ['npx hangar exec -- python3 -m pytest -q', ['python3', 'pytest']],
  ['curl is a program; curl sends a request', []],
  ['sleep 1 && exec zsh', ['zsh']],
])('the tools of the command %j', (text, tools) => {
  expect(toolsIn(text)).toEqual(tools);
});

test('what one process found is what the others have, and what it lacked they lack', () => {
  const before = process.env['HANGAR_TEST_TOOLS'];
  onTestFinished(() => {
    if (before === undefined) delete process.env['HANGAR_TEST_TOOLS'];
    else process.env['HANGAR_TEST_TOOLS'] = before;
  });
  Object.assign(process.env, variablesOf({ curl: '/opt/curl' }));
  expect([toolPath('curl'), lackOf('curl'), lackOf('curl', 'zsh', 'jq')]).toEqual(['/opt/curl', '', 'no zsh, no jq']);
});

test('the table of tools has a line for each: found, fetched, or missing, with how to get it', () => {
  const lines = toolTable({ found: { curl: '/usr/bin/curl', browser: '/cache/chromium' }, fetched: ['browser'] });
  expect(lines).toHaveLength(TOOL_NAMES.length);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^browser +fetched +\/cache\/chromium$/),
      expect.stringMatching(/^curl +found +\/usr\/bin\/curl$/),
      expect.stringMatching(/^zsh +missing +for completion in zsh: `apt-get install zsh`$/),
    ]),
  );
});

test('the last lines have one for each missing tool and each other reason, and the sum', () => {
  const named = (reason: string) => ({ name: 'a test', reason });
  const skipped = ['no zsh, no jq', 'no zsh', 'not for root, but for others', ''].map(named);
  expect(lastLines([{ passed: 5, failed: [], retried: [], skipped }])).toEqual([
    'skipped: 2 tests: no zsh, for completion in zsh: `apt-get install zsh`',
    'skipped: 1 test: no jq, for the documented session: `apt-get install jq`',
    'skipped: 1 test: not for root, but for others',
    'skipped: 1 test: not for this system, or not for this Node',
    '5 passed, 0 failed, 4 skipped',
  ]);
});

describe('the linter', () => {
  /** Messages of the rule about a test. */
  async function complaintsAbout(source: string): Promise<string[]> {
    const folder = await scratchFolder();
    onTestFinished(folder.remove);
    const rules = { 'tests/asks-for-tools': 'error' };
    const configuration = { jsPlugins: [join(ROOT, 'test/tools/lint.mjs')], categories: {}, rules };
    await writeFile(join(folder.path, '.oxlintrc.json'), JSON.stringify(configuration));
    await mkdir(join(folder.path, 'test'));
    await writeFile(join(folder.path, 'test', 'one.test.ts'), source);
    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', 'test'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string }[] };
    return diagnostics.map(({ message }) => message).filter((message) => message.includes('a machine may lack'));
  }

  test.each([
    ['curl', `spawn('curl', ['-s', url]);`],
    ['curl', `await outcome('curl', args);`],
    ['curl', `execSync('curl -s ' + url);`],
    ['curl', `const behavior = { kind: 'command', command: ['curl', '-s', url] };`],
    ['curl', 'const suite = `set -e\ncurl -s "$HANGAR_URL"\n`;'],
    ['curl', `const CASES = [['curl', ['node', '-c', text]]];`],
    ['POSIX', `const behavior = { kind: 'command', command: ['sh', '-c', 'echo 1'] };`],
  ])('refuses a test that starts a program of %s without asking for it: %s', async (tool, source) => {
    expect(await complaintsAbout(source)).toEqual([expect.stringContaining(`needs('${tool}')`)]);
    expect(await complaintsAbout(`needs('${tool}');\n${source}`)).toEqual([]);
  });

  test.each([
    `expect(text).toBe('curl -s http://127.0.0.1');`,
    `test('a curl command is copied', () => {});`,
    `const names = ['curl', 'fetch'];`,
    `spawn('sleep', ['1']);`,
  ])('lets others pass: %s', async (source) => {
    expect(await complaintsAbout(source)).toEqual([]);
  });
});
