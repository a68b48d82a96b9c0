import { describe, expect, test } from 'vitest';
import { checkTemplates } from '../../../shared/expression/template.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';

// The clock of these tests is stopped: turns and limits are counted in operations, the same on every machine.

/** About 130,000 operations: more than expressions may use in one turn of the event loop. */
const HEAVY = '{{ Array.from({ length: 50000 }, (_, i) => i).length }}';
const STEPS = { kind: 'steps' as const };

/** One turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Executes a task; returns the run after some turns, and at the end. */
async function executed({ api }: TestEmulator, slug: string): Promise<{ id: string; early: string; late: string }> {
  const { runID: id } = await api.v0.tasks.execute({ body: { slug } });
  const status = async (): Promise<string> => (await api.v0.runs.get({ query: { id } })).status;
  await turn();
  const early = await status();
  for (let turns = 0; turns < 500 && (await status()) === 'Active'; turns++) await turn();
  return { id, early, late: await status() };
}

async function output({ api }: TestEmulator, id: string): Promise<unknown> {
  return (await api.v0.runs.getOutputs({ query: { id } })).output;
}

describe('many heavy templates in one step', () => {
  test('take several turns of the event loop, between which requests are served', async () => {
    const value = { list: Array.from({ length: 30 }, () => HEAVY), text: `a ${HEAVY} b ${HEAVY}` };
    const hangar = await testEmulator({
      tasks: [{ slug: 't', behavior: { ...STEPS, steps: [{ do: 'output', value }] } }],
    });
    const { id, early, late } = await executed(hangar, 't');
    expect([early, late, await output(hangar, id)]).toEqual([
      'Active',
      'Succeeded',
      { list: Array.from({ length: 30 }, () => 50_000), text: 'a 50000 b 50000' },
    ]);
  });

  test('fail the run when they exceed the limit of a step', async () => {
    const value = Array.from({ length: 200 }, () => HEAVY);
    const hangar = await testEmulator({
      tasks: [{ slug: 't', behavior: { ...STEPS, steps: [{ do: 'output', value }] } }],
    });
    const { id, late } = await executed(hangar, 't');
    expect([late, await output(hangar, id)]).toEqual([
      'Failed',
      { error: expect.stringContaining('the expressions of this step need more than 5000000 operations') as string },
    ]);
  });

  test('fail the run when their values are too large together', async () => {
    const value = Array.from({ length: 200 }, () => '{{ "x".repeat(1e6) }}');
    const hangar = await testEmulator({
      tasks: [{ slug: 't', behavior: { ...STEPS, steps: [{ do: 'output', value }] } }],
    });
    const { id, late } = await executed(hangar, 't');
    expect([late, await output(hangar, id)]).toEqual([
      'Failed',
      { error: expect.stringContaining('the values of this step are too large together') as string },
    ]);
  });

  test.each(['description', 'confirmText', 'cancelText'])(
    'fail the run when the %s of a prompt becomes longer than a definition may have it',
    async (field) => {
      const step = { do: 'prompt' as const, [field]: '{{ "x".repeat(1000001) }}' };
      const hangar = await testEmulator({ tasks: [{ slug: 't', behavior: { ...STEPS, steps: [step] } }] });
      const { id, late } = await executed(hangar, 't');
      expect([late, await output(hangar, id)]).toEqual([
        'Failed',
        { error: 'a text of the prompt has more than 1,000,000 characters' },
      ]);
    },
  );

  test('fail the run when they insert the same large value many times', async () => {
    const parameters = [{ slug: 'rows', type: 'json' as const }];
    const value = Array.from({ length: 5000 }, () => '{{ params.rows }}');
    const hangar = await testEmulator({
      tasks: [{ slug: 't', parameters, behavior: { ...STEPS, steps: [{ do: 'output', value }] } }],
    });
    const rows = Array.from({ length: 2000 }, (_, n) => ({ n, text: 'some text' }));
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 't', paramValues: { rows } } });
    for (let turns = 0; turns < 100; turns++) await turn();
    expect(await output(hangar, runID)).toEqual({ error: expect.stringContaining('too large together') as string });
  });

  test('let other runs start and end meanwhile', async () => {
    const value = Array.from({ length: 30 }, () => HEAVY);
    const hangar = await testEmulator({
      tasks: [
        { slug: 'heavy', behavior: { ...STEPS, steps: [{ do: 'output', value }] } },
        { slug: 'light', behavior: { ...STEPS, steps: [{ do: 'output', value: '{{ 1 + 1 }}' }] } },
      ],
    });
    const heavy = await hangar.api.v0.tasks.execute({ body: { slug: 'heavy' } });
    const light = await executed(hangar, 'light');
    const { status } = await hangar.api.v0.runs.get({ query: { id: heavy.runID } });
    expect([light.early, status]).toEqual(['Succeeded', 'Active']);
  });

  test('do not repeat earlier steps after a restart', async () => {
    const steps = [
      { do: 'log' as const, text: 'once' },
      { do: 'output' as const, value: Array.from({ length: 30 }, () => HEAVY) },
    ];
    const before = await testEmulator({ tasks: [{ slug: 't', behavior: { ...STEPS, steps } }] });
    const { runID } = await before.api.v0.tasks.execute({ body: { slug: 't' } });
    await turn();
    const hangar = await before.restart();
    for (let turns = 0; turns < 200; turns++) await turn();
    const { status } = await hangar.api.v0.runs.get({ query: { id: runID } });
    const { logs } = await hangar.api.v0.runs.getLogs({ query: { runID } });
    expect([status, logs.map(({ text }) => text)]).toEqual(['Succeeded', ['once']]);
  });

  test('in a block of a runbook take several turns too', async () => {
    const paramValues = { list: Array.from({ length: 30 }, () => HEAVY) };
    const hangar = await testEmulator({
      tasks: [{ slug: 't', parameters: [{ slug: 'list', type: 'json' }] }],
      runbooks: [{ slug: 'book', name: 'Book', blocks: [{ slug: 'one', kind: 'task', task: 't', paramValues }] }],
    });
    const { sessionID } = await hangar.api.v0.runbooks.execute({ body: { slug: 'book' } });
    await turn();
    const early = await hangar.api.v0.runs.list();
    for (let turns = 0; turns < 200; turns++) await turn();
    const { runs } = await hangar.api.v0.runs.list();
    const { status } = await hangar.api.v0.sessions.get({ query: { id: sessionID } });
    expect([early.runs, runs.map((run) => run.paramValues), status]).toEqual([
      [],
      [{ list: Array.from({ length: 30 }, () => 50_000) }],
      'Succeeded',
    ]);
  });
});

test('the rules of a request’s parameters share one budget', async () => {
  const parameters = Array.from({ length: 200 }, (_, n) => ({
    slug: `p${n}`,
    type: 'integer' as const,
    constraints: { validate: `${HEAVY.slice(2, -2)} > 0 ? null : "no"` },
  }));
  const hangar = await testEmulator({ tasks: [{ slug: 't', parameters }] });
  const paramValues = Object.fromEntries(parameters.map(({ slug }, n) => [slug, n]));
  const { status, text } = await hangar.send('/v0/tasks/execute', { body: { slug: 't', paramValues } });
  expect([status, text]).toEqual([
    400,
    expect.stringContaining('the expressions of this form need more than 500000 operations'),
  ]);
});

test('regular expressions of parameters share the same budget', async () => {
  const parameters = Array.from({ length: 200 }, (_, n) => ({
    slug: `p${n}`,
    type: 'string' as const,
    constraints: { regex: '(\\w+\\s?)+' },
  }));
  const hangar = await testEmulator({ tasks: [{ slug: 't', parameters }] });
  const paramValues = Object.fromEntries(parameters.map(({ slug }) => [slug, 'a'.repeat(40_000)]));
  const { status, text } = await hangar.send('/v0/tasks/execute', { body: { slug: 't', paramValues } });
  expect([status, text]).toEqual([400, expect.stringContaining('need')]);
});

test('a text with too many templates is refused before parsing', () => {
  const [found] = checkTemplates('{{ a }}'.repeat(100_000));
  expect(found?.error.message).toContain('a text may have at most 2000 templates');
});
