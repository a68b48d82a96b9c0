// `npm test`: finds or installs what the tests need, builds, runs every suite, and ends with one line that sums them up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';
import { findChromium } from './find-chromium.mjs';
import { lastLines } from './last-lines.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'hangar-tests-'));
const filters = process.argv.slice(2);

/** A run of Playwright of some projects, with a folder of its own for what it leaves. */
const playwright = (name, projects, ...more) => ({
  name,
  exists: () => filters.length === 0 && existsSync(join(root, 'playwright.config.ts')),
  args: () => [
    '@playwright/test/cli.js',
    ...['test', '--reporter=list,./build/summary-of-playwright.mjs', `--output=test-results/${name}`],
    ...projects.map((project) => `--project=${project}`),
    ...more,
  ],
});

/**
 * The runners: how each is started so that it writes a summary (build/last-lines.mjs). Those of a list run one after another, the
 * lists at the same time. Tests of the desktop mostly wait, for applications and for windows, and take what others leave.
 */
const RUNNERS = [
  [
    {
      name: 'vitest',
      exists: () => true,
      args: () => [
        'vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=./build/summary-of-vitest.mjs',
        ...filters,
      ],
    },
    playwright('browser', ['browser']),
  ],
  // Its output comes in one piece, between those of the others.
  [{ ...playwright('desktop', ['desktop', 'package', 'packaged'], '--workers=2'), isBeside: true }],
];

/** Runs one runner; a runner that ends without a summary, or badly without a failed test, counts as one failure. */
async function run({ name, args, isBeside = false }, env) {
  const summary = join(scratch, `${name}.json`);
  const [script, ...rest] = args();
  const output = [];
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...rest], {
    cwd: root,
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...env, HANGAR_TEST_SUMMARY: summary },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  const counted = existsSync(summary)
    ? JSON.parse(readFileSync(summary, 'utf8'))
    : { passed: 0, failed: [], skipped: [], retried: [] };
  if (status === 0 || counted.failed.length > 0) return counted;
  return { ...counted, failed: [{ name, reason: `ended with ${status ?? 'a signal'}` }] };
}

/** Runs the runners of a list that there are, one after another. */
async function runAll(runners, env) {
  const results = [];
  for (const runner of runners) if (runner.exists()) results.push(await run(runner, env));
  return results;
}

async function main() {
  await ensureBuilt();
  const env = { ...process.env, ...findChromium(root) };
  const results = (await Promise.all(RUNNERS.map((runners) => runAll(runners, env)))).flat();
  process.stdout.write(`${lastLines(results).join('\n')}\n`);
  return results.every(({ failed }) => failed.length === 0) && results.some(({ passed }) => passed > 0) ? 0 : 1;
}

process.exitCode = await main()
  .catch((error) => {
    process.stderr.write(`${error.message}\n0 passed, 1 failed\n`);
    return 1;
  })
  .finally(() => rmSync(scratch, { recursive: true, force: true }));
