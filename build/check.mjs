// `npm run check`: types, rules and format, two at a time, each with its output in one piece. Ends with 1 when one finds something.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The longest first: what comes last should be short. */
const CHECKS = [
  ['eslint', 'eslint/bin/eslint.js', '.'],
  ...['test', 'renderer', 'electron', 'shared'].map((part) => [`types of ${part}`, 'typescript/bin/tsc', '-p', part]),
  ['prettier', 'prettier/bin/prettier.cjs', '--check', '.'],
];

async function run([name, script, ...args]) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`${name}: ${code === 0 ? 'fine' : `ended with ${code}`}, ${seconds} s\n`);
  if (code !== 0) process.stdout.write(Buffer.concat(said));
  return code === 0;
}

const left = [...CHECKS];
const isFine = [];
async function work() {
  for (let check = left.shift(); check !== undefined; check = left.shift()) isFine.push(await run(check));
}
await Promise.all([work(), work()]);
process.exitCode = isFine.every(Boolean) ? 0 : 1;
