// `npm run check`: lint rules, format and types, two at a time, each with its output in one piece. `npm run check -- types` runs the
// checks whose name contains that word. Exits with 1 when one of them fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// TypeScript 7 checks in a sixth of the CPU time of TypeScript 6, which build/public-types.mjs still needs.
const COMPILER = 'typescript7/bin/tsc';

/** In order of their duration, so that the two workers end at about the same time. */
const CHECKS = [
  ['lint', 'oxlint/bin/oxlint'],
  ...['test', 'renderer', 'electron', 'shared'].map((part) => [
    `types of ${part}`,
    COMPILER,
    ...['--project', part, '--singleThreaded'],
  ]),
  ['format', 'oxfmt/bin/oxfmt', '--check'],
];

async function run([name, script, ...args]) {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(`${name}: ${code === 0 ? 'fine' : `exited with ${code}`}, ${seconds} s\n`);
  if (code !== 0) process.stdout.write(Buffer.concat(output));
  return code === 0;
}

const filter = process.argv[2] ?? '';
const queue = CHECKS.filter(([name]) => name.includes(filter));
const results = [];
async function work() {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) results.push(await run(check));
}
await Promise.all([work(), work()]);
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;
