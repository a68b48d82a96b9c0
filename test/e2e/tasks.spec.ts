import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchFolder, serve } from '../support/program.ts';
import { expectAccessible, expectNoOverflow } from './support/accessible.ts';
import { replaceCode } from './support/code.ts';
import { copied, pickUp } from './support/list.ts';
import { expect, KEY, type Page, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { addCard, expectSaved, openFirstCard, pressInMenu } from './support/editor.ts';
import { divide, open } from './support/pages.ts';

const workspace = {
  environments: [
    { slug: 'prod', name: 'Production', default: true, config: { REGION: 'eu' } },
    { slug: 'dev', name: 'Development' },
  ],
  groups: [{ slug: 'ops', name: 'Ops', members: [] }],
  resources: [
    {
      slug: 'demo_db',
      name: 'Demo DB',
      kind: 'postgres',
      resource: { host: 'localhost', port: '5432', database: 'd', username: 'u', password: 'p' },
    },
  ],
  tasks: [
    {
      slug: 'notify',
      name: 'Notify customer',
      parameters: [{ slug: 'text', name: 'Text' }],
      behavior: { kind: 'steps' as const, steps: [{ do: 'output' as const, value: { told: '{{ params.text }}' } }] },
    },
    {
      slug: 'refund',
      name: 'Refund an order',
      parameters: [
        { slug: 'order_id', name: 'Order', constraints: { regex: '[A-Z]{2}\\d+' } },
        { slug: 'amount', name: 'Amount', type: 'float' as const, default: 10 },
      ],
      webhooks: { order_paid: {} },
      behavior: {
        kind: 'steps' as const,
        steps: [
          { do: 'log' as const, text: 'Refunding {{ params.order_id }}' },
          { do: 'wait' as const, seconds: 0 },
          { do: 'output' as const, value: { refunded: '{{ params.amount }}' } },
        ],
      },
    },
  ],
};

test.use({ workspace });

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const panel = (page: Page) => page.getByRole('tabpanel');
const side = (page: Page) => page.getByRole('region', { name: 'Try it' });
const save = (page: Page) => page.keyboard.press('ControlOrMeta+S');

const chooseBehavior = (page: Page, label: string) =>
  page.getByRole('radiogroup', { name: 'Behavior' }).getByText(label).click();

const addStep = (page: Page, kind: string) => addCard(page, 'Add step', kind);

/** Replaces the text of the code editor of this name. */
const typeCode = (page: Page, name: string, text: string) =>
  replaceCode(page.getByRole('textbox', { name, exact: true }), text);

fact.describe('new tasks are written with completion, saved, run and answered', () => {
  fact.describe.configure({ mode: 'default' });

  fact('a task with two parameters and a prompt is written from nothing, run and answered', async ({ page, api }) => {
    await open(page, '/tasks');
    await page.getByRole('link', { name: 'New task' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ship an order');
    await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('ship_an_order');

    await tab(page, 'Parameters');
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await page.keyboard.type('Order ID');
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await page.keyboard.type('Boxes');
    await panel(page).getByRole('combobox', { name: 'Type' }).last().selectOption('integer');
    await panel(page).getByRole('textbox', { name: 'Default' }).last().fill('2');
    await expect(side(page).getByRole('textbox', { name: 'Boxes' })).toHaveValue('2');

    await tab(page, 'Behavior');
    await addStep(page, 'Log');
    await page.keyboard.type('Packing {{ params.ord');
    await page.getByRole('option', { name: 'params.order_id' }).click();
    await expect(panel(page).getByRole('textbox', { name: 'Text' })).toHaveValue('Packing {{ params.order_id }}');
    // Braces that are typed once more are not repeated.
    await page.keyboard.type(' }} now');
    await expect(panel(page).getByRole('textbox', { name: 'Text' })).toHaveValue('Packing {{ params.order_id }} now');
    await addStep(page, 'Prompt');
    await page.keyboard.type('Ship {{ params.boxes }} boxes?');
    await panel(page).getByRole('button', { name: 'Add field' }).click();
    await page.keyboard.type('Carrier');
    await panel(page).getByRole('textbox', { name: 'Save result as' }).fill('choice');
    await addStep(page, 'Output');
    await typeCode(page, 'Value', '{ "boxes": "{{ params.boxes }}", "by": "{{ choice.values.carrier }}" }');

    await side(page).getByRole('textbox', { name: 'Order ID' }).fill('AB1');
    await side(page).getByRole('button', { name: 'Save and run' }).click();
    await expect(page).toHaveURL(/\/tasks\/tsk\w+\/behavior$/);
    await side(page).getByRole('link', { name: 'Answer prompt' }).click();
    await page.getByRole('textbox', { name: 'Carrier' }).fill('Snail');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Succeeded').first()).toBeVisible();

    const { runs } = await api.emulator.runs.list({ query: { task: 'ship_an_order' } });
    const run = await api.emulator.runs.get({ params: { id: runs[0]!.id } });
    expect(run.output).toEqual({ boxes: 2, by: 'Snail' });
  });

  fact(
    'Enter and Tab take a completion and close its braces, in texts and in JSON',
    { tag: '@variant' },
    async ({ page }) => {
      await open(page, '/tasks/new');
      await page.getByRole('textbox', { name: 'Name' }).fill('Pack');
      await tab(page, 'Parameters');
      await page.getByRole('button', { name: 'Add parameter' }).click();
      await page.keyboard.type('Order ID');
      await tab(page, 'Behavior');
      await addStep(page, 'Log');
      const text = panel(page).getByRole('textbox', { name: 'Text' });
      for (const key of ['Enter', 'Tab']) {
        await text.fill('');
        await page.keyboard.type('{{ params.ord');
        await expect(page.getByRole('option', { name: 'params.order_id' })).toBeVisible();
        await page.keyboard.press(key);
        await expect(text).toHaveValue('{{ params.order_id }}');
        await page.keyboard.type(' soon');
        await expect(text).toHaveValue('{{ params.order_id }} soon');
      }
      await page.keyboard.press('Tab');
      await expect(text).not.toBeFocused();
      await addStep(page, 'Output');
      const json = panel(page).getByRole('textbox', { name: 'Value' });
      await replaceCode(json, ' ');
      await page.keyboard.type('{ "to": "{{ params.ord');
      await expect(page.getByRole('option', { name: 'params.order_id' })).toBeVisible();
      // CodeMirror takes nothing from a list that opened less than 75 ms ago.
      await page.waitForTimeout(150);
      await page.keyboard.press('Tab');
      await expect(json).toContainText('{ "to": "{{ params.order_id}}"}');
      await page.keyboard.type('", "by": "{{ params.order_id }}" }');
      await expect(json).toContainText('{ "to": "{{ params.order_id}}", "by": "{{ params.order_id }}" }');
      await page.getByRole('button', { name: 'Discard' }).click();
    },
  );

  fact('a script is written with completion of its context, and really runs', async ({ page, api }) => {
    await open(page, '/tasks/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Scripted');
    await tab(page, 'Parameters');
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await page.keyboard.type('Word');
    await tab(page, 'Behavior');
    await chooseBehavior(page, 'Script');
    await typeCode(page, 'Script', 'export default async ({ params, log }) => {\n  return { said: params');
    await page.keyboard.type('.w');
    await page.getByRole('option', { name: /^word/ }).click();
    await page.keyboard.insertText(' };\n};');
    await side(page).getByRole('textbox', { name: 'Word' }).fill('hello');
    await side(page).getByRole('button', { name: 'Save and run' }).click();
    await expect(side(page).getByText('Succeeded')).toBeVisible();

    const { runs } = await api.emulator.runs.list({ query: { task: 'scripted' } });
    expect((await api.emulator.runs.get({ params: { id: runs[0]!.id } })).output).toEqual({ said: 'hello' });
  });

  fact('saving opens the card with the first problem, at its field', async ({ page }) => {
    await open(page, '/tasks/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Pack');
    await tab(page, 'Behavior');
    await addStep(page, 'Execute');
    await addStep(page, 'Log');
    const task = panel(page).getByRole('combobox', { name: 'Task' });
    await expect(task).toBeHidden();
    await save(page);
    await expect(task).toBeFocused();
    await expect(task).toHaveAccessibleDescription('Is required');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  fact('a command is written argument by argument, and really runs', async ({ page, api }) => {
    await open(page, '/tasks/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Command');
    await tab(page, 'Behavior');
    await chooseBehavior(page, 'Command');
    await save(page);
    await expect(page.getByRole('textbox', { name: 'Program' })).toBeFocused();
    await expect(panel(page).getByText('Is required')).toBeVisible();
    await page.getByRole('textbox', { name: 'Program' }).fill('node');
    await page.getByRole('button', { name: 'Add argument' }).click();
    await page.keyboard.type('-e');
    await page.getByRole('button', { name: 'Add argument' }).click();
    await page.keyboard.insertText("console.log('hangar_output:set ' + JSON.stringify({ color: process.env.COLOR }))");
    await page.getByRole('button', { name: 'Add variable' }).click();
    await page.keyboard.type('COLOR');
    await page.getByRole('textbox', { name: 'Value of COLOR' }).fill('blue');
    await side(page).getByRole('button', { name: 'Save and run' }).click();
    await expect(side(page).getByText('Succeeded')).toBeVisible();

    const { runs } = await api.emulator.runs.list({ query: { task: 'command' } });
    expect((await api.emulator.runs.get({ params: { id: runs[0]!.id } })).output).toEqual({ color: 'blue' });
  });
});

test.describe('a problem', { tag: '@variant' }, () => {
  const problems: { name: string; tab: string; make: (page: Page) => Promise<void>; says: RegExp }[] = [
    {
      name: 'a slug that is none',
      tab: 'Details',
      make: (page) => page.getByRole('textbox', { name: 'Slug' }).fill('no slug'),
      says: /Must be a slug/,
    },
    {
      name: 'a parameter slug used twice',
      tab: 'Parameters',
      make: async (page) => {
        await page.getByRole('button', { name: /^Amount amount/ }).click();
        await page.getByRole('textbox', { name: 'Slug' }).fill('order_id');
      },
      says: /used twice/,
    },
    {
      name: 'a pattern that is none',
      tab: 'Parameters',
      make: async (page) => {
        await page.getByRole('button', { name: /^Order order_id/ }).click();
        await page.getByRole('textbox', { name: 'Regular expression' }).fill('[A-');
      },
      says: /regular expression/i,
    },
    {
      name: 'an expression that ends too early',
      tab: 'Behavior',
      make: async (page) => {
        await page.getByRole('button', { name: /^Log/ }).click();
        await page
          .getByRole('combobox', { name: 'Only when' })
          .or(page.getByRole('textbox', { name: 'Only when' }))
          .fill('params.amount >');
      },
      says: /Expression ends too early: “params.amount >”/,
    },
    {
      name: 'a template without its end',
      tab: 'Behavior',
      make: async (page) => {
        await page.getByRole('button', { name: /^Log/ }).click();
        await panel(page).getByLabel('Text', { exact: true }).fill('Hello {{ params.order_id');
      },
      says: /no closing }}/,
    },
    {
      name: 'an alias used twice',
      tab: 'Resources',
      make: async (page) => {
        await page.getByRole('button', { name: 'Add resource' }).click();
        await page.keyboard.type('db');
        await page.getByRole('button', { name: 'Add resource' }).click();
        await page.keyboard.type('db');
        for (const choice of await page.getByRole('combobox', { name: 'Resource of db' }).all())
          await choice.selectOption('demo_db');
      },
      says: /“db” is used twice/,
    },
    {
      name: 'a webhook slug that is none',
      tab: 'Webhooks',
      make: async (page) => {
        await page.getByRole('button', { name: 'Add webhook' }).click();
        await page.keyboard.type('Paid!');
      },
      says: /Must start with a lowercase letter/,
    },
    {
      name: 'a timeout beyond its limit',
      tab: 'Limits',
      make: (page) => page.getByRole('textbox', { name: 'Timeout' }).fill('99999'),
      says: /Must be at most 43200/,
    },
  ];
  /** Expects that a problem is shown, marked and never saved; then takes it back. */
  const expectRefused = async (page: Page, problem: (typeof problems)[number]) => {
    await open(page, '/tasks/refund');
    await tab(page, problem.tab);
    await problem.make(page);
    // An error shows when its field is left, not while one types.
    await page.getByRole('heading', { level: 1 }).click();
    await expect(panel(page).getByText(problem.says).first()).toBeVisible();
    await expect(
      page.getByRole('tab', { name: problem.tab }).getByRole('img', { name: 'has a problem' }),
    ).toBeVisible();
    await expectAccessible(page);
    // From any tab, saving leads to it.
    await tab(page, 'Access');
    await save(page);
    await expect(page.getByRole('tab', { name: problem.tab })).toHaveAttribute('aria-selected', 'true');
    await expect(panel(page).getByText(problem.says).first()).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('img', { name: 'has a problem' })).toHaveCount(0);
  };

  for (const some of divide(problems, 2)) {
    const names = some.map(({ name }) => name).join(', ');
    test(`is shown at its field, marks its tab and refuses saving: ${names}`, async ({ page, api }) => {
      const before = await api.emulator.definitions.tasks.get({ params: { id: 'refund' } });
      for (const problem of some) {
        await test.step(problem.name, () => expectRefused(page, problem));
        expect(await api.emulator.definitions.tasks.get({ params: { id: 'refund' } }), problem.name).toEqual(before);
      }
    });
  }
});

test('a change of the workspace file during editing asks for the version to keep', async ({ page }) => {
  const folder = await scratchFolder();
  const file = join(folder.path, 'workspace.json');
  await writeFile(file, JSON.stringify({ version: 1, ...workspace }, null, 2));
  const program = await serve(['--data', join(folder.path, 'data'), '--workspace', file, '--api-key', KEY]);
  await page.goto(`${program.ready.url}/tasks/refund`);
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
  const outside = (await readFile(file, 'utf8')).replace('"Refund an order"', '"Refund, from outside"');
  await writeFile(file, outside);
  await expect(page.getByRole('alert')).toContainText('changed elsewhere while you edited it');
  await save(page);
  await expect(page.getByText(/Not saved, because it was changed elsewhere/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await expectSaved(page);
  // Only what was edited is another text in the file.
  const saved = JSON.parse(await readFile(file, 'utf8')) as {
    tasks: { slug: string; name: string; description?: string }[];
  };
  expect(saved.tasks.find(({ slug }) => slug === 'refund')).toEqual({ ...workspace.tasks[1], description: 'Mine' });
  await page.goto('about:blank');
  await program.stop();
  await folder.remove();
});

fact.describe('a task is found, edited, put in order, renamed, copied and deleted', () => {
  fact.describe.configure({ mode: 'default' });

  fact('the list finds tasks by any of their texts, and is walked by keyboard', async ({ page }) => {
    await open(page, '/tasks');
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('refu');
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(page).toHaveURL(/q=refu/);
    await page.getByRole('listbox', { name: 'Tasks' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund an order');
  });

  fact('a behavior keeps its fields while another kind is shown', { tag: '@variant' }, async ({ page }) => {
    await open(page, '/tasks/refund/behavior');
    await chooseBehavior(page, 'Command');
    await chooseBehavior(page, 'Steps');
    await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(3);
    await expect(page.getByText('Unsaved')).toBeHidden();
  });

  fact('unsaved changes survive leaving and a reload, and are marked in the list', async ({ page }) => {
    await open(page, '/tasks/refund');
    await page.getByRole('textbox', { name: 'Description' }).fill('Half a thought');
    await page.getByRole('link', { name: 'All tasks' }).click();
    await expect(page.getByRole('option', { name: /Refund an order.*unsaved/ })).toBeVisible();
    await open(page, '/tasks/refund/limits');
    await page.reload();
    await tab(page, 'Details');
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Half a thought');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('');
  });

  fact('nothing of an editor moves or touches, whatever is typed and said', { tag: '@variant' }, async ({ page }) => {
    const boxOf = async (role: 'textbox' | 'button', name: string) =>
      (await page.getByRole(role, { name, exact: true }).first().boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await open(page, '/tasks/refund');
    const before = await boxOf('button', 'Save');
    await page.getByRole('textbox', { name: 'Name' }).fill('A long name of a task. '.repeat(20));
    expect(await boxOf('button', 'Save')).toEqual(before);
    await tab(page, 'Parameters');
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await panel(page).getByRole('textbox', { name: 'Slug' }).focus();
    await panel(page).getByRole('textbox', { name: 'Name' }).focus();
    await expect(panel(page).getByText('Is required')).toBeVisible();
    expect((await boxOf('textbox', 'Name')).y).toBe((await boxOf('textbox', 'Slug')).y);
    await panel(page).getByText('More', { exact: true }).click();
    const hint = await panel(page).getByText('The definition of allowed values').boundingBox();
    const editor = await page.locator('[data-code-editor="Values"]').boundingBox();
    expect(hint!.y - editor!.y - editor!.height).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  fact(
    'a reference to what does not exist is a warning, and saving works',
    { tag: '@variant' },
    async ({ page, api }) => {
      await open(page, '/tasks/refund/behavior');
      await page.getByRole('button', { name: /^Log/ }).click();
      await panel(page).getByLabel('Text', { exact: true }).fill('{{ params.colour }} {{ nobody.knows }}');
      await expect(panel(page).getByText(/There is no name “nobody”/)).toBeVisible();
      await save(page);
      await expectSaved(page);
      const { behavior } = await api.emulator.definitions.tasks.get({ params: { id: 'refund' } });
      expect(behavior.kind === 'steps' && behavior.steps[0]).toMatchObject({
        text: '{{ params.colour }} {{ nobody.knows }}',
      });
    },
  );

  fact('steps and parameters are put in order by keyboard alone', async ({ page, api }) => {
    await open(page, '/tasks/refund/behavior');
    await page.getByRole('button', { name: 'Move step 3, Output', exact: true }).focus();
    await pickUp(page, 'step 3, Output is over position 3 of 3.');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('step 3, Output is over position 2 of 3.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('step 3, Output is over position 1 of 3.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Move step 1, Output', exact: true })).toBeVisible();
    await tab(page, 'Parameters');
    await page.getByRole('button', { name: 'Move Order', exact: true }).focus();
    await pickUp(page, 'Order is over position 1 of 2.');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Order is over position 2 of 2.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(side(page).getByRole('textbox').first()).toHaveAccessibleName('Amount');
    await save(page);
    await expectSaved(page);
    const task = await api.emulator.definitions.tasks.get({ params: { id: 'refund' } });
    expect({
      steps: task.behavior.kind === 'steps' && task.behavior.steps.map((step) => step.do),
      parameters: task.parameters.map(({ slug }) => slug),
    }).toEqual({ steps: ['output', 'log', 'wait'], parameters: ['amount', 'order_id'] });
  });

  fact('renaming keeps the ID; a duplicate is a task of its own', async ({ page, api }) => {
    const { id } = await api.emulator.definitions.tasks.get({ params: { id: 'refund' } });
    await open(page, '/tasks/refund');
    await expect(page).toHaveURL(new RegExp(`/tasks/${id}$`));
    await page.getByRole('textbox', { name: 'Name' }).fill('Pay back');
    await page.getByRole('textbox', { name: 'Slug' }).fill('pay_back');
    await save(page);
    await expectSaved(page);
    expect((await api.emulator.definitions.tasks.get({ params: { id: 'pay_back' } })).id).toBe(id);
    await pressInMenu(page, 'Duplicate');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay back (copy)');
    const { items } = await api.emulator.definitions.tasks.list();
    expect(items.map(({ slug }) => slug)).toEqual(['notify', 'pay_back', 'pay_back_copy']);
  });

  fact('a deleted task comes back with undo, its ID and all', async ({ page, api }) => {
    const before = await api.emulator.definitions.tasks.get({ params: { id: 'refund' } });
    await open(page, '/tasks/refund');
    await pressInMenu(page, 'Delete');
    await expect(page.getByRole('alert').filter({ hasText: 'Deleted task refund' })).toContainText('order_paid');
    await expect(page.getByRole('option', { name: /Notify/ })).toBeVisible();
    await expect(page.getByRole('option', { name: /Refund/ })).toBeHidden();
    expect((await api.emulator.definitions.tasks.list()).items.map(({ slug }) => slug)).toEqual(['notify']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund an order');
    expect(await api.emulator.definitions.tasks.get({ params: { id: 'refund' } })).toEqual(before);
  });

  fact(
    'changes to a task that somebody deletes meanwhile can be saved as a new one',
    { tag: '@variant' },
    async ({ page, api }) => {
      await open(page, '/tasks/refund');
      await page.getByRole('textbox', { name: 'Description' }).fill('Not lost');
      await api.emulator.definitions.tasks.remove({ params: { id: 'refund' } });
      await expect(page.getByText(/deleted elsewhere while you edited it/)).toBeVisible();
      await page.getByRole('button', { name: 'Use my changes in a new task' }).click();
      await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Not lost');
      await save(page);
      await expectSaved(page);
      expect((await api.emulator.definitions.tasks.get({ params: { id: 'refund' } })).description).toBe('Not lost');
    },
  );

  fact(
    'resources, webhooks, limits and access are saved as entered, and webhook URLs appear',
    async ({ page, api }) => {
      await open(page, '/tasks/notify/resources');
      await page.getByRole('button', { name: 'Add resource' }).click();
      await page.keyboard.type('db');
      await page.getByRole('combobox', { name: 'Resource of db' }).selectOption('demo_db');
      await tab(page, 'Webhooks');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.keyboard.type('paid');
      await page.getByRole('checkbox', { name: 'Require an API key for paid' }).check();
      await tab(page, 'Limits');
      await page.getByRole('textbox', { name: 'Timeout' }).fill('60');
      await page.getByRole('button', { name: 'Add label' }).click();
      await page.getByRole('textbox', { name: 'Key of label 1' }).fill('team');
      await page.getByRole('textbox', { name: 'Value of label 1' }).fill('pay');
      await tab(page, 'Access');
      await page.getByRole('checkbox', { name: 'Private' }).check();
      await page.getByRole('button', { name: 'Add permission' }).click();
      await page.getByRole('combobox', { name: 'Who' }).selectOption({ label: 'Group Ops' });
      await expectAccessible(page);
      await save(page);
      await expectSaved(page);
      await tab(page, 'Webhooks');
      await expect(page.getByRole('list', { name: 'URLs of paid' }).getByRole('listitem')).toHaveCount(2);
      await page.getByRole('button', { name: 'Copy URL of paid in prod' }).click();
      await expect.poll(() => copied(page)).toMatch(/\/v0\/webhooks\/prod\/tsk\w+\/\S+$/);
      const groups = (await api.emulator.definitions.groups.list()).items;
      expect(await api.emulator.definitions.tasks.get({ params: { id: 'notify' } })).toMatchObject({
        resources: { db: 'demo_db' },
        webhooks: { paid: { requireServiceToken: true } },
        timeout: 60,
        constraints: { labels: [{ key: 'team', value: 'pay' }] },
        isPrivate: true,
        permissions: [{ subGroupID: groups[0]!.id, subUserID: '' }],
      });
    },
  );
});

test('every tab is accessible, and not wider than the window', { tag: '@variant' }, async ({ page }) => {
  for (const path of ['', '/new', '/refund', ...PARTS.map((part) => `/refund/${part}`)]) {
    await open(page, `/tasks${path}`);
    await openFirstCard(page);
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
});

const PARTS = ['parameters', 'behavior', 'resources', 'webhooks', 'limits', 'access'];
