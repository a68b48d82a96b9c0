import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { startEngine, taskOf } from '../support/engine.ts';
import { steps, type AuthoredStep } from '../support/steps.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';
import type { Json } from '../../shared/values/json.ts';

const OTHERS: AuthoredTask[] = [
  {
    slug: 'child',
    parameters: [{ slug: 'n', type: 'integer' }],
    behavior: steps({ do: 'output', value: { got: '{{ params.n }}' } }),
  },
  { slug: 'broken', behavior: steps({ do: 'fail', message: 'it broke' }) },
];

/** Runs a task of these steps to its end; gives the status, the output and the log of the run. */
async function outcome(...list: AuthoredStep[]) {
  const parameters: AuthoredTask['parameters'] = [
    { slug: 'amount', type: 'float', default: 10 },
    { slug: 'name', constraints: { optional: true } },
  ];
  const environments = [{ slug: 'prod', name: 'Production', default: true, config: { REGION: 'eu' } }];
  const host = await startEngine({
    environments,
    tasks: [{ slug: 't', parameters, behavior: steps(...list) }, ...OTHERS],
  });
  const id = host.execute('t');
  await settled();
  return { status: host.run(id).status, output: host.output(id), log: host.log(id) };
}

const output = (value: Json): AuthoredStep => ({ do: 'output', value });

const SUCCEED: [what: string, list: AuthoredStep[], output: Json, log?: string[]][] = [
  ['with an empty output when there are none', [], {}],
  [
    'and log each line of a text with its templates rendered',
    [{ do: 'log', text: 'Amount {{ params.amount }}\nin {{ env.slug }} of {{ config.REGION }}' }],
    {},
    ['Amount 10', 'in prod of eu'],
  ],
  [
    'and keep the type of a value that is a single template',
    [output({ twice: '{{ params.amount * 2 }}' })],
    { twice: 20 },
  ],
  ['and put an output that is not an object under "output"', [output('{{ [1, 2] }}')], { output: [1, 2] }],
  ['and see a parameter without a value as null', [output({ name: '{{ params.name }}' })], { name: null }],
  ['and keep the last of several outputs', [output({ a: 1 }), output({ b: 2 })], { b: 2 }],
  [
    'and skip a step by its `when`, and save null for it',
    [
      { do: 'execute', task: 'child', when: 'params.amount > 100', paramValues: { n: 1 }, as: 'sent' },
      output({ sent: '{{ sent }}' }),
    ],
    { sent: null },
  ],
  [
    'and give the output of a child run',
    [
      { do: 'execute', task: 'child', paramValues: { n: '{{ params.amount }}' }, as: 'sent' },
      output('{{ sent.output }}'),
    ],
    { got: 10 },
  ],
];

const FAIL: [what: string, list: AuthoredStep[], output: unknown, log?: string[]][] = [
  [
    'with the message of a fail step, and do nothing after it',
    [
      { do: 'fail', message: 'Too much: {{ params.amount }}' },
      { do: 'log', text: 'never' },
    ],
    { error: 'Too much: 10' },
    ['Run failed: Too much: 10.'],
  ],
  ['and keep an output set before', [output({ kept: true }), { do: 'fail', message: 'no' }], { kept: true }],
  [
    'when a child run fails, with its reason',
    [{ do: 'execute', task: 'broken', as: 'sent' }],
    { error: expect.stringMatching(/^broken \(run\w+\) failed: it broke$/) as string },
  ],
  [
    'when the task to execute does not exist',
    [{ do: 'execute', task: 'nobody' }],
    { error: 'Step 1, execute: "nobody" was not executed: There is no task "nobody".' },
  ],
  [
    'when a child gets invalid values, and name each',
    [
      { do: 'log', text: 'first' },
      { do: 'execute', task: 'child', paramValues: { n: 'many' } },
    ],
    { error: 'Step 2, execute: "child" was not executed: n: must be a whole number.' },
  ],
];

describe('a run of steps should', () => {
  it.each(SUCCEED)('succeed %s', async (_, list, expected, log) => {
    const actual = await outcome(...list);
    expect(actual).toEqual({ status: 'Succeeded', output: expected, log: log ?? actual.log });
  });

  it.each(FAIL)('fail %s', async (_, list, expected, log) => {
    const actual = await outcome(...list);
    expect(actual).toEqual({ status: 'Failed', output: expected, log: log ?? actual.log });
  });

  it('fail with a message that quotes the invalid expression', async () => {
    const { status, output: answered } = await outcome(output('{{ params.amount.boom() }}'));
    expect([status, JSON.stringify(answered)]).toEqual(['Failed', expect.stringContaining('params.amount.boom()')]);
  });

  it('run thousands of steps in order', async () => {
    const texts = Array.from({ length: 1200 }, (_, i) => String(i));
    const host = await startEngine(taskOf({ steps: texts.map((text) => ({ do: 'log', text })) }));
    const id = host.execute('t');
    // A turn of the event loop runs 100 steps.
    for (let turns = 0; turns < texts.length; turns += 100) await settled();
    const { lines } = host.engine.runs.logPage(id, 0, 2000);
    expect([host.run(id).status, lines.map(({ text }) => text)]).toEqual(['Succeeded', texts]);
  });
});
