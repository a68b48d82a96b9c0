import { type Authored, openWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { PERMISSION_ROLES } from '../../shared/registry/permission-roles.ts';

test.each(['/tasks/a-task', '/environments/an-environment'])(
  'at %s the header says whether all is saved, and has what takes changes back',
  async (path) => {
    const { page, user } = await openWindow({ workspace: everything, path });
    const state = () => page.getAllByRole('status').map(({ textContent }) => textContent);
    const name = await page.findByRole('textbox', { name: 'Name' });
    expect(state()).toContain('Saved');
    expect(page.queryByRole('button', { name: 'Discard' })).toBeNull();
    await user.type(name, '1');
    expect(state()).toContain('● Unsaved');
    await user.click(page.getByRole('button', { name: 'Discard' }));
    expect(state()).toContain('Saved');
    await user.type(name, '2{Control>}s{/Control}');
    await waitFor(() => expect(state()).toContain('Saved'));
  },
);

test('another change made elsewhere is a conflict, the same change is none', async () => {
  const { page, user, hangar } = await openWindow({ workspace: everything, path: '/tasks/a-task' });
  const { tasks } = hangar.api.definitions;
  const saved = await tasks.get({ params: { id: 'a-task' } });
  const renameElsewhere = (name: string) => tasks.replace({ params: { id: 'a-task' }, body: { ...saved, name } });
  const field = await page.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.type(field, '1');
  await renameElsewhere('Other');
  expect(await page.findByText(/changed elsewhere while you edited it/)).toBeTruthy();
  await renameElsewhere(field.value);
  await waitFor(() => expect(page.queryByText(/changed elsewhere/)).toBeNull());
});

test('a field turns red when it is left, and is right as soon as it is corrected', async () => {
  const { page, user } = await openWindow({ workspace: { tasks: [{ slug: 'task' }] }, path: '/tasks/new' });
  const slug = await page.findByRole('textbox', { name: 'Slug' });
  await user.type(slug, 'no slug');
  expect(slug.getAttribute('aria-invalid')).not.toBe('true');
  await user.tab();
  await waitFor(() => expect(slug.getAttribute('aria-invalid')).toBe('true'));
  await user.type(slug, '{Backspace}');
  expect(slug.getAttribute('aria-invalid')).toBe('true');
  await user.clear(slug);
  await user.type(slug, 'slug');
  expect(slug.getAttribute('aria-invalid')).not.toBe('true');
});

test('the failure rate is shown and typed in per cent', async () => {
  const workspace: Authored = {
    tasks: [{ id: 'flaky', slug: 'flaky', behavior: { kind: 'steps', failureRate: 0.07, steps: [] } }],
  };
  const { page, user, hangar } = await openWindow({ workspace, path: '/tasks/flaky/behavior' });
  const rate = await page.findByRole('textbox', { name: 'Failure rate' });
  expect(rate).toHaveProperty('value', '7');
  await user.clear(rate);
  await user.type(rate, '120');
  await user.tab();
  await page.findByText('Must be a number from 0 to 100');
  await user.clear(rate);
  await user.type(rate, '12.5');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await waitFor(async () => {
    const { behavior } = await hangar.api.definitions.tasks.get({ params: { id: 'flaky' } });
    expect(behavior.failureRate).toBe(0.125);
  });
});

test('a new task is saved once when its shortcut is pressed twice', async () => {
  const { page, user, hangar } = await openWindow({ workspace: {}, path: '/tasks/new' });
  await user.type(await page.findByRole('textbox', { name: 'Slug' }), 'once');
  await user.keyboard('{Control>}ss{/Control}');
  await page.findByText('Saved');
  await waitFor(() => expect(page.getByRole('button', { name: 'Save' }).hasAttribute('data-loading')).toBe(false));
  expect(page.queryByText('The action failed')).toBeNull();
  expect((await hangar.api.definitions.tasks.list()).items).toHaveLength(1);
});

test('running a task with errors shows the first one and focuses its field', async () => {
  const { page, user } = await openWindow({ workspace: {}, path: '/tasks/new' });
  const slug = await page.findByRole('textbox', { name: 'Slug' });
  const entries = history.length;
  await user.click(page.getByRole('button', { name: 'Run' }));
  await page.findByText('Not saved yet — Slug: is required');
  await waitFor(() => expect(document.activeElement).toBe(slug));
  // Back leads to the page before.
  expect(history.length).toBe(entries);
});

const coded: NonNullable<Authored['tasks']>[number] = { id: 'coded', slug: 'coded', parameters: [{ slug: 'code' }] };

test('a removed card comes back by Undo after the removal was saved', async () => {
  const { page, user } = await openWindow({ workspace: { tasks: [coded] }, path: '/tasks/coded/parameters' });
  await user.click(await page.findByRole('button', { name: 'Remove code' }));
  await user.click(page.getByRole('button', { name: 'Save' }));
  await page.findByText('Saved');
  await user.click(page.getByRole('button', { name: 'Undo' }));
  await page.findByRole('button', { name: 'Remove code' });
  expect(page.queryByText(/was changed elsewhere/)).toBeNull();
});

test('a removed card comes back by Undo beside changes that were made since, in another visit', async () => {
  const { page, user } = await openWindow({
    workspace: { tasks: [coded, { id: 'other', slug: 'other' }] },
    path: '/tasks/coded/parameters',
  });
  await user.click(await page.findByRole('button', { name: 'Remove code' }));
  history.pushState(null, '', '/tasks/other');
  await page.findByRole('heading', { level: 1, name: 'other' });
  history.pushState(null, '', '/tasks/coded');
  await page.findByRole('heading', { level: 1, name: 'coded' });
  await user.type(await page.findByRole('textbox', { name: 'Description' }), 'Newer');
  await user.click(page.getByRole('button', { name: 'Undo' }));
  expect(page.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Newer');
  await user.click(page.getByRole('tab', { name: /^Parameters/ }));
  await page.findByRole('button', { name: 'Remove code' });
});

const asking: NonNullable<Authored['tasks']>[number] = {
  id: 'asking',
  slug: 'ask',
  parameters: [
    { slug: 'amount', type: 'integer' },
    { slug: 'code', constraints: { regex: '[A-Z]+' } },
  ],
  behavior: { kind: 'steps', steps: [{ do: 'prompt' }] },
};

test('a number has limits, which write its validation; only a text has a regular expression', async () => {
  const { page, user } = await openWindow({ workspace: { tasks: [asking] }, path: '/tasks/asking/parameters' });
  await user.click(await page.findByRole('button', { name: /^amount/ }));
  const validate = page.getByRole('textbox', { name: 'Validate' });
  expect(validate).toHaveProperty('placeholder', "params.amount < 1 ? 'At least 1' : null");
  expect(page.queryByRole('textbox', { name: 'Regular expression' })).toBeNull();
  await user.type(page.getByRole('textbox', { name: 'At least' }), '5');
  await user.type(page.getByRole('textbox', { name: 'At most' }), '2.5');
  expect(validate).toHaveProperty(
    'value',
    "params.amount < 5 ? 'At least 5' : params.amount > 2.5 ? 'At most 2.5' : null",
  );
  await user.clear(page.getByRole('textbox', { name: 'At most' }));
  await user.type(within(page.getByRole('region', { name: /^Try it/ })).getByRole('textbox', { name: 'amount' }), '4');
  await page.findByText('At least 5');
  await user.clear(validate);
  await user.type(validate, "params.amount % 2 ? 'Even ones' : null");
  expect(page.queryByRole('textbox', { name: 'At least' })).toBeNull();
  await user.click(page.getByRole('button', { name: /^code/ }));
  expect(page.getByRole('textbox', { name: 'Regular expression' })).toHaveProperty('value', '[A-Z]+');
});

test('a parameter is a row of a table, which says whether it is required and opens in place', async () => {
  const { page, user, emulator } = await openWindow({
    workspace: { tasks: [asking] },
    path: '/tasks/asking/parameters',
  });
  const row = await page.findByRole('button', { name: 'amount amount Whole number' });
  const required = () => page.getByRole('checkbox', { name: 'Required: amount' });
  expect(required()).toHaveProperty('checked', true);
  await user.click(required());
  expect(row.getAttribute('aria-expanded')).toBe('false');
  await user.click(row);
  expect(row.getAttribute('aria-expanded')).toBe('true');
  expect(required()).toHaveProperty('checked', false);
  await user.type(page.getByRole('textbox', { name: 'Default' }), '7');
  await user.click(row);
  page.getByText('7');
  // The word beside the label is no part of the field's name.
  const form = within(page.getByRole('region', { name: /^Try it/ }));
  expect(form.getByRole('textbox', { name: 'amount' }).getAttribute('aria-required')).toBe('false');
  expect(form.getByRole('textbox', { name: 'code' }).getAttribute('aria-required')).toBe('true');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await page.findByText('Saved');
  expect(emulator().workspace.current().tasks[0]?.parameters[0]).toMatchObject({
    default: 7,
    constraints: { optional: true },
  });
});

test('the settings have an index, and one bar that saves what is changed', async () => {
  const { page, user, emulator } = await openWindow({ workspace: {}, path: '/settings' });
  const index = within(await page.findByRole('list', { name: 'Sections' }));
  for (const link of index.getAllByRole('link')) {
    const heading = document.querySelector(link.getAttribute('href') ?? '');
    expect(heading?.textContent).toBe(link.textContent);
  }
  expect(page.queryByRole('button', { name: 'Save' })).toBeNull();
  const field = page.getByRole('textbox', { name: 'Requests to keep' });
  await user.clear(field);
  await user.type(field, '12');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(emulator().workspace.current().settings.trafficEntries).toBe(12));
});

test('a prompt describes cancelling and its reviewers, and has form fields', async () => {
  const { page, user } = await openWindow({ workspace: { tasks: [asking] }, path: '/tasks/asking/behavior' });
  await user.click(await page.findByRole('button', { name: /^Prompt/ }));
  await page.findByText(/^Cancelling the prompt fails the run/);
  await user.click(page.getByRole('button', { name: 'Add field' }));
  await page.findByRole('button', { name: /^field 1/ });
  await user.click(page.getByText('Who may answer'));
  const self = page.getByRole('checkbox', { name: 'The user who started the run may answer' });
  expect(self).toHaveProperty('checked', true);
  await user.click(self);
  await user.click(page.getByRole('button', { name: 'Add group' }));
  await user.type(page.getByLabelText('Group 1', { selector: 'input' }), 'ops');
  expect(page.getByRole('combobox', { name: 'Asked of' })).toHaveProperty('value', 'group ops');
  await user.click(page.getByRole('radio', { name: 'Prompt' }));
  await page.findByText('Asked of group ops · the run’s creator may not answer');
});

test('a task has config variables of its own', async () => {
  const task = { id: 'a-task', slug: 'task', configVars: { REGION: 'eu' } };
  const { page, user, emulator } = await openWindow({ workspace: { tasks: [task] }, path: '/tasks/a-task/resources' });
  expect(await page.findByRole('textbox', { name: 'Value of REGION' })).toHaveProperty('value', 'eu');
  await user.click(page.getByRole('button', { name: 'Add config variable' }));
  await user.type(page.getByRole('textbox', { name: 'Name of config variable 2' }), 'LEVEL');
  await user.type(page.getByRole('textbox', { name: 'Value of LEVEL' }), 'debug');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(emulator().workspace.current().tasks[0]?.configVars).toEqual({ REGION: 'eu', LEVEL: 'debug' }),
  );
});

const everything: Authored = {
  tasks: [{ id: 'a-task', slug: 'task' }],
  runbooks: [{ id: 'a-runbook', slug: 'runbook', blocks: [] }],
  resources: [{ id: 'a-resource', slug: 'resource', kind: 'rest', resource: { baseURL: 'http://127.0.0.1:9' } }],
  environments: [
    { id: 'an-environment', slug: 'one', default: true },
    { id: 'another', slug: 'two' },
  ],
  users: [{ id: 'a-user', email: 'ada@example.com', role: 'admin' }],
  groups: [{ id: 'a-group', slug: 'ops' }],
  apiKeys: [{ id: 'a-key', name: 'ci', key: 'tkn_ci' }],
};

test.each([
  ['/tasks/a-task', ['Run…', 'Save'], ['Duplicate', 'Copy ID', 'Copy as JSON', 'Delete']],
  ['/runbooks/a-runbook', ['Run…', 'Save'], ['Duplicate', 'Copy ID', 'Copy as JSON', 'Delete']],
  ['/resources/a-resource', ['Save'], ['Duplicate', 'Copy ID', 'Copy as JSON', 'Delete']],
  ['/environments/an-environment', ['Save'], ['Copy ID', 'Copy as JSON', 'Delete']],
  ['/team/users/a-user', ['Save'], ['Copy ID', 'Copy as JSON', 'Delete']],
  ['/team/groups/a-group', ['Save'], ['Copy ID', 'Copy as JSON', 'Delete']],
  ['/api-keys/a-key', ['Save'], ['Copy ID', 'Copy as JSON', 'Revoke']],
  ['/tasks/new', ['Save'], []],
  ['/resources/new', ['Save'], []],
])('at %s the actions end with Save, and others are in a menu', async (path, names, inMenu) => {
  const { page, user } = await openWindow({ workspace: everything, path });
  const save = await page.findByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-keyshortcuts')).toBe('Control+S');
  const actions = within(save.parentElement ?? document.body);
  const buttons = actions.getAllByRole('button');
  const shown = inMenu.length === 0 ? names : [...names, 'More actions'];
  expect(shown.map((name) => buttons.indexOf(actions.getByRole('button', { name })))).toEqual([...buttons.keys()]);
  if (inMenu.length === 0) return;
  await user.click(actions.getByRole('button', { name: 'More actions' }));
  // An open menu counts as hidden here, as nothing is drawn.
  const menu = within(await page.findByLabelText('More actions', { selector: '[role="dialog"]' }));
  expect(
    menu
      .getAllByRole('button', { hidden: true })
      .map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual(inMenu);
});

test('a task with the longest slug and name can be duplicated, twice', async () => {
  const long = { id: 'long', slug: 'a'.repeat(100), name: 'n'.repeat(1000) };
  const { page, user, hangar } = await openWindow({ workspace: { tasks: [long] }, path: '/tasks/long' });
  await user.click(await page.findByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: 'Duplicate', hidden: true }));
  await page.findByText(/^Duplicated as/);
  history.pushState(null, '', '/tasks/long');
  await page.findByRole('heading', { level: 1, name: long.name });
  await user.click(page.getByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: 'Duplicate', hidden: true }));
  await waitFor(async () => {
    const { items } = await hangar.api.definitions.tasks.list();
    expect(items.map(({ slug }) => slug.slice(-6))).toEqual(['aaaaaa', 'a_copy', 'a_co_2']);
  });
});

test('a refused save names the field by its label, until it is saved', async () => {
  const { page, user } = await openWindow({ workspace: {}, path: '/resources/new' });
  await user.type(await page.findByRole('textbox', { name: 'Name' }), 'Orders');
  await user.selectOptions(page.getByRole('combobox', { name: 'Kind' }), 'rest');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await page.findByText('Not saved yet — Base URL: is required for kind "rest"');
  await user.type(page.getByRole('textbox', { name: 'Base URL' }), 'http://127.0.0.1:9');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await page.findByText('Saved');
  await waitFor(() => expect(page.queryByText(/^Not saved yet/)).toBeNull());
});

test('values that were typed before the task was chosen do not hide those typed after', async () => {
  const workspace: Authored = {
    tasks: [
      { slug: 'greet', parameters: [{ slug: 'name' }] },
      { id: 'calling', slug: 'call', behavior: { kind: 'steps', steps: [{ do: 'execute', task: 'nobody' }] } },
    ],
  };
  const { page, user, hangar } = await openWindow({ workspace, path: '/tasks/calling/behavior' });
  await user.click(await page.findByRole('button', { name: /^Execute/ }));
  const add = page.getByRole('button', { name: 'Add value' });
  // A name that is a number, and two rows with the same name.
  await user.click(add);
  await user.type(page.getByRole('textbox', { name: 'Parameter of value 1' }), '1');
  await user.type(page.getByRole('textbox', { name: 'Value of 1' }), 'one');
  await user.click(add);
  await user.click(add);
  await user.selectOptions(page.getByRole('combobox', { name: 'Task' }), 'greet');
  await user.type(page.getByRole('textbox', { name: 'name' }), 'Ada');
  await user.type(page.getByRole('textbox', { name: 'Without a name' }), 'x{Backspace}');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await page.findByText('Saved');
  const { behavior } = await hangar.api.definitions.tasks.get({ params: { id: 'calling' } });
  expect(behavior).toMatchObject({ steps: [{ task: 'greet', paramValues: { 1: 'one', name: 'Ada' } }] });
});

test('invalid values for the executed task give warnings at their fields', async () => {
  const weigh: NonNullable<Authored['tasks']>[number] = {
    slug: 'weigh',
    parameters: [
      { slug: 'kg', type: 'float', constraints: { validate: "params.kg > 30 ? 'At most 30' : null" } },
      { slug: 'by', constraints: { options: ['post', 'courier'] } },
      { slug: 'note', constraints: { optional: true } },
      { slug: 'how', default: 'well' },
    ],
  };
  const block = { kind: 'task' as const, task: 'weigh' };
  const blocks = [
    { ...block, slug: 'empty' },
    { ...block, slug: 'wrong', paramValues: { kg: 31, by: 'pigeon' } },
    { ...block, slug: 'made', paramValues: { kg: '{{ params.n }}', by: 'pigeon' } },
    { ...block, slug: 'right', paramValues: { kg: 30, by: 'post' } },
  ];
  const { page, user } = await openWindow({
    workspace: {
      tasks: [weigh],
      runbooks: [{ id: 'a-book', slug: 'book', parameters: [{ slug: 'n', type: 'float' }], blocks }],
    },
    path: '/runbooks/a-book/blocks',
  });
  const notes: string[] = [];
  for (const { slug } of blocks) {
    await user.click(await page.findByRole('button', { name: new RegExp(`^Task ${slug}`) }));
    notes.push(...page.queryAllByRole('note').map(({ textContent }) => textContent));
    // The one before is closed.
    expect(page.getAllByRole('button', { expanded: true })).toHaveLength(1);
  }
  expect(notes).toEqual([
    '⚠ Requires “kg”.',
    '⚠ Requires “by”.',
    '⚠ “kg” is invalid: At most 30.',
    '⚠ “by” is invalid: must be one of: post, courier.',
    '⚠ “by” is invalid: must be one of: post, courier.',
  ]);
});

test('a resource bound without an alias gets its slug as alias', async () => {
  const { page, user, hangar } = await openWindow({ workspace: everything, path: '/tasks/a-task/resources' });
  await user.click(await page.findByRole('button', { name: 'Add resource' }));
  await user.selectOptions(page.getByRole('combobox', { name: 'Resource of Resource 1' }), 'resource');
  expect(page.getByRole('textbox', { name: 'Alias of resource 1' })).toHaveProperty('value', 'resource');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await page.findByText('Saved');
  const [task] = (await hangar.api.definitions.tasks.list()).items;
  expect(task?.resources).toEqual({ resource: 'resource' });
});

test('a permission offers the known roles; an unknown one is saved with a warning', async () => {
  const permissions = [{ subUserID: 'ada@example.com', roleID: '' }];
  const { page, user, hangar } = await openWindow({
    workspace: {
      users: [{ email: 'ada@example.com', role: 'developer' }],
      tasks: [{ id: 'a-task', slug: 'task', isPrivate: true, permissions }],
    },
    path: '/tasks/a-task/access',
  });
  const role = await page.findByRole<HTMLInputElement>('combobox', { name: 'Role' });
  await user.click(role);
  // Without a layout, the list is not drawn.
  const list = await page.findByRole('listbox', { name: 'Role', hidden: true });
  const offered = within(list).getAllByRole('option', { hidden: true });
  expect(offered.map(({ textContent }) => textContent)).toEqual([...PERMISSION_ROLES]);
  await user.keyboard('task_executer');
  expect(page.queryByText(/No client knows/)).toBeNull();
  await user.type(role, 's');
  await page.findByText('⚠ No client knows the role “task_executers”.');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await page.findByText('Saved');
  const [task] = (await hangar.api.definitions.tasks.list()).items;
  expect(task?.permissions.map(({ roleID }) => roleID)).toEqual(['task_executers']);
});

test('Enter in an option moves to the next', async () => {
  const { page, user } = await openWindow({ workspace: { tasks: [asking] }, path: '/tasks/asking/parameters' });
  await user.click(await page.findByRole('button', { name: /^code/ }));
  await user.click(page.getByRole('button', { name: 'Add option' }));
  await user.keyboard('post{Enter}courier');
  const values = [1, 2].map((n) => page.getByRole('textbox', { name: `Value of option ${n}` }));
  expect(values.map((value) => (value as HTMLInputElement).value)).toEqual(['post', 'courier']);
});

test('a task being renamed still shows its usages', async () => {
  const blocks = [{ slug: 'one', kind: 'task' as const, task: 'task' }];
  const { page, user } = await openWindow({
    workspace: { ...everything, runbooks: [{ id: 'a-runbook', slug: 'runbook', blocks }] },
    path: '/tasks/a-task',
  });
  await user.type(await page.findByRole('textbox', { name: 'Slug' }), '_2');
  page.getByText('Used by');
  page.getByRole('link', { name: 'runbook' });
});

test('a discarded draft takes its problems with it', async () => {
  const { page, user } = await openWindow({ workspace: {}, path: '/resources/new' });
  await user.type(await page.findByRole('textbox', { name: 'Name' }), '?');
  await user.click(page.getByRole('button', { name: 'Save' }));
  await page.findAllByText('Is required');
  await user.click(page.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(page.queryByText('Is required')).toBeNull());
  await user.selectOptions(page.getByRole('combobox', { name: 'Kind' }), 'mysql');
  expect(page.getAllByText('Required when SSH host is set.')).toHaveLength(3);
});

test('a closed card names the field of its problem', async () => {
  const { page, user } = await openWindow({ workspace: { tasks: [asking] }, path: '/tasks/asking/parameters' });
  const list = within(await page.findByRole('list', { name: 'Parameters' }));
  await user.click(list.getByRole('button', { name: /^amount/ }));
  await user.clear(list.getByRole('textbox', { name: 'Slug' }));
  await user.click(list.getByRole('button', { expanded: true }));
  await list.findByText('Slug: is required');
});

test('Alt with an arrow key moves a card, keeps the focus and says its position', async () => {
  const steps = [
    { do: 'log' as const, text: 'one' },
    { do: 'wait' as const, seconds: 1 },
  ];
  const workspace: Authored = { tasks: [{ id: 'task', slug: 'task', behavior: { kind: 'steps', steps } }] };
  const { page, user } = await openWindow({ workspace, path: '/tasks/task/behavior' });
  const face = await page.findByRole('button', { name: /^Log/ });
  face.focus();
  const namesOfSteps = () =>
    page.getAllByRole('button', { name: /^Move / }).map((handle) => handle.getAttribute('aria-label'));
  await user.keyboard('{Alt>}{ArrowDown}');
  await page.findByText('step 1, Log is at position 2 of 2.');
  expect(namesOfSteps()).toEqual(['Move step 1, Wait', 'Move step 2, Log']);
  expect(document.activeElement).toBe(face);
  await user.keyboard('{ArrowDown}{/Alt}');
  await page.findByText('step 2, Log is at position 2 of 2.');
  expect(namesOfSteps()).toEqual(['Move step 1, Wait', 'Move step 2, Log']);
  await user.keyboard('{ArrowUp}');
  expect(namesOfSteps()).toEqual(['Move step 1, Wait', 'Move step 2, Log']);
});

test('a chosen task gives its slug to a block that has none', async () => {
  const block = { kind: 'task' as const, task: 'notify' };
  const workspace: Authored = {
    tasks: [{ slug: 'charge' }, { slug: 'notify' }],
    runbooks: [
      {
        id: 'book',
        slug: 'book',
        blocks: [
          { ...block, slug: 'charge' },
          { ...block, slug: 'tell' },
        ],
      },
    ],
  };
  const { page, user } = await openWindow({ workspace, path: '/runbooks/book/blocks' });
  await user.click(await page.findByRole('button', { name: /^Task tell/ }));
  const slug = await page.findByRole('textbox', { name: 'Slug' });
  const task = page.getByRole('combobox', { name: 'Task' });
  await user.clear(slug);
  await user.selectOptions(task, 'charge');
  expect(slug).toHaveProperty('value', 'charge_2');
  await user.selectOptions(task, 'notify');
  expect(slug).toHaveProperty('value', 'charge_2');
});
