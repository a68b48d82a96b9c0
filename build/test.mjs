// `npm test`: finds or installs what the tests need, builds, runs every suite, and ends with one line that sums them up.
import { spawnSync } from 'node:child_process';
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

/** The runners: how each is started so that it writes a summary (build/last-lines.mjs). */
const RUNNERS = [
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
  {
    name: 'playwright',
    exists: () => filters.length === 0 && existsSync(join(root, 'playwright.config.ts')),
    args: () => ['@playwright/test/cli.js', 'test', '--reporter=list,./build/summary-of-playwright.mjs'],
  },
];

/** Runs one runner; a runner that ends without a summary, or badly without a failed test, counts as one failure. */
function run({ name, args }, env) {
  const summary = join(scratch, `${name}.json`);
  const [script, ...rest] = args();
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, HANGAR_TEST_SUMMARY: summary },
  });
  const counted = existsSync(summary)
    ? JSON.parse(readFileSync(summary, 'utf8'))
    : { passed: 0, failed: [], skipped: [], retried: [] };
  if (status === 0 || counted.failed.length > 0) return counted;
  return { ...counted, failed: [{ name, reason: `ended with ${status ?? 'a signal'}` }] };
}

async function main() {
  await ensureBuilt();
  const env = { ...process.env, ...findChromium(root) };
  const results = RUNNERS.filter(({ exists }) => exists()).map((runner) => run(runner, env));
  process.stdout.write(`${lastLines(results).join('\n')}\n`);
  return results.every(({ failed }) => failed.length === 0) && results.some(({ passed }) => passed > 0) ? 0 : 1;
}

process.exitCode = await main()
  .catch((error) => {
    process.stderr.write(`${error.message}\n0 passed, 1 failed\n`);
    return 1;
  })
  .finally(() => rmSync(scratch, { recursive: true, force: true }));
