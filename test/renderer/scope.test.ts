import { describe, expect, test } from 'vitest';
import { completionsAt, insertionOf, typedInstead } from '../../renderer/authoring/scope/completions.ts';
import { jsonOf } from '../../shared/values/json.ts';
import type { WorkspaceDefinitions } from '../../renderer/authoring/context/workspace-definitions.ts';
import { runbookProblems } from '../../renderer/features/runbooks/runbook-checks.ts';
import { scopeOfStep, taskProblems } from '../../renderer/features/tasks/task-checks.ts';
import { Runbook } from '../../shared/model/runbook.ts';
import { type AuthoredTask, Task } from '../../shared/model/task.ts';

const taskItem = (task: AuthoredTask) => ({ ...Task.parse(task), id: `id_${task.slug}` });

const charge = taskItem({
  slug: 'charge',
  behavior: { kind: 'steps', steps: [{ do: 'output', value: { receipt: 'R1', total: 5 } }] },
});
const opaque = taskItem({ slug: 'opaque', behavior: { kind: 'script', source: 'export default () => 1' } });

const definitions: WorkspaceDefinitions = {
  tasks: [charge, opaque],
  ...{
    runbooks: [],
    environments: [],
    resources: [],
    groups: [],
    users: [],
    apiKeys: [],
    faults: [],
    answers: [],
    actors: [],
  },
};

const approval = { slug: 'approved', type: 'boolean' } as const;
const order = { slug: 'order', type: 'object', params: [{ slug: 'id' }] } as const;

/** A task whose last step logs a template, after a prompt, two runs, and two answers under one name. */
function logging(expression: string) {
  return jsonOf(
    Task.parse({
      slug: 'refund',
      parameters: [
        { slug: 'customer' },
        order,
        { slug: 'lines', type: 'object', multi: true, params: [{ slug: 'sku' }] },
      ],
      webhooks: ['paid'],
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'prompt', as: 'approval', parameters: [approval, order] },
          { do: 'execute', task: 'charge', as: 'charged' },
          { do: 'execute', task: 'opaque', as: 'made' },
          { do: 'prompt', as: 'twice', parameters: [{ slug: 'one' }] },
          { do: 'prompt', as: 'twice', parameters: [{ slug: 'two' }] },
          { do: 'log', text: `{{ ${expression} }}` },
        ],
      },
    }),
  );
}

function said(expression: string): string[] {
  return taskProblems(logging(expression), definitions).map(({ text }) => text);
}

describe('an unknown path gives a warning with a suggestion', () => {
  test.each([
    ['approval.approved', 'There is no “approval.approved”; did you mean “approval.values.approved”?'],
    ['approval.valuess.approved', 'There is no “approval.valuess”; did you mean “values”?'],
    ['approval.values.aproved', 'There is no “approval.values.aproved”; did you mean “approved”?'],
    ['approval.values.order.no', 'There is no “approval.values.order.no”.'],
    ['approval?.["submitedBy"]', 'There is no “approval.submitedBy”; did you mean “submittedBy”?'],
    ['customer', 'There is no name “customer”; did you mean “params.customer”?'],
    ['aproval.values', 'There is no name “aproval”; did you mean “approval”?'],
    ['params.custmer', 'There is no parameter “custmer”; did you mean “customer”?'],
    ['params.order.sku', 'There is no “params.order.sku”.'],
    ['charged.receipt', 'There is no “charged.receipt”; did you mean “charged.output.receipt”?'],
    ['charged.output.totl', 'There is no “charged.output.totl”; did you mean “total”?'],
    ['made.runId', 'There is no “made.runId”; did you mean “runID”?'],
    [
      'params.webhook_payload.customer',
      'There is no “params.webhook_payload.customer”; did you mean “params.webhook_payload.body.customer”?',
    ],
    ['params.webhook_payload.header', 'There is no “params.webhook_payload.header”; did you mean “headers”?'],
    ['run.ID', 'There is no “run.ID”; did you mean “id”?'],
  ])('%s', (expression, text) => expect(said(expression)).toEqual([text]));
});

test.each([
  'approval.values.approved',
  'approval.values.order.id.length',
  'approval.hasOwnProperty("values")',
  'params.customer.toUpperCase()',
  'params.lines.length + params.lines[0].sku',
  'charged.output.receipt',
  'made.output.whatever.it.gives',
  'twice.values.one ?? twice.values.two',
  'params.webhook_payload.body.customer.name',
  'params.webhook_payload.headers["X-Event"]',
  'config.anything',
  'session?.name',
])('%s gives no warning, because it exists or is unknown', (expression) => {
  expect(said(expression)).toEqual([]);
});

test('blocks of a runbook give the same warnings', () => {
  const blocks = [
    { slug: 'sign', kind: 'prompt', parameters: [approval] },
    { slug: 'pay', kind: 'task', task: 'charge', when: 'sign.approved && sign.values.approved' },
    { slug: 'again', kind: 'task', task: 'charge', when: 'pay.output.recept === session.id' },
  ] as const;
  const draft = jsonOf(Runbook.parse({ slug: 'close', blocks: [...blocks] }));
  expect(runbookProblems(draft, definitions).map(({ text }) => text)).toEqual([
    'There is no “sign.approved”; did you mean “sign.values.approved”?',
    'There is no “pay.output.recept”; did you mean “receipt”?',
  ]);
});

test.each([
  ['whole', '', 'params.a }}|'],
  ['whole', ' and more', 'params.a }}| and more'],
  ['whole', ' }} and more', 'params.a }}| and more'],
  ['whole', '}}', 'params.a}}|'],
  ['open', '', 'params.a| }}'],
  ['open', '}}', 'params.a|}}'],
])('the completion of a %s name before %j gives %j', (kind, after, text) => {
  const inserted = insertionOf({ path: 'params.a', detail: '', isWhole: kind === 'whole' }, after);
  const all = inserted.text + after;
  expect(`${all.slice(0, inserted.caret)}|${all.slice(inserted.caret)}`).toBe(text);
});

test('a name is whole unless fields may follow', () => {
  const draft = { ...logging(''), webhooks: ['paid'] };
  const wholeOf = (path: string) =>
    completionsAt(`{{ ${path.slice(0, -1)}`, path.length + 2, {
      mode: 'template',
      scope: scopeOfStep(draft, 5, definitions),
    })?.options.find((option) => option.path === path)?.isWhole;
  expect(wholeOf('run.id')).toBe(true);
  expect(wholeOf('made.output')).toBe(false);
  expect(wholeOf('params.webhook_payload.body')).toBe(false);
  expect(wholeOf('approval.values')).toBe(false);
});

test.each([
  ['}', '{{ a|}}', undefined, '{{ a}|}'],
  ['}', '{{ a| }}', undefined, undefined],
  [' ', '{{ a| }}', undefined, '{{ a |}}'],
  [' ', '{{ a| and }}', undefined, undefined],
  ['a', '{{ |a }}', undefined, undefined],
  ['}', '{{ a }}|', 7, '{{ a }}|'],
  ['}', '{{ a }} | and', 7, '{{ a }}| and'],
  [' ', '{{ a }}|', 7, undefined],
  ['}', '{{ a }} and|', 7, undefined],
  ['}', '{{ a| }}', 4, undefined],
  ['}', '{{ a }}|', undefined, undefined],
])('%j at %j, completed up to %j, gives %j', (typed, before, end, after) => {
  const text = before.replace('|', '');
  const made = typedInstead(typed, { text, caret: before.indexOf('|') }, end);
  expect(made && `${made.text.slice(0, made.caret)}|${made.text.slice(made.caret)}`).toBe(after);
});

test('a bound resource may be of any kind, also of one that is named like a property of every object', () => {
  const shop = {
    id: 'a-shop',
    slug: 'shop',
    kind: 'constructor',
    isPrivate: false,
    permissions: [],
    resource: { url: 'x' },
  };
  const draft = { ...logging('resources.store.url'), resources: { store: 'shop' } };
  expect(taskProblems(draft, { ...definitions, resources: [shop] })).toEqual([]);
});

describe('completion offers known paths', () => {
  const last = 5;
  const offered = (text: string, draft = logging('')) =>
    completionsAt(text, text.length, { mode: 'expression', scope: scopeOfStep(draft, last, definitions) })?.options;

  test.each([
    ['approval.', ['approval.values', 'approval.values.approved', 'approval.values.order', 'approval.values.order.id']],
    ['charged.output.', ['charged.output.receipt', 'charged.output.total']],
    ['params.webhook_payload.', ['body', 'headers', 'rawBody', 'slug'].map((name) => `params.webhook_payload.${name}`)],
    ['session', ['session?.id', 'session?.name']],
    ["params.customer === 'Ada' && cha", ['charged.output']],
    [`params.customer === "it's \\" Ada" && cha`, ['charged.output']],
  ])('after %s', (text, paths) => {
    expect(offered(text)?.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
  });

  test('not within a text', () => {
    expect(offered("params.customer === 'cha")).toBeUndefined();
    expect(offered(`params.customer === "it's cha`)).toBeUndefined();
  });

  test('types have the labels of the select', () => {
    expect(offered('approval.values.ap')?.[0]?.detail).toBe('approved (Yes or no)');
  });

  test('the webhook payload is known, but not offered to a task without webhooks', () => {
    const draft = { ...logging('params.webhook_payload.body'), webhooks: [] };
    expect(offered('params.webhook', draft)).toBeUndefined();
    expect(taskProblems(draft, definitions)).toEqual([]);
  });
});
