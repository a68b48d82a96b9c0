import { type Authored, openWindow, type TestWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { renameInDrafts } from '../../renderer/authoring/renaming/use-reference-updates.ts';
import { createDrafts } from '../../renderer/core/stores/draft-store.ts';
import { derivedId } from '../../shared/registry/ids.ts';

const workspace: Authored = {
  environments: [
    { slug: 'prod', name: 'Production', default: true, config: { REGION: 'eu' } },
    { slug: 'dev', config: {} },
  ],
  apiKeys: [{ name: 'shop', key: 'tkn_shop', environments: ['prod'] }],
  tasks: [
    {
      slug: 'notify',
      name: 'Notify',
      parameters: [
        { slug: 'text', name: 'Text', constraints: { validate: 'params.text === "text" ? "no" : null' } },
        { slug: 'texts', name: 'Texts', constraints: { optional: true } },
      ],
      behavior: {
        kind: 'steps',
        steps: [{ do: 'log', text: '{{ params.text }} to {{ params.texts }} in {{ config.REGION }}' }],
      },
    },
    {
      slug: 'report',
      name: 'Report',
      parameters: [{ slug: 'day', name: 'Day' }],
      behavior: {
        kind: 'script',
        source: 'export default ({ params, execute }) => execute("notify", { text: params.day });',
      },
    },
  ],
  runbooks: [
    {
      slug: 'close',
      name: 'Close',
      blocks: [
        { slug: 'tell', kind: 'task', task: 'notify', paramValues: { text: 'closed' } },
        { slug: 'done', kind: 'prompt', description: 'Told in {{ tell.runID }}?' },
      ],
    },
  ],
};

/** Replaces the text of a field once it exists. */
async function retype({ page, user }: TestWindow, label: string, text: string, at = 0): Promise<void> {
  const field = (await page.findAllByRole('textbox', { name: label }))[at]!;
  await user.clear(field);
  await user.type(field, text);
}

const saved = (window: TestWindow) =>
  fetch(`${window.emulator().url}/_emulator/export?state=false`).then((answer) => answer.json()) as Promise<{
    workspace: Authored;
  }>;

async function openTask(slug: string, tab = ''): Promise<TestWindow> {
  return openWindow({ workspace, path: `/tasks/${slug}${tab}` });
}

/** The text of the only step in the draft. */
function draftOf({ hangar }: TestWindow): unknown {
  return Object.values(hangar.drafts.store.getState().drafts)[0]?.value;
}

async function openParameter(window: TestWindow, name: string): Promise<void> {
  const { page, user } = window;
  await page.findByRole('tab', { name: /Parameters/ });
  await user.click(await page.findByRole('button', { name: new RegExp(`^${name} `), expanded: false }));
}

describe('within a definition', () => {
  test('formulas follow a slug while it is typed, past another name and back', async () => {
    const window = await openTask('notify', '/parameters');
    await openParameter(window, 'Text');
    const slug = await window.page.findByRole('textbox', { name: 'Slug' });
    // "texts" is another parameter's.
    await window.user.type(slug, 's');
    expect(draftOf(window)).toMatchObject({
      behavior: { steps: [{ text: '{{ params.text }} to {{ params.texts }} in {{ config.REGION }}' }] },
    });
    await window.user.type(slug, '2');
    expect(draftOf(window)).toMatchObject({
      parameters: [{ constraints: { validate: 'params.texts2 === "text" ? "no" : null' } }, { slug: 'texts' }],
      behavior: { steps: [{ text: '{{ params.texts2 }} to {{ params.texts }} in {{ config.REGION }}' }] },
    });
    expect(window.page.getByText(/2 references updated/)).toBeTruthy();
    await window.user.type(slug, '{Backspace}{Backspace}');
    expect(window.hangar.drafts.store.getState().drafts).toEqual({});
  });

  test('later blocks follow the slug of one', async () => {
    const window = await openWindow({ workspace, path: '/runbooks/close/blocks' });
    await window.user.click(await window.page.findByRole('button', { name: /^Task\b/, expanded: false }));
    await retype(window, 'Slug', 'told');
    expect(draftOf(window)).toMatchObject({ blocks: [{ slug: 'told' }, { description: 'Told in {{ told.runID }}?' }] });
  });

  test('a script that contains the old name is not changed and gives a warning', async () => {
    const window = await openTask('report', '/parameters');
    await openParameter(window, 'Day');
    await retype(window, 'Slug', 'date');
    expect(await window.page.findByText(/The script contains “day”. Change it there./)).toBeTruthy();
    expect(draftOf(window)).toMatchObject({ behavior: { source: expect.stringContaining('params.day') } });
  });
});

describe('from elsewhere', () => {
  test('references to a task, saved and unsaved, change with its slug, which can be undone', async () => {
    const window = await openTask('notify');
    const { page, user, hangar } = window;
    const before = (await saved(window)).workspace;
    await retype(window, 'Slug', 'tell');
    expect(await page.findByText(/1 reference elsewhere has the old name/)).toBeTruthy();
    const runbook = hangar.collections.runbooks.items[0]!;
    const { workspace: place } = hangar.collections.info.items[0]!;
    const key = `${place}|runbook:${runbook.id}`;
    const plain = JSON.parse(JSON.stringify(runbook)) as typeof runbook;
    hangar.drafts.write(key, { ...plain } as never, { ...plain, description: 'mine' } as never);

    await user.keyboard('{Control>}s{/Control}');
    const dialog = await page.findByRole('dialog', { name: 'Also change 1 reference in 1 runbook?' });
    expect(dialog.textContent).toContain('In “Close”, from “notify” to “tell”.');
    expect(dialog.textContent).toContain('The script of “Report” contains “notify” and is not changed.');
    const action = within(dialog).getByRole('button', { name: 'Save and change it' });
    await waitFor(() => expect(document.activeElement).toBe(action));
    await user.keyboard('{Enter}');
    await page.findByText('Saved, and 1 reference in 1 runbook changed');
    expect((await saved(window)).workspace).toMatchObject({
      tasks: [{ slug: 'tell' }, { slug: 'report' }],
      runbooks: [{ blocks: [{ task: 'tell' }, {}] }],
    });
    const { [key]: followed, ...others } = hangar.drafts.store.getState().drafts;
    expect(others).toEqual({});
    expect(followed).toMatchObject({
      base: { description: '', blocks: [{ task: 'tell' }, {}] },
      value: { description: 'mine', blocks: [{ task: 'tell' }, {}] },
    });

    await user.click(await page.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect((await saved(window)).workspace.runbooks).toEqual(before.runbooks));
    await waitFor(() => expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Slug' }).value).toBe('tell'));
    await page.findByText(/Unsaved/);
    expect(hangar.drafts.store.getState().drafts[key]?.value).toMatchObject({
      description: 'mine',
      blocks: [{ task: 'notify' }, {}],
    });
  });

  test('of many scripts that contain a name, some are named and the others counted', async () => {
    const script = { kind: 'script' as const, source: 'export default ({ execute }) => execute("notify");' };
    const calling = Array.from({ length: 8 }, (_, index) => ({ slug: `calling_${index}`, behavior: script }));
    const window = await openWindow({
      workspace: { tasks: [{ id: 'notify', slug: 'notify' }, ...calling] },
      path: '/tasks/notify',
    });
    await retype(window, 'Slug', 'tell');
    const [note] = await window.page.findAllByRole('note');
    expect(note?.textContent.match(/contains “notify”/g)).toHaveLength(5);
    expect(note?.textContent).toContain('3 others contain it, too.');
  });

  test('references stay when declined, and cancelling saves nothing', async () => {
    const window = await openTask('notify');
    const { page, user } = window;
    await retype(window, 'Slug', 'tell');
    await user.keyboard('{Control>}s{/Control}');
    await user.click(await page.findByRole('button', { name: 'Cancel' }));
    expect((await saved(window)).workspace).toMatchObject({ tasks: [{ slug: 'notify' }, {}] });
    await user.keyboard('{Control>}s{/Control}');
    await user.click(await page.findByRole('button', { name: 'Save without it' }));
    await page.findByText('Saved');
    expect((await saved(window)).workspace).toMatchObject({
      tasks: [{ slug: 'tell' }, {}],
      runbooks: [{ blocks: [{ task: 'notify' }, {}] }],
    });
  });

  test('parameter values in blocks follow the slug of a parameter', async () => {
    const window = await openTask('notify', '/parameters');
    await openParameter(window, 'Text');
    await retype(window, 'Slug', 'words');
    await window.user.keyboard('{Control>}s{/Control}');
    await window.user.click(await window.page.findByRole('button', { name: 'Save and change it' }));
    await window.page.findByText(/^Saved, and/);
    expect((await saved(window)).workspace.runbooks).toMatchObject([
      { blocks: [{ paramValues: { words: 'closed' } }, {}] },
    ]);
  });

  test('API keys follow the slug of an environment, and formulas the names of its config', async () => {
    const window = await openWindow({ workspace, path: `/environments/${derivedId('environment', 'prod')}` });
    const { page, user } = window;
    await retype(window, 'Slug', 'live');
    await retype(window, 'Name of config value 1', 'AREA');
    expect(await page.findByText(/Webhook URLs contain the slug: those with “prod” stop working\./)).toBeTruthy();
    await user.keyboard('{Control>}s{/Control}');
    await user.click(await page.findByRole('button', { name: 'Save and change them' }));
    await page.findByText('Saved, and 2 references in 1 task and 1 API key changed');
    expect((await saved(window)).workspace).toMatchObject({
      environments: [{ slug: 'live', config: { AREA: 'eu' } }, {}],
      apiKeys: [{ environments: ['live'] }],
      tasks: [{ behavior: { steps: [{ text: '{{ params.text }} to {{ params.texts }} in {{ config.AREA }}' }] } }, {}],
    });
  });
});

describe('drafts with references to a renamed definition', () => {
  const rename = { what: 'task', from: 'old', to: 'new' } as const;
  const runbook = (task: string, description = '') => ({ description, blocks: [{ kind: 'task', slug: 'one', task }] });

  test('change with it and back by undo, unless they changed since', () => {
    const drafts = createDrafts(localStorage);
    drafts.write('here|runbook:a', runbook('old'), runbook('old', 'mine'));
    drafts.write('here|runbook:new', runbook(''), runbook('old'));
    drafts.write('here|runbook:other', runbook('other'), runbook('other', 'mine'));
    drafts.write('there|runbook:a', runbook('old'), runbook('old', 'mine'));
    const before = drafts.store.getState().drafts;
    const undo = renameInDrafts(drafts, 'here', [rename]);
    const now = drafts.store.getState().drafts;
    expect(now).toMatchObject({
      'here|runbook:a': { base: runbook('new'), value: runbook('new', 'mine') },
      'here|runbook:new': { base: runbook(''), value: runbook('new') },
    });
    expect([now['here|runbook:other'], now['there|runbook:a']]).toEqual([
      before['here|runbook:other'],
      before['there|runbook:a'],
    ]);
    drafts.write('here|runbook:new', runbook(''), runbook('newer'));
    undo();
    expect(drafts.store.getState().drafts).toMatchObject({
      'here|runbook:a': { base: runbook('old'), value: runbook('old', 'mine') },
      'here|runbook:new': { value: runbook('newer') },
    });
    localStorage.clear();
  });
});
