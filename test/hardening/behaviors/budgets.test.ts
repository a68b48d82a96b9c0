import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AuthoredTask } from '../../../shared/model/task.ts';
import { liveClient, scriptTask, startLive, type Live } from '../../support/live.ts';

const STATE = 8_000_000;
const PIECE = 900_000;

/** Calls the interface with the key of the run until it is refused; the output is the refusal, and the count before. */
const calls = (path: string, body: string): string => `export default async () => {
  const headers = { 'X-Service-API-Key': process.env.HANGAR_API_KEY };
  for (let count = 0; count < 40; count++) {
    const answer = await fetch(process.env.HANGAR_URL + '${path}', { method: 'POST', headers, body: JSON.stringify(${body}) });
    if (!answer.ok) return { count, status: answer.status, ...(await answer.json()) };
  }
};`;

const BIG = `'x'.repeat(${PIECE})`;
const OPTIONS = `{ schema: { parameters: [{ slug: 'a', constraints: { options: [{ label: 'x', value: ${BIG} }] } }] } }`;

/** Calls that the code of a run can make without end. */
const FLOODS: readonly AuthoredTask[] = [
  scriptTask('prompts', calls('/v0/prompts/create', OPTIONS)),
  scriptTask('displays', calls('/v0/displays/create', `{ display: { kind: 'json', value: ${BIG} } }`)),
  scriptTask('uploads', calls('/v0/uploads/create', `{ fileName: 'f', sizeBytes: ${PIECE} }`)),
  scriptTask('children', calls('/v0/tasks/execute', `{ slug: 'waits', paramValues: { text: ${BIG} } }`)),
  scriptTask(
    'caught',
    `export default async ({ execute }) => {
    const all = Array.from({ length: 20 }, () => execute('waits', { text: ${BIG} }));
    return { error: await Promise.any(all.map((one) => one.then(() => { throw 0; }, ({ message }) => message))) };
  };`,
  ),
];

/** Runs that fail, since their code cannot be refused anything. */
const FAILING: readonly AuthoredTask[] = [
  scriptTask('logs', `export default async ({ log }) => { for (let n = 0; n < 15; n++) log.info(${BIG}); };`),
  scriptTask(
    'outputs',
    `export default async ({ output }) => {
    for (let n = 0; n < 10; n++) output.set('k' + n, ${BIG});
  };`,
  ),
  {
    slug: 'lines',
    behavior: {
      kind: 'command',
      command: [process.execPath, '-e', `for (let n = 0; n < 12; n++) process.stdout.write(${BIG} + '\\n');`],
    },
  },
  {
    slug: 'values',
    behavior: {
      kind: 'command',
      command: [process.execPath, '-e', `console.log('hangar_output:set ' + JSON.stringify('x'.repeat(9e6)));`],
    },
  },
];

const TASKS: readonly AuthoredTask[] = [
  ...FLOODS,
  ...FAILING,
  {
    slug: 'waits',
    concurrency: 100,
    parameters: [{ slug: 'text', constraints: { optional: true } }],
    behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 900 }] },
  },
];
const FULL = /^(?:"waits" was not executed: )?Hangar is full: .*7\.63 MB.*"maxStateBytes"/;

const lives: Live[] = [];
afterEach(async () => {
  for (const { emulator } of lives.splice(0)) await emulator.stop();
});

async function start(options: { readonly data?: string } = {}): Promise<Live> {
  const live = await startLive({ tasks: [...TASKS], settings: { maxStateBytes: STATE } }, options);
  lives.push(live);
  return live;
}

async function usedBytes({ api }: Live): Promise<number> {
  return (await api.emulator.info()).usage.state.bytes;
}

/** Executes tasks until one is refused; returns the number of those that were not. */
async function fill({ start: execute }: Live): Promise<number> {
  for (let count = 0; ; count++) {
    const refusal = await execute('waits', { text: 'x'.repeat(PIECE) }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refusal === undefined) continue;
    expect(refusal).toMatchObject({ status: 413, message: expect.stringMatching(FULL) as string });
    return count;
  }
}

describe('in memory', () => {
  test.each(FLOODS.map(({ slug }) => slug))('a run that floods Hangar is told so: %s', async (slug) => {
    const live = await start();
    const { status, output } = await live.run(slug);
    expect([status, output['error']]).toEqual(['Succeeded', expect.stringMatching(FULL)]);
    expect(await usedBytes(live)).toBeLessThan(STATE);
    await live.api.emulator.reset({ body: {} });
    expect(await usedBytes(live)).toBeLessThan(PIECE);
    expect(await live.reaches(await live.start('waits', { text: 'x'.repeat(PIECE) }), 'Active')).toBe('Active');
  });

  test.each(FAILING.map(({ slug }) => slug))('a run that cannot be told fails with the budget: %s', async (slug) => {
    const live = await start();
    await live.start('waits', { text: 'x'.repeat(PIECE) });
    const { status, lines } = await live.run(slug);
    expect(status).toBe('Failed');
    expect(lines.at(-1)).toMatch(/error Run failed: Hangar is full/);
    expect(await usedBytes(live)).toBeLessThan(STATE + PIECE);
    await live.start('waits');
  });

  test('uploaded files count, until a reset deletes them', async () => {
    const live = await start();
    const { uploads } = live.api.emulator;
    const bytes = 'x'.repeat(PIECE);
    const made: string[] = [];
    const store = () => uploads.create({ body: bytes }).then(({ id }) => made.push(id));
    const stored = await Promise.allSettled(Array.from({ length: 10 }, store));
    expect(stored.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 413 } });
    expect((await live.api.emulator.info()).usage.uploads.bytes).toBe(made.length * (PIECE + 2));
    await live.api.emulator.reset({ body: {} });
    await store();
    expect((await live.api.emulator.info()).usage.uploads.bytes).toBe(PIECE + 2);
  });

  test('a sandbox has no budget beside that of its parent', async () => {
    const live = await start();
    const sandbox = await live.emulator.sandbox();
    const { tasks } = liveClient(sandbox.url, sandbox.apiKey).api.v0;
    const execute = () => tasks.execute({ body: { slug: 'waits', paramValues: { text: 'x'.repeat(PIECE) } } });
    for (let n = 0; n < 5; n++) await execute();
    expect(await usedBytes(live)).toBeGreaterThan(5 * PIECE);
    expect(await fill(live)).toBeLessThan(5);
    await expect(execute()).rejects.toMatchObject({ status: 413 });
    await sandbox.close();
    expect(await fill(live)).toBe(5);
  });
});

test('with a data folder, a restart finds what was kept, and as much room', async () => {
  const data = mkdtempSync(join(tmpdir(), 'hangar-budget-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const live = await start({ data });
  const count = await fill(live);
  await live.emulator.stop();
  const again = await start({ data });
  const { runs } = await again.api.v0.runs.list({ query: {} });
  expect(runs).toHaveLength(count);
  expect(await fill(again)).toBe(0);
  await again.api.emulator.reset({ body: {} });
  expect(await fill(again)).toBe(count);
});
