import { type Authored, openWindow, type TestWindow } from './support/window.tsx';
import { waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../renderer/core/data/api.ts';
import { emulator } from '../../shared/contract/emulator/index.ts';
import { COLLECTION_NAMES, COLLECTIONS, isRuleList } from '../../shared/registry/collections.ts';

// Nothing is lost by one click: each destructive action of the window is undone by another.

const workspace: Authored = {
  environments: [
    { id: 'main', slug: 'main', default: true },
    { id: 'other', slug: 'other' },
  ],
  users: [{ id: 'ada', email: 'ada@example.com' }],
  groups: [{ id: 'ops', slug: 'ops', members: ['ada@example.com'] }],
  apiKeys: [{ id: 'ci', name: 'ci', key: 'tkn_ci', user: 'ada@example.com' }],
  resources: [{ id: 'db', slug: 'db', kind: 'rest', resource: { baseURL: 'http://127.0.0.1:9' } }],
  tasks: [
    { id: 'plain', slug: 'plain', webhooks: ['paid'] },
    { id: 'last', slug: 'last' },
  ],
  runbooks: [{ id: 'book', slug: 'book', blocks: [] }],
  faults: [{ slug: 'broken', kind: 'error', status: 503, match: { operation: 'runs/cancel' } }],
  answers: [{ slug: 'yes', match: { task: 'last' }, submit: {} }],
};

interface Destruction {
  readonly path: string;
  /** The button, and those that open the panel or dialog that it is in. */
  readonly buttons: readonly (string | RegExp)[];
  /** Reads the things that it destroys. */
  readonly read: (api: Api) => Promise<unknown>;
  /** Title of its undoing in the status bar. */
  readonly title: string | RegExp;
}

const state = async (api: Api) => ({
  definitions: (await api.definitions.tasks.list()).items,
  runs: (await api.runs.list({ query: {} })).runs,
});

/** The endpoints that destroy something, and what in the window calls them. */
const DESTRUCTIONS: Readonly<Record<string, readonly Destruction[]>> = {
  ...Object.fromEntries(
    COLLECTION_NAMES.flatMap((name) => {
      if (isRuleList(name)) return [];
      const [item] = workspace[name] ?? [];
      const part = ['users', 'groups'].includes(name) ? `team/${name}` : COLLECTIONS[name].path;
      const destruction = {
        path: `/${part}/${item?.id ?? ''}`,
        buttons: ['More actions', /^(?:Delete|Revoke)$/],
        read: async (api: Api) => (await api.definitions[name].list()).items,
        title: `Deleted ${COLLECTIONS[name].noun} ${name === 'users' ? 'ada@example.com' : (item?.id ?? '')}`,
      };
      return [[`definitions.${name}.remove`, [destruction]]];
    }),
  ),
  'definitions.tasks.replace': [
    {
      ...{ path: '/webhooks/plain/paid', buttons: ['Delete'], title: 'Deleted webhook paid' },
      read: async (api) => (await api.webhooks.list()).webhooks,
    },
  ],
  'traffic.clear': [
    {
      ...{ path: '/traffic', buttons: ['Clear'], title: 'Cleared traffic' },
      read: async (api) => (await api.traffic.list({ query: {} })).entries,
    },
  ],
  'findings.clear': [
    {
      ...{ path: '/traffic/findings', buttons: ['Clear'], title: 'Cleared findings' },
      read: async (api) => (await api.findings.list()).items,
    },
  ],
  'coverage.clear': [
    {
      ...{ path: '/traffic/coverage', buttons: ['Restart counts'], title: 'Restarted coverage' },
      read: (api) => api.coverage.read(),
    },
  ],
  'tests.clear': [
    {
      ...{ path: '/tests', buttons: ['Forget ended tests'], title: 'Forgot ended tests' },
      read: async (api) => (await api.tests.list()).items,
    },
  ],
  'faults.remove': [
    {
      ...{
        path: '/traffic',
        buttons: [/^Faults/, 'Delete broken'],
        title: `Deleted ${COLLECTIONS.faults.noun} broken`,
      },
      read: async (api) => (await api.faults.list()).items,
    },
  ],
  'answers.remove': [
    {
      ...{ path: '/prompts/rules', buttons: ['Delete yes'], title: `Deleted ${COLLECTIONS.answers.noun} yes` },
      read: async (api) => (await api.answers.list()).items,
    },
  ],
  reset: [
    { path: '/settings', buttons: ['Reset'], title: 'Reset', read: state },
    { path: '/settings', buttons: ['Restore the examples'], title: 'Reset', read: state },
    { path: '/overview', buttons: [/^Clock/, 'Reset to real time'], title: 'Reset', read: state },
  ],
  'checkpoints.restore': [{ path: '/settings', buttons: ['Restore'], title: 'Restored empty', read: state }],
  import: [{ path: '/settings', buttons: ['Choose a file…', 'Replace'], title: 'Imported a file', read: state }],
};

/** Endpoints that the window does not call, or whose effect it asks about, since it cannot be undone. */
const OTHERS = [
  'logout',
  'checkpoints.remove',
  'forgetOrigins',
  'faults.removeAll',
  'answers.removeAll',
  'sandboxes.remove',
  'schedule.remove',
];

test('no destructive endpoint is missing in these tests', () => {
  const found: string[] = [];
  const visit = (part: object, name: readonly string[]) => {
    if ('method' in part && part.method === 'DELETE') found.push(name.join('.'));
    else if (!('method' in part))
      for (const [key, inner] of Object.entries<unknown>({ ...part }))
        if (typeof inner === 'object' && inner !== null) visit(inner, [...name, key]);
  };
  visit(emulator, []);
  expect(found.filter((name) => DESTRUCTIONS[name] === undefined).toSorted()).toEqual(OTHERS.toSorted());
});

/** A button once it can be pressed. That of an open pop-over counts as hidden here, as nothing is drawn. */
async function enabled(page: TestWindow['page'], name: string | RegExp): Promise<HTMLElement> {
  const button = await page.findByRole('button', { name, hidden: true });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  return button;
}

/** Makes what there is to lose. */
async function fill({ hangar: { api }, execute }: TestWindow, { buttons }: Destruction): Promise<void> {
  await api.checkpoints.save({ body: { name: 'empty' } });
  await execute('plain');
  for (let n = 0; n < 3; n++) await execute('nothing');
  if (buttons.includes('Forget ended tests')) {
    const { id } = await api.sandboxes.create({ body: { test: { name: 'refunds once' } } });
    await api.sandboxes.remove({ params: { id } });
  }
  if (buttons.includes('Reset to real time')) await api.clock.advance({ body: { seconds: 3600 } });
  await waitFor(async () => expect((await api.findings.list()).items).not.toEqual([]));
}

describe.each(Object.entries(DESTRUCTIONS))('what %s destroys', (_, destructions) => {
  test.each(destructions)('by $buttons of $path is back after one click', async (destruction) => {
    const { path, buttons, read, title } = destruction;
    const opened = await openWindow({ workspace, path });
    const { page, user, hangar } = opened;
    await fill(opened, destruction);
    const before = await read(hangar.api);
    for (const name of buttons) {
      if (name === 'Choose a file…') {
        await page.findByRole('button', { name });
        const input = document.querySelector<HTMLInputElement>('input[type=file]');
        // In a browser, each file has this path.
        const file = Object.assign(new File(['{"version":1,"tasks":[]}'], 'w.json'), { webkitRelativePath: '' });
        if (input !== null) await user.upload(input, file);
      } else await user.click(await enabled(page, name));
    }
    const chip = await within(document.body).findByRole('button', { name: `Undo: ${String(title)}` });
    expect(await read(hangar.api)).not.toEqual(before);
    expect(page.queryByRole('dialog', { name: /\?$/ })).toBeNull();
    await user.click(page.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await read(hangar.api)).toEqual(before));
    await waitFor(() => expect(chip.isConnected && chip.textContent === `Undo: ${String(title)}`).toBe(false));
  });
});
