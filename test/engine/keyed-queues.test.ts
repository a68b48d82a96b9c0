import { expect, test } from 'vitest';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { steps } from '../support/steps.ts';

const parameters = [{ slug: 'id' }];
const waits = (slug: string, more: Partial<AuthoredTask> = {}): AuthoredTask => ({
  ...{ slug, parameters, concurrencyKey: '{{ params.id }}' },
  behavior: steps({ do: 'wait', seconds: 10 }),
  ...more,
});
const statuses = ({ run }: TestEngine, ids: readonly string[]) => ids.map((id) => run(id).status);

test('runs with the same key wait for each other, across tasks, in the order of their creation', async () => {
  const host = await startEngine({ tasks: [waits('a'), waits('b')] });
  const ids = [
    host.execute('a', { id: 'x' }),
    host.execute('b', { id: 'x' }),
    host.execute('a', { id: 'x' }),
    host.execute('a', { id: 'y' }),
  ];
  await host.clock.advance(1);
  expect(statuses(host, ids)).toEqual(['Active', 'Queued', 'Queued', 'Active']);
  await host.clock.advance(10);
  expect(statuses(host, ids)).toEqual(['Succeeded', 'Active', 'Queued', 'Succeeded']);
  await host.clock.advance(10);
  expect(statuses(host, ids)).toEqual(['Succeeded', 'Succeeded', 'Active', 'Succeeded']);
});

test('as many as the limit are Active; another environment has queues of its own', async () => {
  const environments = [{ slug: 'prod', default: true }, { slug: 'stage' }];
  const host = await startEngine({ environments, tasks: [waits('a', { concurrencyLimit: 2 })] });
  const ids = [1, 2, 3].map(() => host.execute('a', { id: 'x' }));
  ids.push(host.execute('a', { id: 'x' }, { env: 'stage' }));
  await host.clock.advance(1);
  expect(statuses(host, ids)).toEqual(['Active', 'Active', 'Queued', 'Active']);
});

test('a queued run can be cancelled, and the next one moves up', async () => {
  const host = await startEngine({ tasks: [waits('a'), waits('b')] });
  const ids = [host.execute('a', { id: 'x' }), host.execute('b', { id: 'x' }), host.execute('a', { id: 'x' })];
  await host.clock.advance(1);
  host.cancel(ids[1] ?? '');
  expect(statuses(host, ids)).toEqual(['Active', 'Cancelled', 'Queued']);
  host.cancel(ids[0] ?? '');
  await host.clock.advance(1);
  expect(statuses(host, ids)).toEqual(['Cancelled', 'Cancelled', 'Active']);
});

test('the order holds after a restart', async () => {
  const before = await startEngine({ tasks: [waits('a'), waits('b')] });
  const ids = [before.execute('a', { id: 'x' }), before.execute('b', { id: 'x' })];
  await before.clock.advance(1);
  const host = await before.restart();
  expect(statuses(host, ids)).toEqual(['Active', 'Queued']);
  await host.clock.advance(10);
  expect(statuses(host, ids)).toEqual(['Succeeded', 'Active']);
});

test('a key that cannot be rendered fails the run', async () => {
  const host = await startEngine({ tasks: [waits('a', { concurrencyKey: '{{ params.id.no.such }}' })] });
  const id = host.execute('a', { id: 'x' });
  await host.clock.advance(1);
  expect(host.run(id).status).toBe('Failed');
  expect(host.log(id).join('\n')).toContain('concurrencyKey');
});
