// `npm test` and `npm run test:hardening`, the two lanes of tests: finds or fetches what the tests need, builds, runs the suites of the
// lane, and ends with one line that sums them up. With further arguments, runs Vitest with them and nothing else:
// `npm test -- --project unit`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../shared/values/messages.ts';
import { provideTools, variablesOf } from '../test/tools/tools.ts';
import { ensureBuilt } from './ensure-built.mjs';
import { lastLines, type Summary } from './last-lines.ts';
import { recordRun } from './ran-on.ts';
import { toolTable } from './tool-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The folder of all temporary files of the tests, also of those that are killed. Databases run as other users, who must find theirs in it. */
const scratch = mkdtempSync(join(tmpdir(), 'hangar-tests-'));
chmodSync(scratch, 0o755);
const [lane = '', ...filters] = process.argv.slice(2);

/** A program that runs tests. */
interface Runner {
  readonly name: string;
  /** Its script in `node_modules`, and its arguments. */
  readonly args: readonly string[];
  /** True for one whose output comes in one piece, between those of the others. */
  readonly isBeside?: boolean;
}

/** A run of Playwright of some projects, with a folder of its own for what it leaves. */
function playwright(name: string, projects: readonly string[], ...more: readonly string[]): Runner {
  return {
    name,
    args: [
      '@playwright/test/cli.js',
      ...['test', '--reporter=list,./build/summary-of-playwright.mjs', `--output=test-results/${name}`],
      ...projects.map((project) => `--project=${project}`),
      ...more,
    ],
  };
}

function vitest(...args: readonly string[]): Runner {
  const reporters = ['--reporter=default', '--reporter=./build/summary-of-vitest.mjs'];
  return { name: 'vitest', args: ['vitest/vitest.mjs', 'run', ...reporters, ...args] };
}

/**
 * The runners of each lane, each started so that it writes a summary (build/last-lines.ts). Those of a list run one after another, the
 * lists at the same time. Tests of the desktop mostly wait, for applications and for windows, and take what others leave.
 */
const LANES: ReadonlyMap<string, readonly (readonly Runner[])[]> = new Map([
  [
    'users',
    [
      [vitest('--project=unit', '--project=window', '--project=programs'), playwright('browser', ['browser'])],
      [{ ...playwright('desktop', ['desktop'], '--workers=2'), isBeside: true }],
    ],
  ],
  [
    'hardening',
    [
      [vitest('--project=hardening', '--project=hardening-window'), playwright('hardening', ['hardening', 'variants'])],
      [{ ...playwright('packaged', ['package', 'packaged'], '--workers=2'), isBeside: true }],
    ],
  ],
]);

/** Output of a child whose streams are pipes, in the order in which it came; complete once the child has ended. */
function outputOf(child: ChildProcess): Buffer[] {
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  return output;
}

/** Runs one runner; a runner that ends without a summary, or badly without a failed test, counts as one failure. */
async function run({ name, args, isBeside = false }: Runner, env: NodeJS.ProcessEnv): Promise<Summary> {
  const summary = join(scratch, `${name}.json`);
  const [script = '', ...rest] = args;
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...rest], {
    cwd: root,
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...env, HANGAR_TEST_SUMMARY: summary },
  });
  const output = outputOf(child);
  const [status] = (await once(child, 'close')) as [number | null];
  process.stdout.write(Buffer.concat(output));
  const counted = existsSync(summary)
    ? // Written by the reporters in this shape.
      (JSON.parse(readFileSync(summary, 'utf8')) as Summary)
    : { passed: 0, failed: [], skipped: [], retried: [] };
  if (status === 0 || counted.failed.length > 0) return counted;
  return { ...counted, failed: [{ name, reason: `ended with ${status ?? 'a signal'}` }] };
}

/** Runs the runners of a list, one after another. */
async function runAll(runners: readonly Runner[], env: NodeJS.ProcessEnv): Promise<Summary[]> {
  const results = [];
  for (const runner of runners) results.push(await run(runner, env));
  return results;
}

/**
 * Compiles, lints and checks the format (`npm run check`); counts as one test. It runs beside the tests, with what they leave of the
 * processors: most of it is done while they wait.
 */
async function check(env: NodeJS.ProcessEnv): Promise<Summary> {
  const child = spawn(process.execPath, [join(root, 'build/check.mjs')], {
    ...{ cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env },
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const output = outputOf(child);
  const [status] = (await once(child, 'close')) as [number | null];
  process.stdout.write(Buffer.concat(output));
  const failed = status === 0 ? [] : [{ name: 'npm run check', reason: 'see its output above' }];
  return { passed: 1 - failed.length, failed, skipped: [], retried: [] };
}

/**
 * The seed of all properties: always the same one in the first lane and in a pipeline, which judges a change; another one each time
 * somebody runs the second lane.
 */
function seedOf(lane: string): string {
  const isOpen = lane === 'hardening' && process.env['CI'] === undefined;
  return process.env['HANGAR_TEST_SEED'] ?? String(isOpen ? Math.floor(Math.random() * 2 ** 31) : 1);
}

async function main(): Promise<number> {
  const tell = (line: string): void => void process.stdout.write(`${line}\n`);
  // Tests of Vitest need nothing that is fetched.
  const tools = await provideTools(() => filters.length === 0, tell);
  tell(['Tools of the tests:', ...toolTable(tools)].join('\n'));
  await ensureBuilt();
  const env = {
    ...{ ...process.env, ...variablesOf(tools.found), HANGAR_TEST_LANE: lane, HANGAR_TEST_SEED: seedOf(lane) },
    ...{ TMPDIR: scratch, TEMP: scratch, TMP: scratch },
  };
  tell(`Properties are tried with the seed ${env.HANGAR_TEST_SEED}; HANGAR_TEST_SEED sets another one.`);
  const lists = filters.length === 0 ? LANES.get(lane) : [[vitest(...filters)]];
  if (lists === undefined)
    throw new Error(`there is no lane "${lane}" of tests; there are ${[...LANES.keys()].join(' and ')}`);
  const checking = filters.length === 0 && lane === 'users' ? [check(env)] : [];
  const results = (await Promise.all(lists.map((runners) => runAll(runners, env)))).flat();
  const checks = await Promise.all(checking);
  const hasPassed =
    [...results, ...checks].every(({ failed }) => failed.length === 0) && results.some(({ passed }) => passed > 0);
  const added = hasPassed && filters.length === 0 ? recordRun(tools.found.electron) : '';
  if (added !== '') tell(`${added}: first run here; commit test/ran-on.json, and the README with UPDATE_DOCS=1.`);
  tell(lastLines([...results, ...checks]).join('\n'));
  return hasPassed ? 0 : 1;
}

process.exitCode = await main()
  .catch((error: unknown) => {
    const failed = [{ name: 'npm test', reason: messageOf(error) }];
    process.stdout.write(`${lastLines([{ passed: 0, failed, retried: [], skipped: [] }]).join('\n')}\n`);
    return 1;
  })
  .finally(() => rmSync(scratch, { recursive: true, force: true }));
