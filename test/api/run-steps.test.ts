import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  tasks: [
    { slug: 'child', behavior: steps() },
    { slug: 'broken', behavior: steps({ do: 'fail', message: 'no paper' }) },
    {
      slug: 'whole',
      timeout: 36000,
      parameters: [{ slug: 'late', type: 'boolean', default: false }],
      behavior: steps(
        { do: 'log', text: 'Looking up {{ params.late }}' },
        { do: 'log', when: 'params.late', text: 'never' },
        { do: 'wait', seconds: 3600 },
        { do: 'execute', task: 'child' },
        { do: 'prompt', description: 'Go on?' },
        { do: 'output', value: 1 },
      ),
    },
    { slug: 'parent', behavior: steps({ do: 'execute', task: 'broken' }, { do: 'output', value: 1 }) },
    { slug: 'odd', behavior: steps({ do: 'log', when: 'params.nothing.at.all', text: 'x' }, { do: 'log', text: 'y' }) },
    { slug: 'asking', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
    { slug: 'asking_twice', behavior: steps({ do: 'execute', task: 'asking' }) },
    { slug: 'empty', behavior: steps() },
    { slug: 'program', behavior: { kind: 'command', command: ['true'] } as never },
  ],
} as never;

const detailOf = ({ api }: TestEmulator, id: string) => api.emulator.runs.get({ params: { id } });
const second = (at: string | null): string => (at === null ? '' : at.slice(11, 19));
const shown = async (hangar: TestEmulator, id: string) =>
  (await detailOf(hangar, id)).steps.map((step) =>
    [step.do, step.state, second(step.from), second(step.to)].join(' ').trim(),
  );

test('asked for its waits only, a run leaves out the other phases of its timeline and of its children', async () => {
  const hangar = await testEmulator(WORKSPACE);
  const id = await hangar.execute('asking_twice');
  const { timeline, children, ...rest } = await detailOf(hangar, id);
  expect(children.length).toBe(1);
  const waits = timeline.filter(({ phase }) => phase === 'waiting');
  expect(waits.map(({ runID }) => runID)).toEqual([children[0]?.id]);
  const asked = await hangar.api.emulator.runs.get({ params: { id }, query: { timeline: 'waiting' } });
  expect(asked).toEqual({ ...rest, children, timeline: waits });
  expect((await hangar.send(`/_emulator/runs/${id}?timeline=active`)).status).toBe(400);
});

describe('the steps of a run', () => {
  test('have the times at which they began and ended, also after a restart in between', async () => {
    const before = await testEmulator(WORKSPACE);
    await before.send('/_emulator/clock', { method: 'PUT', body: { state: 'frozen' } });
    const id = await before.execute('whole');
    expect(await shown(before, id)).toEqual([
      'log done 16:00:00 16:00:00',
      'log skipped',
      'wait active 16:00:00',
      'execute pending',
      'prompt pending',
      'output pending',
    ]);
    const hangar = await before.restart();
    await hangar.send('/_emulator/clock/advance', { body: { seconds: 7200 } });
    const [prompt] = (await detailOf(hangar, id)).prompts;
    await hangar.api.v0.prompts.submit({ body: { id: prompt?.prompt.id ?? '', values: {} } });
    await settled();
    expect(await shown(hangar, id)).toEqual([
      'log done 16:00:00 16:00:00',
      'log skipped',
      'wait done 16:00:00 17:00:00',
      'execute done 17:00:00 17:00:00',
      'prompt done 17:00:00 18:00:00',
      'output done 18:00:00 18:00:00',
    ]);
    const { steps: own, children, prompts, jumps, behavior } = await detailOf(hangar, id);
    expect([own[3]?.runID, own[4]?.promptID, own[0]?.text]).toEqual([
      children[0]?.id,
      prompts[0]?.prompt.id,
      'Looking up {{ params.late }}',
    ]);
    expect(behavior).toBe('steps');
    expect(jumps.map(({ from, to }) => [second(from), second(to)])).toEqual([['16:00:00', '18:00:00']]);
  });

  test.each([
    ['parent', ['execute failed', 'output unreached']],
    ['odd', ['log failed', 'log unreached']],
    ['empty', []],
    ['program', []],
  ])('of %s are %j once it has ended', async (slug, states) => {
    const hangar = await testEmulator(WORKSPACE);
    const id = await hangar.execute(slug);
    const detail = await detailOf(hangar, id);
    expect(detail.steps.map((step) => `${step.do} ${step.state}`)).toEqual(states);
  });

  test('of a cancelled run end with it', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const id = await hangar.execute('whole');
    await hangar.api.emulator.runs.cancel({ params: { id } });
    expect((await shown(hangar, id))[2]).toMatch(/^wait cancelled \S+ \S+$/);
  });
});

describe('a run', () => {
  test('remembers which run it repeats, unless that is not kept', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const first = await hangar.execute('empty');
    const again = (repeats: string) => hangar.api.emulator.runs.execute({ params: { id: 'empty' }, body: { repeats } });
    const { runID } = await again(first);
    const { runID: other } = await again('run20261120unknown');
    expect((await detailOf(await hangar.restart(), runID)).row.repeats).toBe(first);
    expect((await detailOf(hangar, other)).row.repeats).toBe('');
  });

  test('has the requests that made and named it, refused attempts with the same idempotency key among them', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 'empty', behavior: steps() }],
      faults: [{ slug: 'busy', match: { operation: 'tasks/execute' }, times: 1, kind: 'error', status: 429 }],
    } as never);
    const headers = { 'Idempotency-Key': 'one' };
    await hangar.send('/v0/tasks/execute', { body: { slug: 'empty' }, headers });
    const id = await hangar.execute('empty', {}, headers);
    await hangar.execute('empty');
    await hangar.send(`/v0/runs/get?id=${id}`);
    const { entries } = await hangar.api.emulator.traffic.list({ query: { run: id } });
    expect(entries.map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/v0/runs/get 200',
      '/v0/tasks/execute 200',
      '/v0/tasks/execute 429',
    ]);
  });
});
