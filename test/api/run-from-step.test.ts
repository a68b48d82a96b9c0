import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  tasks: [
    {
      slug: 'price',
      parameters: [{ slug: 'order', default: 'AB1' }],
      behavior: steps({ do: 'output', value: { price: 20 } }),
    },
    {
      slug: 'refund',
      parameters: [{ slug: 'order' }],
      allowCachedMaxAge: 3600,
      behavior: steps(
        { do: 'output', value: { order: '{{ params.order }}' } },
        { do: 'execute', task: 'price', as: 'priced' },
        { do: 'output', value: { order: '{{ params.order }}', price: '{{ priced.output.price }}' } },
        { do: 'prompt', description: 'Refund?', parameters: [{ slug: 'reason' }], as: 'asked' },
        { do: 'wait', seconds: 60 },
        { do: 'log', text: '{{ priced.output.price }} for {{ asked.values.reason }}' },
      ),
    },
    { slug: 'program', behavior: { kind: 'command', command: ['true'] } },
  ],
} as never;

/** Executes a task, and answers its prompt. */
async function execute(hangar: TestEmulator, slug = 'refund'): Promise<string> {
  const body = { slug, paramValues: slug === 'refund' ? { order: 'AB7' } : {} };
  const { json } = await hangar.send('/v0/tasks/execute', { body });
  await settled();
  const [prompt] = (await hangar.api.emulator.prompts.list()).prompts;
  if (prompt !== undefined)
    await hangar.api.v0.prompts.submit({ body: { id: prompt.prompt.id, values: { reason: 'late' } } });
  await hangar.send('/_emulator/clock/advance', { body: { seconds: 120 } });
  await settled();
  return (json as { runID: string }).runID;
}

const detailOf = ({ api }: TestEmulator, id: string) => api.emulator.runs.get({ params: { id } });
const states = async (hangar: TestEmulator, id: string) =>
  (await detailOf(hangar, id)).steps.map((step) => `${step.do} ${step.state}`);
const logOf = async ({ api }: TestEmulator, id: string) =>
  (await api.emulator.runs.logs({ params: { id } })).lines
    .filter(({ level }) => level === 'info')
    .map(({ text }) => text);
const from = async (hangar: TestEmulator, id: string, body: object) => {
  const { runID } = await hangar.api.emulator.runs.executeFrom({ params: { id }, body: body as never });
  await settled();
  return runID;
};
const resultsOf = async ({ api }: TestEmulator, id: string) =>
  (await api.emulator.runs.results({ params: { id } })).results.map(({ step, name, value }) => [step, name, value]);

describe('a run from a step', () => {
  test('keeps the results of the steps before, which are not executed again', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const first = await execute(hangar);
    expect(await logOf(hangar, first)).toEqual(['20 for late']);
    const { children, prompts } = await detailOf(hangar, first);
    const priced = { runID: children[0]?.id, status: 'Succeeded', output: { price: 20 } };
    const asked = {
      id: prompts[0]?.prompt.id,
      values: { reason: 'late' },
      submittedBy: prompts[0]?.prompt.submittedBy,
    };
    expect(await resultsOf(hangar, first)).toEqual([
      [1, 'priced', priced],
      [3, 'asked', asked],
    ]);

    const again = await from(hangar, first, { step: 5 });
    const detail = await detailOf(hangar, again);
    expect([detail.row.status, detail.row.repeats, detail.children, detail.prompts]).toEqual([
      'Succeeded',
      first,
      [],
      [],
    ]);
    expect(await logOf(hangar, again)).toEqual(['20 for late']);
    expect(detail.output).toEqual({ order: 'AB7', price: 20 });
    expect(await states(hangar, again)).toEqual([
      'output done',
      'execute skipped',
      'output done',
      'prompt skipped',
      'wait skipped',
      'log done',
    ]);
  });

  test('takes edited results, which a further run from a step keeps', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const first = await execute(hangar);
    const edited = await from(hangar, first, { step: 5, results: { priced: { output: { price: 7 } } } });
    expect(await logOf(hangar, edited)).toEqual(['7 for late']);
    expect((await detailOf(hangar, edited)).output).toEqual({ order: 'AB7', price: 7 });
    const third = await from(hangar, edited, { step: 5, results: { asked: { values: { reason: 'broken' } } } });
    expect(await logOf(hangar, third)).toEqual(['7 for broken']);
  });

  test('resumes after a restart', async () => {
    const before = await testEmulator(WORKSPACE);
    await before.send('/_emulator/clock', { method: 'PUT', body: { state: 'frozen' } });
    const first = await execute(before);
    const again = await from(before, first, { step: 4, results: { priced: { output: { price: 9 } } } });
    expect((await detailOf(before, again)).row.status).toBe('Active');
    const hangar = await before.restart();
    await hangar.send('/_emulator/clock/advance', { body: { seconds: 61 } });
    await settled();
    expect(await logOf(hangar, again)).toEqual(['9 for late']);
    expect((await resultsOf(hangar, again))[0]).toEqual([1, 'priced', { output: { price: 9 } }]);
  });

  test('is neither answered from the cache nor an answer to cached requests', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const first = await execute(hangar);
    const again = await from(hangar, first, { step: 5, results: { priced: { output: { price: 7 } } } });
    expect(again).not.toBe(first);
    expect(await execute(hangar)).toBe(first);
  });

  test.each<[string, object, number, RegExp]>([
    ['a step after the last', { step: 6 }, 400, /has no step 6; its steps are 0 to 5/],
    ['a negative step', { step: -1 }, 400, /step/],
    ['a result of a later step', { step: 2, results: { asked: 1 } }, 400, /results\.asked: .* have the results priced/],
    ['a result before the first', { step: 0, results: { x: 1 } }, 400, /have no names for results/],
    ['a name of the prototype', { step: 5, results: { constructor: 1 } }, 400, /results\.constructor/],
  ])('is refused for %s', async (_, body, status, message) => {
    const hangar = await testEmulator(WORKSPACE);
    const id = await execute(hangar);
    const answer = await hangar.send(`/_emulator/runs/${id}/execute`, { body });
    expect([answer.status, JSON.stringify(answer.json)]).toEqual([status, expect.stringMatching(message)]);
  });

  test('is refused for a run that is not there, a task that is gone, and a task without steps', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const [id, program] = [await execute(hangar), await execute(hangar, 'program')];
    const refusal = async (run: string) => {
      const { status, json } = await hangar.send(`/_emulator/runs/${run}/execute`, { body: { step: 0 } });
      return [status, (json as { error: string }).error];
    };
    expect(await refusal('run20260101znothing')).toEqual([404, expect.anything()]);
    expect(await refusal(program)).toEqual([400, expect.stringContaining('it has no steps')]);
    const { row } = await detailOf(hangar, id);
    await hangar.send(`/_emulator/tasks/${row.taskID}`, { method: 'DELETE' });
    expect((await refusal(id))[0]).toBe(404);
    expect(await resultsOf(hangar, program)).toEqual([]);
  });
});
