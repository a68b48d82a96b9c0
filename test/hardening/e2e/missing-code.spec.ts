import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { clientOf, scratchFolder, serve } from '../../support/program.ts';
import { expectAccessible } from '../../e2e/support/accessible.ts';
import { expect, KEY, type Locator, type Page, test } from '../../e2e/support/hangar.ts';
import { disconnected } from '../../e2e/support/list.ts';
import type { TestServer } from '../../e2e/support/server.ts';
import { holdFiles, newerBuild } from '../../e2e/support/upgrade.ts';
import { steps } from '../../support/steps.ts';

const workspace = {
  tasks: [
    {
      id: 'tskScript',
      slug: 'script',
      name: 'Script',
      parameters: [{ slug: 'who', name: 'Who' }],
      behavior: { kind: 'script' as const, source: 'export default () => ({ done: true });' },
    },
    {
      id: 'tskAsk',
      slug: 'ask',
      name: 'Ask',
      behavior: steps({ do: 'prompt', description: 'Go on?', confirmText: 'Go on' }),
    },
  ],
};

test.use({ workspace, prefetchesCode: true, allowedInConsole: [/ERR_|status of 404|dynamically imported/] });

/** Code that is loaded on demand, and how a person comes to need it. */
interface Case {
  /** The file that holds it. */
  readonly file: RegExp;
  readonly path: string;
  /** Part of the page at the path. */
  readonly ready: (page: Page) => Locator;
  readonly need: (page: Page) => Promise<unknown>;
  readonly shown: (page: Page) => Locator;
  /** True for what is not on screen any more when the window was reloaded. */
  readonly isLostByReload?: boolean;
}

const linkTo = (page: Page, place: string) => page.getByRole('navigation').getByRole('link', { name: place });
const typedField = (page: Page) => page.getByRole('region', { name: 'Try it' }).getByRole('textbox', { name: 'Who' });

const CASES: Readonly<Record<string, Case>> = {
  'a place': {
    file: /^TeamPage-/,
    path: '/runs',
    ready: (page) => page.getByText('No runs yet'),
    need: (page) => linkTo(page, 'Team').click(),
    shown: (page) => page.getByRole('heading', { level: 1, name: 'Team' }),
  },
  'what a place needs': {
    file: /^authoring-/,
    path: '/runs',
    ready: (page) => page.getByText('No runs yet'),
    need: (page) => linkTo(page, 'Team').click(),
    shown: (page) => page.getByRole('heading', { level: 1, name: 'Team' }),
  },
  'the palette': {
    file: /^Overlays-/,
    path: '/runs',
    ready: (page) => page.getByText('No runs yet'),
    need: (page) => page.keyboard.press('ControlOrMeta+K'),
    shown: (page) => page.getByRole('dialog').getByRole('combobox'),
    isLostByReload: true,
  },
  'the form that runs a task': {
    file: /^RunForm-/,
    path: '/tasks/tskScript',
    ready: (page) => page.getByRole('button', { name: 'Run…' }),
    need: (page) => page.getByRole('button', { name: 'Run…' }).click(),
    shown: (page) => page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }),
    isLostByReload: true,
  },
  'a code editor': {
    file: /^CodeMirror-/,
    path: '/tasks/tskScript',
    ready: typedField,
    need: (page) => page.getByRole('tab', { name: 'Behavior' }).click(),
    shown: (page) => page.getByRole('textbox', { name: 'Script' }),
  },
};

/** Starts a newer build in the place of a program that has ended. */
async function upgrade(before: TestServer, workspaceFile: string) {
  const folder = await scratchFolder();
  const script = await newerBuild(folder.path);
  const { port } = new URL(before.ready.url);
  const flags = ['--in-memory', '--api-key', KEY, '--workspace', workspaceFile, '--port', port];
  const program = await serve(flags, { script });
  const stop = async () => {
    await program.stop();
    await folder.remove();
    await rm(dirname(workspaceFile), { recursive: true });
  };
  return { api: clientOf(program.ready), stop };
}

/** Opens the window without some of its code, and ends the server; gives what starts a newer one in its place. */
async function openWithout(
  page: Page,
  hangar: TestServer,
  { file, path, ready }: Pick<Case, 'file' | 'path' | 'ready'>,
) {
  const { workspace: workspaceFile } = await clientOf(hangar.ready).emulator.info();
  const workspaceText = await readFile(workspaceFile, 'utf8');
  const breakOff = await holdFiles(page, file);
  await page.goto(path);
  await expect(ready(page)).toBeVisible();
  await hangar.stop();
  // The end of the server has removed its folder, and the window knows a workspace by its file.
  await mkdir(dirname(workspaceFile), { recursive: true });
  await writeFile(workspaceFile, workspaceText);
  await breakOff();
  await expect(disconnected(page)).toBeVisible();
  return () => upgrade(hangar, workspaceFile);
}

for (const [name, given] of Object.entries(CASES)) {
  test(`${name} first opened while the server is away is there once an upgraded one is back`, async ({
    page,
    hangar,
  }) => {
    const { ready, need, shown, isLostByReload } = given;
    const startNewer = await openWithout(page, hangar, given);
    await need(page);
    const reloaded = page.waitForEvent('load');
    const newer = await startNewer();
    await reloaded;
    if (isLostByReload === true) {
      // The page that is on its way out does not count.
      await expect(ready(page)).toBeVisible();
      await need(page);
    }
    await expect(shown(page)).toBeVisible();
    await newer.stop();
  });
}

test("a prompt's form that was on its way when the server went is there once an upgraded one is back", async ({
  page,
  hangar,
  api,
}) => {
  const card = page.getByRole('region', { name: 'Go on?' });
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'ask' } });
  const startNewer = await openWithout(page, hangar, {
    file: /^PromptForm-/,
    path: `/runs/${runID}`,
    ready: () => card.getByText('Loading…'),
  });
  const reloaded = page.waitForEvent('load');
  const newer = await startNewer();
  await reloaded;
  const again = await newer.api.v0.tasks.execute({ body: { slug: 'ask' } });
  await page.goto(`/runs/${again.runID}`);
  await expect(card.getByRole('button', { name: 'Go on' })).toBeVisible();
  await newer.stop();
});

test('the window asks before it reloads for missing code when that would lose what was typed', async ({
  page,
  hangar,
}) => {
  const given = { file: /^CodeMirror-/, path: '/tasks/tskScript/behavior', ready: typedField };
  const startNewer = await openWithout(page, hangar, given);
  await typedField(page).fill('Ada');
  const newer = await startNewer();
  const alert = page.getByRole('alert').filter({ hasText: 'Part of this window did not load' });
  await expect(alert).toContainText('Save your input, then reload.');
  await expectAccessible(page);
  await expect(typedField(page)).toHaveValue('Ada');
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('textbox', { name: 'Script' })).toBeVisible();
  await expect(typedField(page)).toHaveValue('Ada');
  await expect(alert).toHaveCount(0);
  await newer.stop();
});
