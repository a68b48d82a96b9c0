import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { block } from '../../support/docs.ts';
import { cleanVariables, ROOT } from '../package/support/installed.ts';
import { inProcess } from '../../support/in-process.ts';
import { skipWithout } from '../../support/needs.ts';
import { clientOf } from '../../support/program.ts';

const started = promisify(execFile);
const { launch } = inProcess();
const remove: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of remove.splice(0)) await one();
});

/** A project's folder, and a Hangar that its suite finds by HANGAR_URL. */
async function project() {
  await mkdir(join(ROOT, 'test-results'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'test-results', 'suite-'));
  remove.push(() => rm(folder, { recursive: true }));
  const hangar = await launch({ workspace: { version: 1 } });
  const env = { ...cleanVariables(folder), NO_COLOR: '1', HANGAR_URL: hangar.url, HANGAR_API_KEY: hangar.apiKey };
  const suite = (program: string, args: readonly string[]) =>
    started(program, args, { cwd: folder, env }).then(
      () => 'passed',
      () => 'failed',
    );
  const { emulator } = clientOf(hangar);
  /** The tests in the order of their names: state, name, place, and where and why they failed. */
  const tests = async () =>
    (await emulator.tests.list()).items
      .map(({ state, outcome, test: { name, file, line } }) => {
        const failure =
          state === 'failed' && outcome !== null
            ? ` ${outcome.file}:${outcome.line} ${outcome.message.split('\n')[0]}`
            : '';
        return `${state} ${name} ${file}:${line}${failure}`;
      })
      .sort();
  return { folder, suite, tests, sandboxes: async () => (await emulator.sandboxes.list()).items };
}

const built = (name: string): string => JSON.stringify(join(ROOT, 'out/main', name));

test('the fixture of vitest names its tests, and tells their outcomes with the line of the assertion', async () => {
  const { folder, suite, tests, sandboxes } = await project();
  await writeFile(
    join(folder, 'vitest.config.js'),
    `export default { resolve: { alias: { 'hangar/vitest': ${built('vitest.mjs')} } }, test: { includeTaskLocation: true } };`,
  );
  await writeFile(
    join(folder, 'orders.test.ts'),
    `import { describe, expect } from 'vitest';
import { test } from 'hangar/vitest';
interface Spared { readonly type: 'erased' }
describe('orders', () => {
  test('pass', async ({ hangar }) => expect(hangar.url).toMatch(/^http/));
  test('fail', async ({ hangar }) => {
    expect(hangar.url).toBe(
      'elsewhere');
  });
  test.fails('fail as they should', ({ hangar }) => expect(hangar.url).toBe(''));
});
test('uses none', () => undefined);
test('${'long '.repeat(300)}', ({ hangar }) => expect(hangar.url).toBe('a'.repeat(20_000)));
`,
  );
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  expect(await suite(process.execPath, [vitest, 'run', '--root', folder])).toBe('failed');
  const [long, ...others] = (await tests()).sort((a, b) => b.length - a.length);
  expect(long).toMatch(/^failed (?:long )+.*…? orders\.test\.ts:13 orders\.test\.ts:13 expected/);
  expect(others.sort()).toEqual([
    expect.stringMatching(/^failed orders > fail orders\.test\.ts:6 orders\.test\.ts:7 expected 'http/),
    'passed orders > fail as they should orders.test.ts:10',
    'passed orders > pass orders.test.ts:5',
  ]);
  expect(await sandboxes()).toEqual([]);
});

test('withHangar names the tests of node:test, and tells their outcomes', async () => {
  const { folder, suite, tests } = await project();
  await writeFile(
    join(folder, 'orders.test.mjs'),
    `import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { withHangar } from ${built('testing.js')};
test('passes', withHangar(() => undefined));
test('fails', withHangar(({ url }) => {
  equal(url, 'elsewhere');
}));
test('throws no error', withHangar(() => { throw 'a text'; }));
test('is named', withHangar(() => undefined, { test: { name: 'another name' } }));
`,
  );
  expect(await suite(process.execPath, ['--test', 'orders.test.mjs'])).toBe('failed');
  expect(await tests()).toEqual([
    'failed fails orders.test.mjs:5 orders.test.mjs:6 Expected values to be strictly equal:',
    'failed throws no error orders.test.mjs:8 :null a text',
    'passed another name :null',
    'passed passes orders.test.mjs:4',
  ]);
});

test('the plugin for pytest names its tests, and tells their outcomes with the line of the assertion', async (context) => {
  skipWithout(context, 'python3', 'pytest');
  const { folder, suite, tests, sandboxes } = await project();
  await copyFile(join(ROOT, 'recipes/pytest/pytest_hangar.py'), join(folder, 'pytest_hangar.py'));
  await writeFile(join(folder, 'conftest.py'), block('conftest.py'));
  await writeFile(
    join(folder, 'test_orders.py'),
    `import pytest

class TestOrders:
    @pytest.mark.parametrize("order", ["AB1"])
    def test_passes(self, hangar, order):
        assert hangar.findings() == []

def test_fails(hangar):
    expected = "elsewhere"
    assert hangar.url == expected

def test_raises(hangar):
    hangar.call("/v0/nowhere", {})

@pytest.mark.xfail
def test_fails_as_it_should(hangar):
    assert False
`,
  );
  expect(await suite('python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'])).toBe('failed');
  expect(await tests()).toEqual([
    expect.stringMatching(/^failed test_fails test_orders\.py:8 test_orders\.py:10 AssertionError: assert 'http/),
    expect.stringMatching(
      /^failed test_raises test_orders\.py:12 pytest_hangar\.py:\d+ pytest_hangar\.HangarError: 404: /,
    ),
    expect.stringMatching(/^passed TestOrders\.test_passes\[AB1\] test_orders\.py:4/),
    expect.stringMatching(/^passed test_fails_as_it_should test_orders\.py:15/),
  ]);
  expect(await sandboxes()).toEqual([]);
});
