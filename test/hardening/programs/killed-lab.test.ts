import { expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { builtProgram } from '../../support/built-program.ts';
import { clientOf, serve } from '../../support/program.ts';
import { steps } from '../../support/steps.ts';

const { dataWith, home } = builtProgram();
const NOW = '2030-01-01T00:00:00Z';
const LIST = { operation: 'runs/list' } as const;

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  apiKeys: [{ key: 'tkn_test' }],
  tasks: [{ slug: 'asks', behavior: steps({ do: 'prompt', description: 'Go on?' }) }],
  faults: [{ slug: 'partly', kind: 'error', status: 503, skip: 1, times: 3, match: LIST }],
  answers: [{ slug: 'late', afterSeconds: 3000 }],
};

type Api = ReturnType<typeof clientOf>;

/** The clock, the things that time will do, and the counters of all rules. */
async function labOf({ emulator }: Api) {
  const { now, state, upcoming } = await emulator.clock.read({});
  const faults = (await emulator.faults.list({})).items;
  const answers = (await emulator.answers.list({})).items;
  const rules = [...faults, ...answers].map(({ slug, source, matched, applied, remaining }) => ({
    ...{ slug, source, matched, applied, remaining },
  }));
  return { now, state, upcoming, rules };
}

/** Requests the list of runs a number of times; gives the statuses in order. */
async function statusesOf(url: string, requests: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < requests; i++) {
    const answer = await fetch(`${url}/v0/runs/list`, { headers: { 'X-Service-API-Key': 'tkn_test' } });
    statuses.push(answer.status);
  }
  return statuses;
}

test('after kill -9 the frozen clock, counters and due answers are as they were; runtime rules are gone', async () => {
  const args = dataWith(WORKSPACE);

  const first = await serve([...args, '--now', NOW, '--freeze'], { env: home() });
  const api = clientOf({ ...first.ready, apiKey: 'tkn_test' });
  await api.emulator.faults.create({ body: { slug: 'runtime', kind: 'refuse', match: { operation: 'runs/get' } } });
  await api.emulator.answers.create({ body: { slug: 'runtime', match: { runbook: 'none' } } });
  const kept = { slug: 'kept', kind: 'error', status: 500, times: 9, match: LIST, keep: true } as const;
  await api.emulator.faults.create({ body: kept });
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'asks' } });
  await expect
    .poll(async () => (await api.emulator.clock.read({})).upcoming)
    .toMatchObject([
      { kind: 'answer', runID },
      { kind: 'timeout', runID },
    ]);
  await api.emulator.clock.advance({ body: { seconds: 1800 } });
  // The first request is left to the kept fault.
  expect(await statusesOf(first.ready.url, 2)).toEqual([500, 503]);
  const before = await labOf(api);
  await first.stop('SIGKILL');

  const second = await serve(args, { env: home() });
  const again = clientOf({ ...second.ready, apiKey: 'tkn_test' });
  const after = await labOf(again);
  expect(after).toEqual({ ...before, rules: before.rules.filter(({ source }) => source === 'workspace') });
  expect(after).toMatchObject({
    now: expect.stringMatching(/^2030-01-01 00:30:00/) as string,
    state: 'frozen',
    upcoming: [{ at: expect.stringMatching(/^2030-01-01 00:50:00/) as string, kind: 'answer' }, { kind: 'timeout' }],
    rules: [
      { slug: 'partly', matched: 2, applied: 1, remaining: 2 },
      { slug: 'kept', matched: 1, applied: 1, remaining: 8 },
      { slug: 'late', matched: 1 },
    ],
  });

  const { events } = await again.emulator.clock.advance({ body: { seconds: 7200 } });
  const more = await again.emulator.clock.advance({ body: { seconds: 7200 } });
  expect([events, more.events]).toMatchObject([[after.upcoming[0]], []]);
  const { prompts } = await again.v0.prompts.list({ query: { runID } });
  expect(prompts).toMatchObject([{ submittedAt: expect.stringMatching(/^2030-01-01 00:50:00/) as string }]);
  const [, , answer] = (await labOf(again)).rules;
  expect(answer).toMatchObject({ slug: 'late', matched: 1, applied: 1 });
  expect(await statusesOf(second.ready.url, 3)).toEqual([503, 503, 500]);
});

test('after kill -9 a call is still refused until its Retry-After is over', async () => {
  const busy = { slug: 'busy', kind: 'error', status: 429, retryAfterSeconds: 60, times: 1, match: LIST } as const;
  const args = dataWith({ version: 1, apiKeys: [{ key: 'tkn_test' }], faults: [busy] });

  const first = await serve([...args, '--now', NOW, '--freeze'], { env: home() });
  expect(await statusesOf(first.ready.url, 1)).toEqual([429]);
  await clientOf({ ...first.ready, apiKey: 'tkn_test' }).emulator.clock.advance({ body: { seconds: 59 } });
  await first.stop('SIGKILL');

  const second = await serve(args, { env: home() });
  const api = clientOf({ ...second.ready, apiKey: 'tkn_test' });
  // Too early, which begins a new period and uses up nothing.
  expect(await statusesOf(second.ready.url, 1)).toEqual([429]);
  await api.emulator.clock.advance({ body: { seconds: 59 } });
  await second.stop('SIGKILL');

  const third = await serve(args, { env: home() });
  await clientOf({ ...third.ready, apiKey: 'tkn_test' }).emulator.clock.advance({ body: { seconds: 2 } });
  expect(await statusesOf(third.ready.url, 2)).toEqual([200, 200]);
});
