import { describe, expect, test } from 'vitest';
import { checkTemplates } from '../../../shared/expression/template.ts';
import type { AuthoredTask } from '../../../shared/model/task.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { steps, type AuthoredStep } from '../../support/steps.ts';

// The clock of these tests is stopped: turns and limits are counted in operations, the same on every machine.

/** About 130,000 operations: more than expressions may use in one turn of the event loop. */
const HEAVY = '{{ Array.from({ length: 50000 }, (_, i) => i).length }}';
const LIST = Array.from({ length: 30 }, () => HEAVY);
/** The list once its templates are evaluated. */
const EVALUATED = LIST.map(() => 50_000);

/** A server with a task of these steps. */
const withSteps = (...list: AuthoredStep[]) => testEmulator({ tasks: [{ slug: 't', behavior: steps(...list) }] });

/** Waits for turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Executes a task; returns the run after a turn, and at the end. */
async function executed({ api }: TestEmulator, slug = 't'): Promise<{ id: string; early: string; late: string }> {
  const { runID: id } = await api.v0.tasks.execute({ body: { slug } });
  const status = async (): Promise<string> => (await api.v0.runs.get({ query: { id } })).status;
  await turns(1);
  const early = await status();
  for (let i = 0; i < 500 && (await status()) === 'Active'; i++) await turns(1);
  return { id, early, late: await status() };
}

async function output({ api }: TestEmulator, id: string): Promise<unknown> {
  return (await api.v0.runs.getOutputs({ query: { id } })).output;
}

describe('many heavy templates in one step', () => {
  test('take several turns of the event loop, between which requests are served', async () => {
    const hangar = await withSteps({ do: 'output', value: { list: LIST, text: `a ${HEAVY} b ${HEAVY}` } });
    const { id, early, late } = await executed(hangar);
    expect([early, late]).toEqual(['Active', 'Succeeded']);
    expect(await output(hangar, id)).toEqual({ list: EVALUATED, text: 'a 50000 b 50000' });
  });

  test.each<[what: string, step: AuthoredStep, error: string]>([
    [
      'exceed the limit of a step',
      { do: 'output', value: Array.from({ length: 200 }, () => HEAVY) },
      'the expressions of this step need more than 5000000 operations',
    ],
    [
      'have values that are too large together',
      { do: 'output', value: Array.from({ length: 200 }, () => '{{ "x".repeat(1e6) }}') },
      'the values of this step are too large together',
    ],
    ...(['description', 'confirmText', 'cancelText'] as const).map((field): [string, AuthoredStep, string] => [
      `make the ${field} of a prompt longer than a definition may have it`,
      { do: 'prompt', [field]: '{{ "x".repeat(1000001) }}' },
      'a text of the prompt has more than 1,000,000 characters',
    ]),
  ])('fail the run when they %s', async (_, step, error) => {
    const hangar = await withSteps(step);
    const { id, late } = await executed(hangar);
    expect([late, await output(hangar, id)]).toEqual(['Failed', { error: expect.stringContaining(error) as string }]);
  });

  test('fail the run when they insert the same large value many times', async () => {
    const parameters = [{ slug: 'rows', type: 'json' as const }];
    const value = Array.from({ length: 5000 }, () => '{{ params.rows }}');
    const hangar = await testEmulator({ tasks: [{ slug: 't', parameters, behavior: steps({ do: 'output', value }) }] });
    const rows = Array.from({ length: 2000 }, (_, n) => ({ n, text: 'some text' }));
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 't', paramValues: { rows } } });
    await turns(100);
    expect(await output(hangar, runID)).toEqual({ error: expect.stringContaining('too large together') as string });
  });

  test('let other runs start and end meanwhile', async () => {
    const tasks: AuthoredTask[] = [
      { slug: 'heavy', behavior: steps({ do: 'output', value: LIST }) },
      { slug: 'light', behavior: steps({ do: 'output', value: '{{ 1 + 1 }}' }) },
    ];
    const hangar = await testEmulator({ tasks });
    const heavy = await hangar.api.v0.tasks.execute({ body: { slug: 'heavy' } });
    const light = await executed(hangar, 'light');
    const { status } = await hangar.api.v0.runs.get({ query: { id: heavy.runID } });
    expect([light.early, status]).toEqual(['Succeeded', 'Active']);
  });

  test('do not repeat earlier steps after a restart', async () => {
    const before = await withSteps({ do: 'log', text: 'once' }, { do: 'output', value: LIST });
    const { runID } = await before.api.v0.tasks.execute({ body: { slug: 't' } });
    await turns(1);
    const hangar = await before.restart();
    await turns(200);
    const { status } = await hangar.api.v0.runs.get({ query: { id: runID } });
    const { logs } = await hangar.api.v0.runs.getLogs({ query: { runID } });
    expect([status, logs.map(({ text }) => text)]).toEqual(['Succeeded', ['once']]);
  });

  test('in a block of a runbook take several turns too', async () => {
    const paramValues = { list: LIST };
    const hangar = await testEmulator({
      tasks: [{ slug: 't', parameters: [{ slug: 'list', type: 'json' }] }],
      runbooks: [{ slug: 'book', name: 'Book', blocks: [{ slug: 'one', kind: 'task', task: 't', paramValues }] }],
    });
    const { sessionID } = await hangar.api.v0.runbooks.execute({ body: { slug: 'book' } });
    await turns(1);
    const early = await hangar.api.v0.runs.list();
    await turns(200);
    const { runs } = await hangar.api.v0.runs.list();
    const { status } = await hangar.api.v0.sessions.get({ query: { id: sessionID } });
    expect([early.runs, runs.map((run) => run.paramValues), status]).toEqual([[], [{ list: EVALUATED }], 'Succeeded']);
  });
});

test.each<[what: string, constraints: object, value: (n: number) => unknown, error: string]>([
  [
    'the rules',
    { validate: `${HEAVY.slice(2, -2)} > 0 ? null : "no"` },
    String,
    'the expressions of this form need more than 500000 operations',
  ],
  ['the regular expressions', { regex: '(\\w+\\s?)+' }, () => 'a'.repeat(40_000), 'need'],
])('%s of a request’s parameters share one budget', async (_, constraints, value, error) => {
  const parameters = Array.from({ length: 200 }, (_item, n) => ({
    slug: `p${n}`,
    type: 'string' as const,
    constraints,
  }));
  const hangar = await testEmulator({ tasks: [{ slug: 't', parameters }] });
  const paramValues = Object.fromEntries(parameters.map(({ slug }, n) => [slug, value(n)]));
  const { status, text } = await hangar.send('/v0/tasks/execute', { body: { slug: 't', paramValues } });
  expect([status, text]).toEqual([400, expect.stringContaining(error)]);
});

test('a text with too many templates is refused before parsing', () => {
  const [found] = checkTemplates('{{ a }}'.repeat(100_000));
  expect(found?.error.message).toContain('a text may have at most 2000 templates');
});
