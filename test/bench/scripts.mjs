// `node test/bench/scripts.mjs`: how soon a script starts, and what scripts that misbehave cost the others. Measures the built library.
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBuilt } from '../../build/ensure-built.mjs';

/** Runs of the warm start; with a pause between them in which the pool gets a new thread ready. */
const STARTS = 60;
const PAUSE = 150;
/** Duration of watching the latency of steps, in milliseconds. */
const WATCHED = 6000;

const MISDEEDS = [
  `export default () => { for (;;); }`,
  `export default () => { const all = []; for (;;) all.push(new Array(1_000_000).fill(0.5)); }`,
  `export default async ({ log }) => { for (let i = 0; i < 1_000_000; i++) log.info('line ' + i); await new Promise(() => {}); }`,
  `export default ({ output }) => output.set('x'.repeat(50_000_000))`,
  `export default () => process.exit(1)`,
  `export default () => { const a = {}; a.a = a; return a; }`,
];

await ensureBuilt();
const { startEmulator } = await import('../../out/main/library.js');
const script = (slug, source) => ({ slug, concurrency: 1000, behavior: { kind: 'script', source } });
const emulator = await startEmulator({
  workspace: {
    version: 1,
    tasks: [
      script('start', `const at = performance.timeOrigin + performance.now();\nexport default (): number => at;`),
      { slug: 'steps', behavior: { kind: 'steps', steps: [{ do: 'output', value: 1 }] } },
      ...MISDEEDS.map((source, index) => script(`bad_${index}`, source)),
    ],
  },
});

async function call(path, body) {
  const headers = { 'X-Service-API-Key': emulator.apiKey };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(emulator.url + path, init)).json();
}

async function finished(runID) {
  for (;;) {
    const run = await call(`/v0/runs/get?id=${runID}`);
    if (['Succeeded', 'Failed', 'Cancelled'].includes(run.status)) return run;
  }
}

const execute = async (slug) => (await call('/v0/tasks/execute', { slug })).runID;

/** Milliseconds from the run's becoming Active to the script's first line. */
async function startOfScript() {
  const runID = await execute('start');
  const { activeAt } = await finished(runID);
  const { output } = await call(`/v0/runs/getOutputs?id=${runID}`);
  const active = Date.parse(activeAt.replace(' ', 'T').replace('+00', 'Z')) + Number(activeAt.slice(23, 26)) / 1000;
  return output.output - active;
}

/** Milliseconds from a task's execution to its outputs, over and over. */
async function latencies() {
  const all = [];
  for (const end = performance.now() + WATCHED; performance.now() < end;) {
    const from = performance.now();
    const runID = await execute('steps');
    await finished(runID);
    await call(`/v0/runs/getOutputs?id=${runID}`);
    all.push(performance.now() - from);
  }
  return all;
}

function row(name, values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const cells = [at(0), at(0.5), at(0.99)].map((value) => value.toFixed(2).padStart(9));
  process.stdout.write(`${name.padEnd(46)}${cells.join('')}   (${sorted.length})\n`);
  return at(0.5);
}

process.stdout.write(
  `${'milliseconds'.padEnd(46)}${['min', 'median', 'p99'].map((text) => text.padStart(9)).join('')}\n`,
);
await startOfScript();
const starts = [];
for (let i = 0; i < STARTS; i++) {
  await pause(PAUSE);
  starts.push(await startOfScript());
}
row('warm start of a script (to reach: below 10)', starts);

const alone = row('a task of steps, alone', await latencies());
const bad = await Promise.all(MISDEEDS.map((_, index) => execute(`bad_${index}`)));
const beside = row('a task of steps, beside scripts that misbehave', await latencies());
process.stdout.write(`ratio of the medians (to reach: below 2): ${(beside / alone).toFixed(2)}\n`);
await Promise.all(bad.map((runID) => call('/v0/runs/cancel', { runID })));

const from = performance.now();
const together = await Promise.all(Array.from({ length: 200 }, () => execute('start')));
// Waits for each run once: questions without a pause would take the cores from the scripts.
await Promise.all(together.map((runID) => emulator.waitFor({ for: 'run', runID })));
process.stdout.write(`200 scripts started together finish in ${Math.round(performance.now() - from)} ms\n`);
await emulator.stop();
