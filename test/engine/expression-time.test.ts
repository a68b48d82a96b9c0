import { expect, test } from 'vitest';
import { testEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

/** The clock of these tests starts at 2026-11-20 16:00:00 UTC, which is not the machine's time. */
const TODAY = '2026-11-20T16';
const IN_TIME = `new Date().toISOString().startsWith("${TODAY}") && new Date(Date.now()).getUTCFullYear() === 2026`;

const askedToday = { slug: 'day', type: 'string' as const, default: '{{ new Date().toISOString().slice(0, 13) }}' };

test('`Date` is the emulated time in templates, conditions and the defaults of a prompt', async () => {
  const behavior = steps(
    { do: 'log', text: 'It is {{ new Date().toISOString().slice(0, 13) }}.' },
    { do: 'fail', when: `!(${IN_TIME})`, message: 'the condition knows another time' },
    { do: 'prompt', description: 'On {{ new Date().getUTCFullYear() }}?', parameters: [askedToday] },
    { do: 'output', value: { at: '{{ Date.now() }}' } },
  );
  const { api, clock } = await testEmulator({ tasks: [{ slug: 't', behavior }] });
  const { runID } = await api.v0.tasks.execute({ body: { slug: 't' } });
  await clock.advance(60);
  const [prompt] = (await api.v0.prompts.list({ query: { runID } })).prompts;
  await api.v0.prompts.submit({ body: { id: prompt?.id ?? '', values: {} } });
  await clock.advance(0);
  const { logs } = await api.v0.runs.getLogs({ query: { runID } });
  const { output } = await api.v0.runs.getOutputs({ query: { id: runID } });
  expect([logs[0]?.text, prompt?.description, prompt?.values, output]).toEqual([
    `It is ${TODAY}.`,
    'On 2026?',
    { day: TODAY },
    { at: Date.UTC(2026, 10, 20, 16, 1) },
  ]);
});

test('`Date` is the emulated time in `validate` and `hidden`', async () => {
  const parameters = [
    { slug: 'a', type: 'string' as const, constraints: { validate: `${IN_TIME} ? null : "another time"` } },
    { slug: 'b', type: 'string' as const, hidden: IN_TIME },
  ];
  const { api } = await testEmulator({ tasks: [{ slug: 't', parameters }] });
  const { runID } = await api.v0.tasks.execute({ body: { slug: 't', paramValues: { a: 'x' } } });
  expect((await api.v0.runs.get({ query: { id: runID } })).paramValues).toEqual({ a: 'x' });
});

test('`Date` is the emulated time in the blocks of a runbook', async () => {
  const blocks = [
    {
      slug: 'one',
      kind: 'task' as const,
      task: 't',
      when: IN_TIME,
      paramValues: { day: '{{ new Date().toISOString().slice(0, 13) }}' },
    },
  ];
  const { api, clock } = await testEmulator({
    tasks: [{ slug: 't', parameters: [{ slug: 'day', type: 'string' }] }],
    runbooks: [{ slug: 'book', name: 'Book', blocks }],
  });
  await api.v0.runbooks.execute({ body: { slug: 'book' } });
  await clock.advance(0);
  const { runs } = await api.v0.runs.list();
  expect(runs.map(({ paramValues }) => paramValues)).toEqual([{ day: TODAY }]);
});
