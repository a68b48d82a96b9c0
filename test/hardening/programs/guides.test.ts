import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SAMPLE_WORKSPACE } from '../../../electron/emulator/compose/sample-workspace.ts';
import { cleanVariables, ROOT } from '../package/support/installed.ts';
import { block, readPage } from '../../support/docs.ts';
import { inProcess } from '../../support/in-process.ts';
import { needs, skipWithout } from '../../support/needs.ts';
import { clientOf, scratchFolder } from '../../support/program.ts';
import { linkHangar, writeBlocks } from '../../support/project.ts';

const started = promisify(execFile);
const remove: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const one of remove.splice(0)) await one();
});
// Stops its emulators before the folders are removed, into which they may still write: hooks run from the last to the first.
const { launch } = inProcess();

/** A project's folder with files of the documentation and the plugin for pytest, in which `npx hangar` is the built program. */
async function projectWith(...names: readonly string[]): Promise<string> {
  const { path, remove: removeFolder } = await scratchFolder();
  remove.push(removeFolder);
  await writeBlocks(path, ...names);
  await copyFile(join(ROOT, 'recipes/pytest/pytest_hangar.py'), join(path, 'pytest_hangar.py'));
  await linkHangar(path);
  return path;
}

/** Runs lines for a shell as they stand, but for the port: 4100 may be in use here. */
function shell(lines: string, { url = '', cwd = ROOT } = {}): Promise<{ stdout: string }> {
  const script = lines.replaceAll('http://127.0.0.1:4100', url);
  return started('sh', ['-euc', script], { cwd, env: cleanVariables(cwd) });
}

/** Mistakes of clients that a server has found, in words. Those of a command at its end include runs that nobody read. */
async function mistakesAt(url: string): Promise<string[]> {
  const { items } = await clientOf({ url, apiKey: '' }).emulator.findings.list();
  return items.map(({ rule, message }) => `${rule}: ${message}`);
}

/** Lets `hangar exec` of lines for a shell fail when the client made a mistake. */
function strict(lines: string): string {
  const found = lines.replaceAll('hangar exec ', 'hangar exec --fail-on warning ');
  expect(found).not.toBe(lines);
  return found;
}

/** The library, whose emulators write the mistakes of their clients to a file when they stop. */
function reportingLibrary(file: string): string {
  return `import { writeFileSync } from 'node:fs';
import { startEmulator as start } from ${JSON.stringify(join(ROOT, 'out/main/library.js'))};
export async function startEmulator(options) {
  const hangar = await start(options);
  const stop = () => {
    writeFileSync(${JSON.stringify(file)}, JSON.stringify(hangar.findings.list()));
    return hangar.stop();
  };
  return { ...hangar, stop };
}
`;
}

describe('the examples of the documentation for a shell', () => {
  needs('curl', 'POSIX');

  test.each([
    ['first-request', 'first-answer'],
    ['first-prompt', 'first-prompt-answer'],
    ['point-environment', 'point-environment-answer'],
    ['wait-for-run', 'waited-for-run'],
  ])('%s: the lines for the shell give what it says', async (lines, answer) => {
    const { url } = await launch({ workspace: SAMPLE_WORKSPACE, apiKey: 'tkn_local' });
    const { stdout } = await shell(block(lines), { url });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(block(answer)));
    expect(await mistakesAt(url)).toEqual([]);
  });

  test('a sandbox for each test: the request for one gives what it says', async () => {
    const { url } = await launch({ workspace: SAMPLE_WORKSPACE });
    const { stdout } = await shell(block('sandbox'), { url });
    expect(stdout).toBe(block('sandbox-answer'));
    expect(await mistakesAt(url)).toEqual([]);
  });

  test('a suite of your own: its test is listed with its outcome', async () => {
    const { url } = await launch({ workspace: SAMPLE_WORKSPACE });
    expect((await shell(block('own-test'), { url })).stdout).toBe(block('own-test-answer'));
  });

  test('the suite for a shell passes, and fails when Hangar answers something else', async () => {
    const cwd = await projectWith('hangar.json', 'suite.sh');
    await shell(strict(block('shell')), { cwd });
    await writeFile(join(cwd, 'hangar.json'), block('hangar.json').replace('params.order_id', '1'));
    await expect(shell(block('shell'), { cwd })).rejects.toMatchObject({ code: 1 });
  });
});

/** The first example of the page about explore. */
const JOB = block('explore-job.mjs');
/** The same without its mistake. */
const CURED_JOB = JOB.replace("'Content-Type'", "'Idempotency-Key': order, 'Content-Type'");

/** A project that is explored, with this job. */
async function exploredProject(job: string, ...names: readonly string[]): Promise<string> {
  const cwd = await projectWith(...names);
  await writeFile(join(cwd, 'hangar.json'), block('explore-hangar.json'));
  await writeFile(join(cwd, 'job.mjs'), job);
  return cwd;
}

const PYTEST = 'python3 -m pytest -q -p no:cacheprovider';

interface Job {
  readonly steps: readonly { readonly run?: string }[];
}

interface ExploreWorkflow {
  readonly jobs: {
    readonly part: Job & { readonly strategy: { readonly matrix: { readonly shard: readonly number[] } } };
    readonly report: Job;
  };
}

describe('the suites of the documentation', () => {
  test('a sandbox for each test: the suite for pytest passes', async (context) => {
    skipWithout(context, 'python3', 'pytest');
    const cwd = await projectWith('hangar.json', 'test_sandboxes.py');
    const { stdout } = await shell(strict('npx hangar exec --workspace hangar.json -- python3 -m pytest -q'), {
      cwd,
    });
    expect(stdout).toContain('3 passed');
  });

  test('explore: the plugin for pytest fails with the ladder of a counterexample, and passes once the mistake is gone', async (context) => {
    skipWithout(context, 'python3', 'pytest');
    const cwd = await exploredProject(JOB, 'conftest.py', 'test_explore.py');
    await expect(shell(PYTEST, { cwd })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/refund succeeded twice for order_id "AB1"[^]*1 failed/),
    });
    await writeFile(join(cwd, 'job.mjs'), CURED_JOB);
    expect((await shell(PYTEST, { cwd })).stdout).toContain('1 passed');
  });

  test('explore: the jobs of the workflow walk a part each, and the last one makes the report of the whole', async () => {
    const cwd = await exploredProject(CURED_JOB);
    const settings = { command: ['node', 'job.mjs'], invariants: ['once refund per order_id'], faultsAtOnce: 1 };
    await writeFile(join(cwd, 'explore.json'), JSON.stringify(settings));
    const { jobs } = parse(await readFile(join(ROOT, 'recipes/explore-workflow.yml'), 'utf8')) as ExploreWorkflow;
    const line = ({ steps }: Job): string => steps.findLast(({ run }) => run?.includes('hangar explore'))?.run ?? '';
    for (const shard of jobs.part.strategy.matrix.shard)
      await shell(line(jobs.part).replaceAll('${{ matrix.shard }}', String(shard)), { cwd });
    const { stdout } = await shell(line(jobs.report), { cwd });
    expect(stdout).toMatch(/Explored 7 schedules of 1 call in .*: 7 of 7 single faults.*\nEvery invariant held: /);
    expect(await readFile(join(cwd, 'explore.md'), 'utf8')).toContain('Every invariant held.');
  });

  test('explore: the cured example is explored without an alarm, as far as the page says', async () => {
    const cwd = await exploredProject(CURED_JOB);
    // Many at a time, since a third of the schedules wait for a second.
    const { stdout } = await shell(block('explore-command').replace('hangar explore', 'npx hangar explore --jobs 16'), {
      cwd,
    });
    const [walked = ''] = /56 schedules of 1 call|$/.exec(readPage('docs/explore.md')) ?? [];
    expect(stdout).toContain(`Explored ${walked} in `);
    expect(stdout).toContain(': 7 of 7 single faults, 49 of 49 pairs; no people, no orders.\nEvery invariant held: ');
  });

  test('a sandbox for each test: the plugin for pytest serves each test, and shows findings of one that fails', async (context) => {
    skipWithout(context, 'python3', 'pytest');
    const cwd = await projectWith('hangar.json', 'conftest.py', 'test_plugin.py');
    expect((await shell(PYTEST, { cwd })).stdout).toContain('3 passed');
    const beside = await shell(`npx hangar exec --workspace hangar.json -- ${PYTEST}`, { cwd });
    expect(beside.stdout).toContain('3 passed');

    const failing = [
      'def test_fails(hangar):',
      '    assert hangar.clock.freeze()["state"] == "frozen"',
      '    assert hangar.clock.advance(60)["events"] == []',
      '    assert hangar.clock.run()["state"] == hangar.clock.read()["state"] == "running"',
      '    assert hangar.faults.list() == hangar.findings() == []',
      '    hangar.call("/v0/nowhere", {})',
    ].join('\n');
    await writeFile(join(cwd, 'test_fails.py'), failing);
    const { stdout } = await shell(`${PYTEST} test_fails.py || true`, { cwd });
    expect(stdout).toMatch(/1 failed/);
    expect(stdout).toContain('Findings of Hangar');
    expect(stdout).toMatch(/HangarError: 404: /);
    await writeFile(join(cwd, 'hangar.json'), '{');
    const { stdout: broken } = await shell(`${PYTEST} 2>&1 || echo "exit $?"`, { cwd });
    expect(broken).toMatch(/Hangar did not start: \S+\/node_modules\/\.bin\/hangar serve/);
    expect(broken).toContain('exit 3');
  });

  test('the plugin for pytest starts the Hangar of PATH where the project has none, and never fetches one', async (context) => {
    skipWithout(context, 'python3', 'pytest');
    const cwd = await projectWith('hangar.json', 'conftest.py', 'test_plugin.py');
    const own = join(cwd, 'node_modules', '.bin', 'hangar');
    const machine = await projectWith();
    await writeFile(join(machine, 'npx'), '#!/bin/sh\necho fetched >> fetched\n', { mode: 0o755 });
    const pytest = `PATH="${machine}:$PATH" ${PYTEST} 2>&1 || echo "exit $?"`;
    await rename(own, join(machine, 'hangar'));
    expect((await shell(pytest, { cwd })).stdout).toContain('3 passed');
    await rm(join(machine, 'hangar'));
    const { stdout } = await shell(pytest, { cwd });
    expect(stdout).toContain('Exit: Hangar is not installed: add it with npm install --save-dev ');
    expect(stdout).toContain('exit 3');
    expect(await readdir(cwd)).not.toContain('fetched');
  });

  test('the suite for vitest passes', async () => {
    await mkdir(join(ROOT, 'test-results'), { recursive: true });
    const folder = await mkdtemp(join(ROOT, 'test-results', 'readme-'));
    remove.push(() => rm(folder, { recursive: true }));
    const library = join(folder, 'library.js');
    await writeFile(library, reportingLibrary(join(folder, 'findings.json')));
    const alias = JSON.stringify({ hangar: library });
    await writeFile(join(folder, 'vitest.config.js'), `export default { resolve: { alias: ${alias} } };`);
    await writeFile(join(folder, 'example.test.ts'), block('vitest-example'));
    const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
    const env = { ...cleanVariables(folder), NO_COLOR: '1' };
    const { stdout } = await started(process.execPath, vitest, { cwd: folder, env });
    expect(stdout).toMatch(/Tests\D+1 passed/);
    expect(JSON.parse(await readFile(join(folder, 'findings.json'), 'utf8'))).toEqual([]);
  });

  test('the suite for pytest passes, and fails when Hangar answers something else', async (context) => {
    skipWithout(context, 'python3', 'pytest');
    const cwd = await projectWith('hangar.json', 'test_orders.py');
    expect((await shell(strict(block('pytest')), { cwd })).stdout).toContain('1 passed');
    await writeFile(join(cwd, 'hangar.json'), block('hangar.json').replace('params.order_id', '1'));
    await expect(shell(block('pytest'), { cwd })).rejects.toMatchObject({ code: 1 });
  });
});

describe('the signed webhook of the documentation', () => {
  /** Serves its workspace; gives the address and what a run of it came to. */
  async function served() {
    const folder = await projectWith('order-paid.ts', 'webhook-node.mjs');
    await writeFile(join(folder, 'workspace.json'), block('webhook-workspace'));
    const emulator = await launch({ data: folder });
    const { v0 } = clientOf(emulator);
    const cameTo = async (stdout: string): Promise<unknown> => {
      const { runID: id } = JSON.parse(stdout) as { runID: string };
      await expect.poll(async () => (await v0.runs.get({ query: { id } })).status).toMatch(/Succeeded|Failed/);
      return (await v0.runs.getOutputs({ query: { id } })).output;
    };
    const noMistake = async (): Promise<void> => expect(await mistakesAt(emulator.url)).toEqual([]);
    return { folder, url: emulator.url, cameTo, noMistake };
  }

  test('is accepted as curl and openssl send it, and refused with another body', async (context) => {
    skipWithout(context, 'curl', 'openssl');
    const { url, cameTo, noMistake } = await served();
    const lines = block('webhook-curl');
    expect(await cameTo((await shell(lines, { url })).stdout)).toEqual({ paid: 'AB1' });
    await noMistake();
    const forged = lines.replace('-d "$body"', `-d '{"order":"AB2"}'`);
    expect(await cameTo((await shell(forged, { url })).stdout)).toEqual({ error: 'the signature is not right' });
  });

  test('is accepted as Node sends it', async () => {
    const { folder, url, cameTo, noMistake } = await served();
    const program = block('webhook-node.mjs').replaceAll('http://127.0.0.1:4100', url);
    await writeFile(join(folder, 'webhook-node.mjs'), program);
    expect(await cameTo((await started(process.execPath, ['webhook-node.mjs'], { cwd: folder })).stdout)).toEqual({
      paid: 'AB1',
    });
    await noMistake();
  });
});
