import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { clientOf, serve, type Ready } from '../../support/program.ts';
import { until } from '../../support/until.ts';

const { folder, home } = builtProgram();

/** Sends requests that are told apart by their query. */
async function list({ url, apiKey }: Ready, limits: readonly number[]): Promise<number[]> {
  const answers = limits.map((limit) =>
    fetch(`${url}/v0/runs/list?n=${limit}`, { headers: { 'X-Service-API-Key': apiKey } }),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** The logged requests, newest first. */
async function logged(ready: Ready) {
  const { entries } = await clientOf(ready).emulator.traffic.list({ query: { limit: '100000' } });
  return entries.map(({ id, query }) => ({ id, query }));
}

/** Waits until requests are in the file of a data folder, which takes a fraction of a second on an idle machine. */
async function written(data: string, limits: readonly number[]): Promise<void> {
  const file = join(data, 'traffic.jsonl');
  await until(() => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return limits.every((limit) => text.includes(`?n=${limit}"`));
  });
}

test('requests that were answered are written soon, and are in the traffic log after kill -9', async () => {
  const args = ['--data', join(folder(), 'data')];
  const before: Awaited<ReturnType<typeof logged>> = [];
  for (let round = 0; round < 3; round++) {
    const { ready, stop } = await serve(args, { env: home() });
    const limits = Array.from({ length: 50 }, (_, n) => 1 + round * 100 + n);
    expect(new Set(await list(ready, limits))).toEqual(new Set([200]));
    await written(join(folder(), 'data'), limits);
    // Written while the program is killed: perhaps kept, never torn into something else.
    void list(ready, [900]).catch(() => undefined);
    await stop('SIGKILL');
    const next = await serve(args, { env: home() });
    const after = (await logged(next.ready)).filter(({ query }) => query !== '?n=900');
    expect(
      after
        .map(({ query }) => query)
        .slice(0, 50)
        .sort(),
    ).toEqual(limits.map((limit) => `?n=${limit}`).sort());
    expect(after.slice(50)).toEqual(before);
    before.splice(0, before.length, ...after);
    expect(await next.stop()).toMatchObject({ code: 0, stderr: '' });
  }
});

test('requests that follow many others are written soon, too', async () => {
  const args = ['--data', join(folder(), 'data')];
  const first = await serve(args, { env: home() });
  const limits = Array.from({ length: 400 }, (_, n) => 1 + n);
  await list(first.ready, limits.slice(0, 350));
  await written(join(folder(), 'data'), limits.slice(0, 350));
  await list(first.ready, limits.slice(350));
  await written(join(folder(), 'data'), limits);
  await first.stop('SIGKILL');
  const second = await serve(args, { env: home() });
  const kept = (await logged(second.ready)).map(({ query }) => query);
  expect(kept.sort()).toEqual(limits.map((limit) => `?n=${limit}`).sort());
  await second.stop();
});
