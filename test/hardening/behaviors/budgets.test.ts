import { afterEach, describe, expect, test } from 'vitest';
import type { AuthoredTask } from '../../../shared/model/task.ts';
import { liveClient, scriptTask, startLive, type Live } from '../../support/live.ts';
import { steps } from '../../support/steps.ts';

// Budgets of real scripts, commands, files and sandboxes; `hostile/budgets.test.ts` fills up each kind of stored entity.

const STATE = 8_000_000;
const PIECE = 900_000;

const BIG = `'x'.repeat(${PIECE})`;

/** A script that executes others without end; its output is why the first of them was refused. */
const FLOOD = scriptTask(
  'floods',
  `export default async ({ execute }) => {
    const all = Array.from({ length: 20 }, () => execute('waits', { text: ${BIG} }));
    return { error: await Promise.any(all.map((one) => one.then(() => { throw 0; }, ({ message }) => message))) };
  };`,
);

const command = (slug: string, code: string): AuthoredTask => ({
  slug,
  behavior: { kind: 'command', command: [process.execPath, '-e', code] },
});

/** Runs that fail, since their code cannot be refused anything. */
const FAILING: readonly AuthoredTask[] = [
  scriptTask('logs', `export default async ({ log }) => { for (let n = 0; n < 15; n++) log.info(${BIG}); };`),
  scriptTask(
    'outputs',
    `export default async ({ output }) => {
    for (let n = 0; n < 10; n++) output.set('k' + n, ${BIG});
  };`,
  ),
  command('lines', `for (let n = 0; n < 12; n++) process.stdout.write(${BIG} + '\\n');`),
  command('values', `console.log('hangar_output:set ' + JSON.stringify('x'.repeat(9e6)));`),
];

const TASKS: readonly AuthoredTask[] = [
  FLOOD,
  ...FAILING,
  {
    slug: 'waits',
    concurrency: 100,
    parameters: [{ slug: 'text', constraints: { optional: true } }],
    behavior: steps({ do: 'wait', seconds: 900 }),
  },
];
const FULL = /^(?:"waits" was not executed: )?Hangar is full: .*7\.63 MB.*"maxStateBytes"/;

const lives: Live[] = [];
afterEach(async () => {
  for (const { emulator } of lives.splice(0)) await emulator.stop();
});

async function start(): Promise<Live> {
  const live = await startLive({ tasks: [...TASKS], settings: { maxStateBytes: STATE } });
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

describe('the budget of Hangar', () => {
  test('is told to a script that floods it, and is free again after a reset', async () => {
    const live = await start();
    const { status, output } = await live.run('floods');
    expect([status, output['error']]).toEqual(['Succeeded', expect.stringMatching(FULL)]);
    expect(await usedBytes(live)).toBeLessThan(STATE);
    await live.api.emulator.reset({ body: {} });
    expect(await usedBytes(live)).toBeLessThan(PIECE);
    expect(await live.reaches(await live.start('waits', { text: 'x'.repeat(PIECE) }), 'Active')).toBe('Active');
  });

  test.each(FAILING.map(({ slug }) => slug))('fails a run that cannot be told: %s', async (slug) => {
    const live = await start();
    await live.start('waits', { text: 'x'.repeat(PIECE) });
    const { status, lines } = await live.run(slug);
    expect(status).toBe('Failed');
    expect(lines.at(-1)).toMatch(/error Run failed: Hangar is full/);
    expect(await usedBytes(live)).toBeLessThan(STATE + PIECE);
    await live.start('waits');
  });

  test('counts uploaded files, until a reset deletes them', async () => {
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

  test('is shared by a sandbox and its parent', async () => {
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
