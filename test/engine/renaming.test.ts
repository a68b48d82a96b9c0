import { describe, expect, test } from 'vitest';
import { followed } from '../../shared/model/following.ts';
import { type Json, type JsonObject, type JsonPath, objectOf, valueAt, withValueAt } from '../../shared/values/json.ts';
import { mentionsIn, type Rename, renamed } from '../../shared/model/renaming.ts';
import type { CollectionName } from '../../shared/registry/collections.ts';

/** Replaces the texts at some paths of a definition. */
function withChanges(definition: JsonObject, changes: Readonly<Record<string, Json>>): JsonObject {
  const path = (text: string) => text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return Object.entries(changes).reduce(
    (before, [at, text]) => objectOf(withValueAt(before, path(at), text)),
    definition,
  );
}

const TASK: JsonObject = {
  slug: 'refund',
  permissions: [{ subGroupID: 'ops', subUserID: 'ada@x' }],
  resources: { db: 'demo_db', other: 'ops' },
  parameters: [
    { slug: 'amount', constraints: { validate: 'params.amount > params.limit ? "amount" : null' } },
    { slug: 'limit', hidden: 'params.address?.street === ""', default: '{{ params.amount }}' },
    { slug: 'address', type: 'object', params: [{ slug: 'street', hidden: '!params.address.street' }] },
    { slug: 'region', type: 'configvar', default: 'REGION' },
  ],
  behavior: {
    kind: 'steps',
    steps: [
      {
        do: 'log',
        when: 'params.amount > 1',
        text: '{{ params.amount }} of {{ resources.db.host }} in {{ config.REGION }}',
      },
      {
        do: 'prompt',
        as: 'approval',
        description: 'Refund {{ params.amount }}?',
        parameters: [
          { slug: 'amount', default: '{{ params.amount }}', constraints: { validate: 'params.amount < 5' } },
          { slug: 'reason', hidden: 'params.amount === 1' },
        ],
        reviewers: { groups: ['ops', 'devs'], users: ['ada@x'] },
      },
      {
        do: 'execute',
        as: 'sent',
        task: 'notify',
        paramValues: { amount: '{{ approval?.values.amount }}', notify: 'notify {{ params.address.street }}' },
        resources: { db: 'demo_db', mail: '{{ resources.db.slug }}' },
      },
      { do: 'execute', task: 'tsk_notify', paramValues: { amount: 1, text: 2 } },
      { do: 'output', value: { sent: '{{ sent.output }}', list: ['{{ approval.id }}', 'approval'] } },
    ],
  },
};

const RUNBOOK: JsonObject = {
  slug: 'close',
  parameters: [{ slug: 'month', hidden: 'params.month === null' }],
  permissions: [{ subGroupID: 'ops', subUserID: '' }],
  blocks: [
    { slug: 'check', kind: 'task', task: 'notify', paramValues: { text: '{{ params.month }}' } },
    {
      slug: 'sign',
      kind: 'prompt',
      description: '{{ check.output.check }}',
      parameters: [{ slug: 'month', hidden: 'params.month' }],
    },
    {
      slug: 'end',
      kind: 'task',
      task: 'refund',
      when: 'check.output.ok && sign',
      paramValues: { month: '{{ sign.values.month }}' },
    },
  ],
};

const DEFINITIONS: readonly [CollectionName, JsonObject][] = [
  ['tasks', TASK],
  ['runbooks', RUNBOOK],
  ['resources', { slug: 'demo_db', permissions: [{ subGroupID: 'ops', subUserID: 'ada@x' }] }],
  ['groups', { slug: 'ops', members: ['ada@x', 'ops'] }],
  ['apiKeys', { name: 'prod', user: 'ada@x', environments: ['prod', 'dev'] }],
  ['environments', { slug: 'prod', config: { REGION: 'prod' } }],
  ['users', { email: 'ada@x', name: 'ops' }],
];

describe('renaming', () => {
  const rows: [Rename, Partial<Record<CollectionName, Readonly<Record<string, Json>>>>][] = [
    [
      { what: 'task', from: 'notify', to: 'tell' },
      { tasks: { 'behavior.steps.2.task': 'tell' }, runbooks: { 'blocks.0.task': 'tell' } },
    ],
    [
      { what: 'resource', from: 'demo_db', to: 'db2' },
      { tasks: { 'resources.db': 'db2', 'behavior.steps.2.resources.db': 'db2' } },
    ],
    [
      { what: 'group', from: 'ops', to: 'crew' },
      {
        tasks: { 'permissions.0.subGroupID': 'crew', 'behavior.steps.1.reviewers.groups.0': 'crew' },
        runbooks: { 'permissions.0.subGroupID': 'crew' },
        resources: { 'permissions.0.subGroupID': 'crew' },
      },
    ],
    [
      { what: 'user', from: 'ada@x', to: 'eve@x' },
      {
        tasks: { 'permissions.0.subUserID': 'eve@x', 'behavior.steps.1.reviewers.users.0': 'eve@x' },
        resources: { 'permissions.0.subUserID': 'eve@x' },
        groups: { 'members.0': 'eve@x' },
        apiKeys: { user: 'eve@x' },
      },
    ],
    [{ what: 'environment', from: 'prod', to: 'live' }, { apiKeys: { 'environments.0': 'live' } }],
    [{ what: 'runbook', from: 'close', to: 'end' }, {}],
    [
      { what: 'parameter', task: ['notify', 'tsk_notify'], from: 'amount', to: 'sum' },
      {
        tasks: {
          'behavior.steps.2.paramValues': {
            sum: '{{ approval?.values.amount }}',
            notify: 'notify {{ params.address.street }}',
          },
          'behavior.steps.3.paramValues': { sum: 1, text: 2 },
        },
      },
    ],
    [{ what: 'parameter', task: ['tsk_notify'], from: 'amount', to: 'text' }, {}],
    [
      { what: 'alias', task: ['notify'], from: 'db', to: 'store' },
      { tasks: { 'behavior.steps.2.resources': { store: 'demo_db', mail: '{{ resources.db.slug }}' } } },
    ],
    [
      { what: 'config', from: 'REGION', to: 'AREA' },
      {
        tasks: {
          'behavior.steps.0.text': '{{ params.amount }} of {{ resources.db.host }} in {{ config.AREA }}',
          'parameters.3.default': 'AREA',
        },
      },
    ],
  ];

  test.each(rows)('%o changes what names it, and nothing else', (rename, changes) => {
    for (const [collection, definition] of DEFINITIONS) {
      const expected = changes[collection] ?? {};
      expect(renamed(collection, definition, rename)).toEqual({
        definition: withChanges(definition, expected),
        count: Object.keys(expected).length,
      });
    }
  });

  test('keeps the order of fields', () => {
    const { definition } = renamed('tasks', TASK, { what: 'parameter', task: ['notify'], from: 'amount', to: 'sum' });
    expect(Object.keys(objectOf(valueAt(definition, ['behavior', 'steps', 2, 'paramValues'])))).toEqual([
      'sum',
      'notify',
    ]);
  });
});

describe('renaming within a definition updates references', () => {
  type Row = [string, JsonObject, [place: JsonPath, to: string], Readonly<Record<string, Json>>];
  const rows: Row[] = [
    [
      'a parameter, in its form and in the work, but not in the forms of prompts',
      TASK,
      [['parameters', 0, 'slug'], 'sum'],
      {
        'parameters.0.constraints.validate': 'params.sum > params.limit ? "amount" : null',
        'behavior.steps.0.when': 'params.sum > 1',
        'behavior.steps.0.text': '{{ params.sum }} of {{ resources.db.host }} in {{ config.REGION }}',
        'behavior.steps.1.description': 'Refund {{ params.sum }}?',
        'behavior.steps.1.parameters.0.default': '{{ params.sum }}',
      },
    ],
    [
      'a field of an object',
      TASK,
      [['parameters', 2, 'params', 0, 'slug'], 'road'],
      {
        'parameters.1.hidden': 'params.address?.road === ""',
        'parameters.2.params.0.hidden': '!params.address.road',
        'behavior.steps.2.paramValues.notify': 'notify {{ params.address.road }}',
      },
    ],
    [
      "a prompt's parameter, in its form and in what is made of the answer",
      TASK,
      [['behavior', 'steps', 1, 'parameters', 0, 'slug'], 'sum'],
      {
        'behavior.steps.1.parameters.0.constraints.validate': 'params.sum < 5',
        'behavior.steps.1.parameters.1.hidden': 'params.sum === 1',
        'behavior.steps.2.paramValues.amount': '{{ approval?.values.sum }}',
      },
    ],
    [
      'the result of a step',
      TASK,
      [['behavior', 'steps', 1, 'as'], 'answer'],
      {
        'behavior.steps.2.paramValues.amount': '{{ answer?.values.amount }}',
        'behavior.steps.4.value.list.0': '{{ answer.id }}',
      },
    ],
    [
      'an alias',
      TASK,
      [['resources', 'db'], 'store'],
      {
        'behavior.steps.0.text': '{{ params.amount }} of {{ resources.store.host }} in {{ config.REGION }}',
        'behavior.steps.2.resources.mail': '{{ resources.store.slug }}',
      },
    ],
    [
      'a block',
      RUNBOOK,
      [['blocks', 0, 'slug'], 'audit'],
      { 'blocks.1.description': '{{ audit.output.check }}', 'blocks.2.when': 'audit.output.ok && sign' },
    ],
    [
      "a block's parameter",
      RUNBOOK,
      [['blocks', 1, 'parameters', 0, 'slug'], 'signed'],
      { 'blocks.1.parameters.0.hidden': 'params.signed', 'blocks.2.paramValues.month': '{{ sign.values.signed }}' },
    ],
    ['not by a name that another parameter has', TASK, [['parameters', 0, 'slug'], 'limit'], {}],
    ['not by what is no name', TASK, [['parameters', 0, 'slug'], 'a b'], {}],
    ['not by nothing', TASK, [['parameters', 0, 'slug'], ''], {}],
    ['not by a name that another step has', TASK, [['behavior', 'steps', 1, 'as'], 'sent'], {}],
    ['not by a name that means something already', TASK, [['behavior', 'steps', 1, 'as'], 'params'], {}],
    ['not by a built-in', TASK, [['behavior', 'steps', 1, 'as'], 'Math'], {}],
    ['not by a name that another alias has', TASK, [['resources', 'db'], 'other'], {}],
  ];

  test.each(rows)('%s', (_, definition, [place, to], changes) => {
    expect(followed(definition, place, to).definition).toEqual(withChanges(definition, changes));
  });

  const log = (text: string) => ({ do: 'log', text });
  const twice = (one: JsonObject, two: JsonObject): JsonObject => ({
    behavior: { kind: 'steps', steps: [one, log('{{ r }}'), two, log('{{ r }}')] },
  });
  const saves = { do: 'execute', task: 't', as: 'r', when: 'r == null' };

  test.each([
    ['the first', 0, ['{{ s }}', '{{ r }}'], 's == null'],
    ['the second', 2, ['{{ r }}', '{{ s }}'], 'r == null'],
  ])('of two results with the same name: %s until the next one', (_, index, texts, when) => {
    const { definition } = followed(twice(saves, saves), ['behavior', 'steps', index, 'as'], 's');
    expect(definition).toEqual({
      behavior: { kind: 'steps', steps: [saves, log(texts[0]!), { ...saves, when }, log(texts[1]!)] },
    });
  });

  test('not for two parameters with the same name', () => {
    const definition = { parameters: [{ slug: 'a', hidden: 'params.a' }, { slug: 'a' }] };
    expect(followed(definition, ['parameters', 0, 'slug'], 'b')).toEqual({ definition, count: 0 });
  });
});

describe('mentions that renaming does not change are reported', () => {
  const task = { what: 'task', from: 'notify', to: 'tell' } as const;
  const parameter = { what: 'parameter', task: ['notify'], from: 'text', to: 'words' } as const;
  test.each([
    [task, { kind: 'script', source: 'await execute("notify")' }, ['script']],
    [task, { kind: 'script', source: 'await execute("notify-all", notify2)' }, []],
    [task, { kind: 'command', command: ['client', '-c', 'curl /tasks/notify'] }, ['command']],
    [task, { kind: 'command', command: ['client'], env: { TASK: 'notify' } }, ['command']],
    [
      task,
      { kind: 'steps', steps: [{ do: 'log', when: 'run.taskSlug === "notify"', text: 'notify' }] },
      ['expression'],
    ],
    [parameter, { kind: 'script', source: 'execute("notify", { text: 1 })' }, ['script']],
    [parameter, { kind: 'script', source: 'execute("other", { text: 1 })' }, []],
    [parameter, { kind: 'steps', steps: [{ do: 'log', text: '{{ "text" }}' }] }, []],
  ])('%o in %o', (rename, behavior, mentions) => expect(mentionsIn({ behavior }, rename)).toEqual(mentions));
});
