import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { startEngine, taskOf } from '../support/engine.ts';

/** Runs a task of these steps to its end; returns status, output and log. */
async function outcome(
  steps: unknown[],
  paramValues = {},
  others: NonNullable<Parameters<typeof startEngine>[0]['tasks']> = [],
) {
  const parameters = [
    { slug: 'amount', type: 'float', default: 10 },
    { slug: 'name', constraints: { optional: true } },
  ] as const;
  const { tasks = [] } = taskOf({ parameters: [...parameters], steps });
  const environments = [{ slug: 'prod', name: 'Production', default: true, config: { REGION: 'eu' } }];
  const host = await startEngine({ environments, tasks: [...tasks, ...others] });
  const id = host.execute('t', paramValues);
  await settled();
  const { status } = host.run(id);
  return { status, output: host.engine.runs.outputs(id, host.engine.access.localUser()).output, log: host.log(id) };
}

const child = { slug: 'child', parameters: [{ slug: 'n', type: 'integer' as const }] };
const output = (value: unknown) => ({ do: 'output', value });

interface Row {
  name: string;
  steps: unknown[];
  params?: Record<string, never> | Record<string, unknown>;
  expected: { status: string; output: unknown; log?: string[] };
}

const ROWS: Row[] = [
  {
    name: 'succeed with an empty output when there are none',
    steps: [],
    expected: { status: 'Succeeded', output: {} },
  },
  {
    name: 'log each line of a text with its templates rendered',
    steps: [{ do: 'log', text: 'Amount {{ params.amount }}\nin {{ env.slug }} of {{ config.REGION }}' }],
    expected: { status: 'Succeeded', output: {}, log: ['Amount 10', 'in prod of eu'] },
  },
  {
    name: 'keep the type of a value that is a single template',
    steps: [output({ twice: '{{ params.amount * 2 }}' })],
    expected: { status: 'Succeeded', output: { twice: 20 } },
  },
  {
    name: 'put an output that is not an object under "output"',
    steps: [output('{{ [1, 2] }}')],
    expected: { status: 'Succeeded', output: { output: [1, 2] } },
  },
  {
    name: 'see a parameter without a value as null',
    steps: [output({ name: '{{ params.name }}' })],
    expected: { status: 'Succeeded', output: { name: null } },
  },
  {
    name: 'keep the last of several outputs',
    steps: [output({ a: 1 }), output({ b: 2 })],
    expected: { status: 'Succeeded', output: { b: 2 } },
  },
  {
    name: 'skip a step by its `when`, and save null for it',
    steps: [
      { do: 'execute', task: 'child', when: 'params.amount > 100', paramValues: { n: 1 }, as: 'sent' },
      output({ sent: '{{ sent }}' }),
    ],
    expected: { status: 'Succeeded', output: { sent: null } },
  },
  {
    name: 'fail with the message of a fail step, and do nothing after it',
    steps: [
      { do: 'fail', message: 'Too much: {{ params.amount }}' },
      { do: 'log', text: 'never' },
    ],
    expected: { status: 'Failed', output: { error: 'Too much: 10' }, log: ['Run failed: Too much: 10.'] },
  },
  {
    name: 'keep an output set before a failure',
    steps: [output({ kept: true }), { do: 'fail', message: 'no' }],
    expected: { status: 'Failed', output: { kept: true } },
  },
  {
    name: 'give the output of a child run',
    steps: [
      { do: 'execute', task: 'child', paramValues: { n: '{{ params.amount }}' }, as: 'sent' },
      output('{{ sent.output }}'),
    ],
    expected: { status: 'Succeeded', output: { got: 10 } },
  },
  {
    name: 'fail when a child run fails, with its reason',
    steps: [{ do: 'execute', task: 'broken', as: 'sent' }],
    expected: { status: 'Failed', output: { error: expect.stringMatching(/^broken \(run\w+\) failed: it broke$/) } },
  },
  {
    name: 'fail when the task to execute does not exist',
    steps: [{ do: 'execute', task: 'nobody' }],
    expected: {
      status: 'Failed',
      output: { error: 'Step 1, execute: "nobody" was not executed: There is no task "nobody".' },
    },
  },
  {
    name: 'fail when a child gets invalid values, and name each',
    steps: [
      { do: 'log', text: 'first' },
      { do: 'execute', task: 'child', paramValues: { n: 'many' } },
    ],
    expected: {
      status: 'Failed',
      output: { error: 'Step 2, execute: "child" was not executed: n: must be a whole number.' },
    },
  },
];

describe('a run of steps should', () => {
  const others = [
    {
      ...child,
      behavior: { kind: 'steps' as const, steps: [{ do: 'output' as const, value: { got: '{{ params.n }}' } }] },
    },
    { slug: 'broken', behavior: { kind: 'steps' as const, steps: [{ do: 'fail' as const, message: 'it broke' }] } },
  ];
  for (const { name, steps, params = {}, expected } of ROWS) {
    it(name, async () => {
      const actual = await outcome(steps, params, others);
      expect({ ...actual, ...(expected.log === undefined ? { log: undefined } : {}) }).toEqual({
        log: undefined,
        ...expected,
      });
    });
  }

  it('fail with a message that quotes the invalid expression', async () => {
    const { status, output: answered } = await outcome([output('{{ params.amount.boom() }}')]);
    expect([status, JSON.stringify(answered)]).toEqual(['Failed', expect.stringContaining('params.amount.boom()')]);
  });

  it('run thousands of steps in order', async () => {
    const steps = Array.from({ length: 1200 }, (_, i) => ({ do: 'log', text: String(i) }));
    const host = await startEngine(taskOf({ steps }));
    const id = host.execute('t');
    // A turn of the event loop runs 100 steps.
    for (let turns = 0; turns < steps.length; turns += 100) await settled();
    const { lines } = host.engine.runs.logPage(id, 0, 2000);
    expect([host.run(id).status, lines.map(({ text }) => text)]).toEqual(['Succeeded', steps.map(({ text }) => text)]);
  });
});
