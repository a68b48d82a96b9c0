import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuthoredParameter } from '../../shared/model/parameter.ts';
import type { Json, JsonObject } from '../../shared/values/json.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { type Live, scriptTask, startLive } from '../support/live.ts';

const AT = '2026-01-01T00:00:00.000Z';

type Parameter = Omit<AuthoredParameter, 'slug'>;
type Options = NonNullable<NonNullable<AuthoredParameter['constraints']>['options']>;

/** A parameter that takes one of these options. */
const oneOf = (type: AuthoredParameter['type'], options: Options, more: Parameter = {}): Parameter => ({
  ...{ type, ...more },
  constraints: { options },
});

describe('decision param-rules: options are compared as runs have them', () => {
  const IN_SECONDS = '2026-01-01T00:00:00Z';
  const atAndCount: Parameter['params'] = [
    { slug: 'at', type: 'datetime' },
    { slug: 'n', type: 'integer', default: 1 },
  ];
  const atInOptions: Parameter['params'] = [{ slug: 'at', ...oneOf('date', [AT]) }];
  const rows: [what: string, parameter: Parameter, given: Json, value: Json | undefined][] = [
    ['a datetime', oneOf('datetime', [AT]), AT, IN_SECONDS],
    ['a datetime elsewhere', oneOf('datetime', [AT]), '2026-01-01T01:00:00+01:00', IN_SECONDS],
    ['another datetime', oneOf('datetime', [AT]), '2026-01-01T01:00:00Z', undefined],
    ['a default', oneOf('datetime', [AT], { default: AT }), null, IN_SECONDS],
    ['a date of an SDK', oneOf('date', [{ label: 'New year', value: AT }]), '2026-01-01', '2026-01-01'],
    ['a date as an SDK spells it', oneOf('date', ['2026-01-01T00:00:00+00:00']), AT, '2026-01-01'],
    ['a date given by an SDK', oneOf('date', ['2026-01-01']), AT, '2026-01-01'],
    ['a number in a text', oneOf('integer', ['1', '2']), 2, 2],
    ['a number given in a text', oneOf('float', [1.5]), '1.5', 1.5],
    ['a boolean in a text', oneOf('boolean', ['true']), true, true],
    ['another boolean', oneOf('boolean', ['true']), false, undefined],
    ['several', oneOf('date', [AT, '2026-01-02'], { multi: true }), ['2026-01-02', AT], ['2026-01-02', '2026-01-01']],
    ['one that is none of several', oneOf('date', [AT], { multi: true }), ['2026-01-02'], undefined],
    [
      'fields of an object',
      oneOf('object', [{ at: AT, n: '1' }], { params: atAndCount }),
      { at: IN_SECONDS },
      { at: IN_SECONDS, n: 1 },
    ],
    ['a field of an object', { type: 'object', params: atInOptions }, { at: '2026-01-01' }, { at: '2026-01-01' }],
  ];
  test.each(rows)('decision param-rules: %s', async (_, parameter, given, value) => {
    const hangar = await testEmulator({ tasks: [{ slug: 't', parameters: [{ slug: 'v', ...parameter }] }] });
    const { status, json } = await hangar.send('/v0/tasks/execute', { body: { slug: 't', paramValues: { v: given } } });
    if (value === undefined) {
      expect([status, json]).toEqual([
        400,
        expect.objectContaining({ error: expect.stringMatching(/must be one of: /) as string }),
      ]);
      return;
    }
    const { paramValues } = await hangar.api.v0.runs.get({ query: { id: (json as { runID: string }).runID } });
    expect(paramValues).toEqual({ v: value });
  });
});

const DATE = 'must be a date, YYYY-MM-DD';
const TAKES = 'RE2, which has neither look-around nor back references, does not take it';
/** Parameters that nowhere may be written, the place of each mistake below the parameter, and what is wrong. */
const REFUSED: [what: string, parameter: Parameter, place: string, problem: string][] = [
  [
    'a pattern',
    { constraints: { regex: '(?=a)b' } },
    'constraints.regex',
    `${TAKES}: invalid or unsupported Perl syntax: \`(?=\``,
  ],
  [
    'a pattern without an end',
    { constraints: { regex: '(' } },
    'constraints.regex',
    `${TAKES}: missing closing ): \`(\``,
  ],
  ['a rule', { constraints: { validate: 'params.v >' } }, 'constraints.validate', ''],
  ['a condition', { hidden: 'params.' }, 'hidden', ''],
  ['a default', { type: 'integer', default: 'many' }, 'default', 'must be a whole number'],
  ['a default that is no list', { multi: true, default: 'a' }, 'default', 'must be a list'],
  ['an item of a default', { type: 'date', multi: true, default: ['2026-01-01', 'soon'] }, 'default[1]', DATE],
  ['a text as an object', { type: 'object', default: '{}' }, 'default', 'must be an object'],
  ['an option', oneOf('date', ['2026-01-01', 'soon']), 'constraints.options[1]', DATE],
  [
    'an option with a label',
    oneOf('boolean', [{ label: 'Yes', value: 'yes' }]),
    'constraints.options[0].value',
    'must be true or false',
  ],
  [
    'the field of a default',
    { type: 'object', params: [{ slug: 'at', type: 'date' }], default: { at: 'soon' } },
    'default.at',
    DATE,
  ],
  [
    'a field of an object',
    { type: 'object', params: [{ slug: 'at', ...oneOf('date', ['soon']) }] },
    'params[0].constraints.options[0]',
    DATE,
  ],
];

/** Parameters that may be written. */
const TAKEN: [what: string, parameter: Parameter][] = [
  ['properties in a pattern', { constraints: { regex: '^\\p{L}+$' } }],
  ['a number in a text', oneOf('integer', ['5', 6], { default: '5' })],
  ['a date of an SDK', oneOf('date', [{ label: 'a', value: AT }], { default: AT })],
  ['no default', { type: 'integer', default: null }],
  [
    'an option for nothing',
    { type: 'date', constraints: { optional: true, options: [{ label: 'None', value: null }] } },
  ],
  ['an entry of the configuration', { type: 'configvar', default: 'REGION' }],
  ['a file', { type: 'upload', default: 'upl1' }],
  ['an entry as SDKs send it', { type: 'configvar', default: { __acmeType: 'configvar', name: 'REGION' } }],
  ['a list', { type: 'float', multi: true, default: ['1', 2] }],
  ['any JSON', oneOf('json', [[1, 'a', null]], { default: [1, 'a', null] })],
];

describe('decision param-rules: what no value could pass is refused where it is written', () => {
  let hangar: TestEmulator;
  let key: string;
  beforeEach(async () => {
    hangar = await testEmulator({ tasks: [{ slug: 'asks', behavior: HELD }] });
    ({ key } = await heldRun(hangar.api, 'asks'));
  });
  const create = (parameter: object) =>
    hangar.send('/v0/prompts/create', {
      key,
      body: { schema: { parameters: [{ slug: 'a' }, { slug: 'v', ...parameter }] } },
    });

  test.each(REFUSED)('decision param-rules: %s, in prompts/create', async (_, parameter, place, problem) => {
    const { status, json } = await create(parameter);
    const { error } = json as { error: string };
    expect([status, error.slice(0, error.indexOf(': '))]).toEqual([400, `schema.parameters[1].${place}`]);
    expect(error).toContain(problem);
    expect((await hangar.api.emulator.prompts.list()).prompts).toEqual([]);
  });

  test.each(TAKEN)('decision param-rules: %s is taken by prompts/create', async (_, parameter) => {
    expect((await create(parameter)).status).toBe(200);
  });

  test('decision param-rules: options as SDKs send them, and one of them submitted', async () => {
    const options = [{ label: 'New year', value: AT }];
    expect(await create({ type: 'date', options: ['soon'] })).toMatchObject({ status: 400 });
    const { json } = await create({ type: 'date', options });
    const { id } = json as { id: string };
    await hangar.api.v0.prompts.submit({ body: { id, values: { a: 'x', v: AT } } });
    expect((await hangar.api.v0.prompts.get({ query: { id } })).prompt.values).toEqual({ a: 'x', v: '2026-01-01' });
  });
});

describe('decision param-rules: the same rules stand at every way in', () => {
  let live: Live;
  beforeAll(async () => {
    live = await startLive({
      tasks: [
        scriptTask('asks', 'export default ({ params, prompt }) => prompt({ parameters: [params.parameter] });', {
          parameters: [{ slug: 'parameter', type: 'json' }],
        }),
      ],
    });
  });
  afterAll(() => live.emulator.stop());

  const save = async (parameter: object) => {
    const body = JSON.stringify({ slug: 't', parameters: [{ slug: 'v', ...parameter }] });
    const answer = await fetch(`${live.emulator.url}/_emulator/tasks`, { method: 'POST', body });
    const { error = '', id = '' } = (await answer.json()) as { error?: string; id?: string };
    if (id !== '') await fetch(`${live.emulator.url}/_emulator/tasks/${id}`, { method: 'DELETE' });
    return { status: answer.status, error };
  };

  test.each(REFUSED)('decision param-rules: %s, in a task', async (_, parameter, place, problem) => {
    const { status, error } = await save(parameter);
    expect([status, error.includes(`parameters[0].${place}: ${problem}`)]).toEqual([400, true]);
  });

  test.each(TAKEN)('decision param-rules: %s is taken in a task', async (_, parameter) => {
    expect(await save(parameter)).toEqual({ status: 200, error: '' });
  });

  test('decision param-rules: in the prompt of a script', async () => {
    const parameter: JsonObject = { slug: 'v', type: 'date', default: 'soon' };
    const { status, output } = await live.run('asks', { parameter });
    expect([status, output]).toEqual([
      'Failed',
      { error: expect.stringContaining(`prompt(): parameters.0.default: ${DATE}`) as string },
    ]);
  });

  test('decision param-rules: templates in the prompt of a step are left to its runs', async () => {
    const step = { do: 'prompt', parameters: [{ slug: 'v', type: 'integer', default: '{{ params.n }}' }] };
    const body = JSON.stringify({
      slug: 'step',
      parameters: [{ slug: 'n' }],
      behavior: { kind: 'steps', steps: [step] },
    });
    expect((await fetch(`${live.emulator.url}/_emulator/tasks`, { method: 'POST', body })).status).toBe(200);
  });
});
