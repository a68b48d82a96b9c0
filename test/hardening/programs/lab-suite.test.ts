import { expect, test } from 'vitest';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import type { RunningEmulator } from '../../../electron/programs/library.ts';
import { inProcess } from '../../support/in-process.ts';

const { launch } = inProcess();

type Task = NonNullable<AuthoredWorkspace['tasks']>[number];
const HOUR = 3600;

function task(slug: string, steps: object[], timeout = 2 * HOUR): Task {
  // Steps come as plain objects; the schema checks them when the workspace is read.
  return { slug, timeout, behavior: { kind: 'steps', steps } as Task['behavior'] };
}

const wait = (seconds: number) => ({ do: 'wait', seconds });

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  apiKeys: [{ key: 'tkn_suite' }],
  settings: { rateLimit: { requests: 11, seconds: 600 } },
  tasks: [
    task('long', [wait(HOUR / 2), wait(HOUR / 2)]),
    task('late', [wait(HOUR)], 60),
    task('approve', [{ do: 'prompt' }]),
    task('refuse', [{ do: 'prompt' }]),
    task('tomorrow', [{ do: 'prompt' }]),
  ],
  answers: [
    { slug: 'yes', match: { task: 'approve' } },
    { slug: 'no', cancel: true, match: { task: 'refuse' } },
    { slug: 'later', afterSeconds: 600, match: { task: 'tomorrow' } },
  ],
};

/** Observations of a suite. */
interface Seen {
  /** Answers, events and comparisons, in order. */
  readonly seen: readonly unknown[];
  /** Creation, start and end of each run, in their order. */
  readonly instants: readonly (readonly (string | null)[])[];
  readonly outcomes: readonly string[];
  readonly now: string;
}

/** A suite of a user: waits, a timeout, three prompts, a key that expires and a rate limit. Gives all that it saw. */
async function suite(emulator: RunningEmulator): Promise<Seen> {
  const headers = { 'X-Service-API-Key': 'tkn_suite' };
  const seen: unknown[] = [];
  const execute = async (slug: string, key = ''): Promise<string> => {
    const idempotency = key === '' ? {} : { 'Idempotency-Key': key };
    const body = JSON.stringify({ slug });
    const sent = { method: 'POST', headers: { ...headers, ...idempotency }, body };
    const answer = await fetch(`${emulator.url}/v0/tasks/execute`, sent);
    seen.push([slug, answer.status, answer.headers.get('retry-after'), answer.headers.get('date')]);
    return ((await answer.json()) as { runID?: string }).runID ?? '';
  };
  const rows = async (): Promise<RunRow[]> =>
    ((await (await fetch(`${emulator.url}/_emulator/runs?limit=100`)).json()) as { runs: RunRow[] }).runs;
  const until = (id: string, holds: (row: RunRow) => boolean) =>
    expect.poll(async () => (await rows()).some((row) => row.id === id && holds(row)), { interval: 5 }).toBe(true);
  const ended = (id: string) => until(id, ({ endedAt }) => endedAt !== null);

  const first = await execute('long', 'key');
  await ended(first);
  seen.push((await execute('long', 'key')) === first);
  await ended(await execute('late'));
  await ended(await execute('approve'));
  await ended(await execute('refuse'));
  const tomorrow = await execute('tomorrow');
  await until(tomorrow, ({ waiting }) => waiting);
  for (let i = 0; i < 6; i++) await ended(await execute('approve'));
  await execute('approve');
  const { events, blockedBy } = await emulator.clock.advance({ seconds: HOUR + 1 });
  seen.push(
    events.map(({ at, kind }) => [at, kind]),
    blockedBy,
  );
  await ended(tomorrow);
  const second = await execute('long', 'key');
  seen.push(second === first);
  await ended(second);

  const runs = (await rows()).reverse();
  const { now } = emulator.clock.read();
  const instants = runs.map(({ createdAt, activeAt, endedAt }) => [createdAt, activeAt, endedAt]);
  const outcomes = runs.map(({ taskSlug, status, endedAt }) => `${taskSlug} ${status} ${endedAt?.slice(11, 19) ?? ''}`);
  return { seen, instants, outcomes, now };
}

test('a suite with hours of waits gives the same order, instants and outcomes each time', async () => {
  const clock = { now: '2030-01-01T00:00:00Z', state: 'frozen', autoSkip: true } as const;
  const results: Seen[] = [];
  for (let i = 0; i < 2; i++) {
    const emulator = await launch({ clock, workspace: WORKSPACE });
    results.push(await suite(emulator));
    await emulator.stop();
  }
  expect(results[1]).toEqual(results[0]);
  const { seen = [], outcomes = [], now = '' }: Partial<Seen> = results[0] ?? {};
  const approved = 'approve Succeeded 01:01:00';
  expect([outcomes, now.slice(11, 19)]).toEqual([
    [
      'long Succeeded 01:00:00',
      'late Cancelled 01:01:00',
      approved,
      'refuse Failed 01:01:00',
      'tomorrow Succeeded 01:11:00',
      ...Array.from({ length: 6 }, () => approved),
      'long Succeeded 03:01:01',
    ],
    '03:01:01',
  ]);
  expect(seen).toContainEqual(['approve', 429, '540', 'Tue, 01 Jan 2030 01:01:00 GMT']);
  expect(seen.filter((each) => typeof each === 'boolean')).toEqual([true, false]);
});
