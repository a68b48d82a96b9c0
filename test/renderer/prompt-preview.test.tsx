import { type Authored, openWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

const UNKNOWN = 'Known only when it runs:';
const SKIPPED = 'With these values, the prompt is skipped.';

type Task = NonNullable<Authored['tasks']>[number];
type Prompt = Extract<NonNullable<Task['behavior'] & { kind: 'steps' }>['steps'], readonly unknown[]>[number];

const parameters: Task['parameters'] = [
  { slug: 'order_id', name: 'Order', default: 'AB1042' },
  { slug: 'amount', name: 'Amount', type: 'integer', default: 240 },
  { slug: 'note', name: 'Note', constraints: { optional: true } },
  { slug: 'region', name: 'Region', type: 'configvar', default: 'REGION' },
  { slug: 'reason', name: 'Reason of the refund' },
  { slug: 'receipt', name: 'Receipt', type: 'upload', constraints: { optional: true } },
];

const environments: Authored['environments'] = [
  { slug: 'prod', name: 'Production', default: true, config: { REGION: 'eu' } },
  { slug: 'dev', name: 'Development', config: { REGION: 'us' } },
];

/** Opens the editor of a task with these steps, and the preview beside it. */
async function preview(steps: readonly Partial<Prompt>[]) {
  const behavior = { kind: 'steps', steps: steps.map((step) => ({ do: 'prompt', ...step })) };
  const tasks = [{ id: 'refund', slug: 'refund', name: 'Refund an order', parameters, behavior } as Task];
  const window = await openWindow({ workspace: { environments, tasks }, path: '/tasks/refund/behavior' });
  const side = within(await window.page.findByRole('region', { name: 'Try it' }));
  const show = async (view: string) => window.user.click(await side.findByRole('radio', { name: view }));
  await show('Prompt');
  return { ...window, side, show, shown: () => side.getByRole('region', { name: 'Preview of the prompt' }) };
}

test.each([
  ['text without templates', 'Refund it?', 'Refund it?', []],
  ['defaults of parameters', 'Refund {{ params.amount }} for {{ params.order_id }}?', 'Refund 240 for AB1042?', []],
  ['a calculation', '{{ params.amount > 100 ? "Much" : "Little" }}: {{ params.amount * 2 }}', 'Much: 480', []],
  ['an optional parameter without a value', 'Note: {{ params.note }}.', 'Note: .', []],
  ['a config variable, as code gets it', 'In {{ params.region }}', 'In eu', []],
  ['the environment', '{{ env.slug }} {{ config.REGION }}', 'prod eu', []],
  ['an object in an expression', 'A {{ {a: params.amount}.a }} b', 'A 240 b', []],
  ['a required parameter without a value', 'Why {{ params.reason }}?', 'Why params.reason?', ['params.reason']],
  ['all parameters, of which one has no value', '{{ params }}', 'params', ['params']],
  ['the result of a step', 'Sent {{ sent.output.id }}', 'Sent sent.output.id', ['sent.output.id']],
  ['the run', '{{ run.id }} of {{ params.order_id }}', 'run.id of AB1042', ['run.id']],
  [
    'a parameter that webhooks set',
    '{{ params.webhook_payload.body }}',
    'params.webhook_payload.body',
    ['params.webhook_payload.body'],
  ],
  ['an expression that fails', '{{ params.note.length }}', 'params.note.length', ['params.note.length']],
])('a preview shows %s', async (_, description, question, unknown) => {
  const { shown, side } = await preview([{ description }]);
  expect(within(shown()).getByRole('heading').textContent).toBe(question);
  const note = side.queryByText(UNKNOWN)?.textContent;
  expect(note).toBe(unknown.length === 0 ? undefined : `${UNKNOWN} ${unknown.join(', ')}`);
});

test('a preview names what later steps can use of the answer', async () => {
  const fields = [
    { slug: 'ok', name: 'Fine', type: 'boolean' as const },
    { slug: 'note', name: 'Note' },
  ];
  const { side } = await preview([{ description: 'Fine?', as: 'check', parameters: fields }]);
  expect(side.getByText(/^Later steps can use/).textContent).toBe(
    'Later steps can use check.values.ok, check.values.note',
  );
});

test('a preview follows what is typed into the form, and the environment', async () => {
  const { user, side, show, shown } = await preview([
    { description: '{{ params.order_id }} in {{ config.REGION }}', confirmText: 'Refund {{ params.amount }}' },
  ]);
  await user.click(side.getByRole('button', { name: 'Change' }));
  const order = side.getByRole('textbox', { name: 'Order' });
  expect(document.activeElement).toBe(order);
  await user.clear(order);
  await user.type(order, 'XY9');
  await user.clear(side.getByRole('textbox', { name: 'Amount' }));
  await user.type(side.getByRole('textbox', { name: 'Amount' }), '7');
  await user.selectOptions(side.getByRole('combobox', { name: 'Environment' }), 'Development');
  await show('Prompt');
  within(shown()).getByRole('heading', { name: 'XY9 in us' });
  within(shown()).getByRole('button', { name: 'Refund 7' });
  expect(side.getByText(/^With/).textContent).toBe('With order_id XY9 · amount 7 · region REGION');
});

test('the buttons of a preview check the answer and send nothing', async () => {
  const { page, user, side, shown, hangar } = await preview([
    {
      parameters: [
        { slug: 'boxes', name: 'Boxes', type: 'integer', default: '{{ params.amount }}' },
        { slug: 'carrier', name: 'Carrier', constraints: { regex: '[A-Z]+' } },
        { slug: 'told', name: 'Told', default: '{{ sent.output.told }}' },
      ],
    },
  ]);
  const form = within(shown());
  form.getByRole('heading', { name: 'Refund an order asks' });
  form.getByText('Anyone may answer');
  expect(form.getByRole('textbox', { name: 'Boxes' })).toHaveProperty('value', '240');
  expect(form.getByRole('textbox', { name: 'Told' })).toHaveProperty('value', '');
  side.getByText('sent.output.told');
  const submit = form.getByRole('button', { name: 'Submit' });
  await user.click(submit);
  const carrier = form.getByRole('textbox', { name: 'Carrier' });
  await waitFor(() => expect(document.activeElement).toBe(carrier));
  await user.type(carrier, 'dhl');
  form.getByText('Must match [A-Z]+');
  await user.clear(carrier);
  await user.type(carrier, 'DHL');
  await user.type(form.getByRole('textbox', { name: 'Told' }), 'yes');
  await user.click(submit);
  side.getByText('This answer is valid. The preview sends nothing.');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  side.getByText('The preview sends nothing.');
  // Its keys belong to prompts that wait.
  await user.click(side.getByRole('heading', { name: 'Try it' }));
  await user.keyboard('ar');
  expect(page.queryByRole('dialog')).toBeNull();
  expect((await hangar.api.runs.list({ query: {} })).total).toBe(0);
});

test('the preview shows the prompt whose step is open, and says when it is skipped', async () => {
  const { page, user, side, shown } = await preview([
    { description: 'First?' },
    { description: 'Second?', when: 'params.amount < 100' },
    { description: 'Third?', when: 'sent.output.late' },
  ]);
  const heading = () => within(shown()).getByRole('heading').textContent;
  expect(heading()).toBe('First?');
  side.getByText('Prompt 1 of 3. Open a step to see its prompt.');
  await user.click(page.getByRole('button', { name: /^Prompt Second/ }));
  await waitFor(() => expect(heading()).toBe('Second?'));
  side.getByText(SKIPPED);
  await user.click(page.getByRole('button', { name: /^Prompt Third/ }));
  await waitFor(() => expect(heading()).toBe('Third?'));
  expect(side.queryByText(SKIPPED)).toBeNull();
  await user.click(page.getByRole('button', { name: /^Prompt Third/ }));
  await waitFor(() => expect(heading()).toBe('First?'));
});

test('running from the preview leads to the field without a value', async () => {
  const { user, side } = await preview([{ description: 'Refund it?' }]);
  await user.click(side.getByRole('button', { name: 'Run' }));
  const missing = await side.findByRole('textbox', { name: 'Reason of the refund' });
  await waitFor(() => expect(document.activeElement).toBe(missing));
});

test('without a prompt there is nothing to preview; a runbook previews its prompt blocks', async () => {
  const workspace: Authored = {
    tasks: [{ id: 'plain', slug: 'plain', behavior: { kind: 'steps', steps: [{ do: 'log', text: 'Done' }] } }],
    runbooks: [
      {
        id: 'close',
        slug: 'close',
        parameters: [{ slug: 'day', default: 'Monday' }],
        blocks: [{ kind: 'prompt', slug: 'sign', description: 'Sign {{ params.day }} as {{ session.name }}?' }],
      },
    ],
  };
  const { page, user } = await openWindow({ workspace, path: '/tasks/plain/behavior' });
  await page.findByRole('region', { name: 'Try it' });
  expect(page.queryByRole('radiogroup', { name: 'Preview' })).toBeNull();
  history.pushState(null, '', '/runbooks/close/blocks');
  await user.click(await page.findByRole('radio', { name: 'Prompt' }));
  const shown = within(page.getByRole('region', { name: 'Preview of the prompt' }));
  expect(shown.getByRole('heading').textContent).toBe('Sign Monday as session.name?');
});
