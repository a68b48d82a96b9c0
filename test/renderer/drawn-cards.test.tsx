import { type Authored, openWindow } from './support/window.tsx';
import { within } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';
import { DefinitionsProvider } from '../../renderer/authoring/context/workspace-definitions.ts';
import { PROMPT_ITEM, TaskSummary } from '../../renderer/authoring/editor/summaries.tsx';
import { TemplateText, TemplateValue } from '../../renderer/authoring/fields/TemplateText.tsx';
import type { Json } from '../../shared/values/json.ts';
import { recordDrawings } from './support/drawings.ts';
import { render } from './support/render.ts';

const parameters = ['first', 'second', 'third'].map((slug) => ({ slug, name: slug }));

const WORKSPACE: Authored = {
  tasks: [
    {
      id: 'wide',
      slug: 'wide',
      parameters,
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'prompt', description: 'Go on?', parameters },
          { do: 'execute', task: 'part', as: 'sent' },
          { do: 'log', text: 'done', when: 'params.first' },
        ],
      },
    },
    { id: 'part', slug: 'part' },
  ],
  runbooks: [
    {
      id: 'book',
      slug: 'book',
      blocks: [
        { slug: 'ask', kind: 'prompt', description: 'Go on?' },
        { slug: 'run', kind: 'task', task: 'part' },
      ],
    },
  ],
};

test.each([
  { path: '/tasks/wide/parameters', list: 'Parameters', card: /^first/, field: 'Description' },
  { path: '/tasks/wide/behavior', list: 'Steps', card: /^Prompt/, field: 'Confirm button' },
  { path: '/runbooks/book/blocks', list: 'Blocks', card: /^Prompt/, field: 'Confirm button' },
])('typing in a card of $path draws no other card', async ({ path, list, card, field }) => {
  const { page, user } = await openWindow({ workspace: WORKSPACE, path });
  await user.click(await page.findByRole('button', { name: card }));
  const [own, ...others] = within(await page.findByRole('list', { name: list })).getAllByRole('listitem');
  const input = await page.findByRole('textbox', { name: field });
  const drawn = recordDrawings();
  await user.type(input, 'some text');
  expect(drawn.some((element) => own?.contains(element))).toBe(true);
  expect(others.length).toBeGreaterThan(0);
  expect(drawn.filter((element) => others.some((other) => other.contains(element)))).toEqual([]);
});

test('typing in a field of a prompt draws no other field, and none of the form beside it', async () => {
  const { page, user } = await openWindow({ workspace: WORKSPACE, path: '/tasks/wide/behavior' });
  await user.click(await page.findByRole('button', { name: /^Prompt/ }));
  const fields = within(await page.findByRole('list', { name: 'Fields of the prompt' }));
  await user.click(fields.getByRole('button', { name: /^first/ }));
  const [own, ...others] = fields.getAllByRole('listitem');
  const form = [...page.getByRole('region', { name: 'Try it' }).querySelectorAll('input')];
  const drawn = recordDrawings();
  await user.type(fields.getByRole('textbox', { name: 'Description' }), 'some text');
  expect(drawn.some((element) => own?.contains(element))).toBe(true);
  const still = [...others, ...form];
  // Two fields of the prompt, three of the form, and its two views.
  expect(still.length).toBe(7);
  expect(drawn.filter((element) => still.some((other) => other.contains(element)))).toEqual([]);
});

test('typing in the editor of a resource draws no row of the list beside it', async () => {
  const resource = { kind: 'rest', resource: { baseURL: 'http://127.0.0.1:9' } };
  const { page, user } = await openWindow({
    workspace: { resources: ['one', 'two', 'three'].map((slug) => ({ id: slug, slug, ...resource })) },
    path: '/resources/one',
  });
  const url = await page.findByRole('textbox', { name: 'Base URL' });
  await user.type(url, '9');
  await page.findByText(/^● unsaved/);
  const rows = page.getAllByRole('option');
  const drawn = recordDrawings();
  await user.type(url, '999');
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.filter((element) => rows.some((row) => row.contains(element)))).toEqual([]);
});

const wide = Array.from({ length: 1000 }, (_, index) => index);
const values = Object.fromEntries(wide.map((n) => [`n${n}`, n]));
const collections = [
  'tasks',
  'runbooks',
  'environments',
  'resources',
  'groups',
  'users',
  'apiKeys',
  'faults',
  'answers',
];
const definitions = Object.fromEntries([...collections, 'actors'].map((name) => [name, []])) as never;
const deep = (levels: number): Json => (levels === 0 ? wide : Array.from({ length: 50 }, () => deep(levels - 1)));

test.each([
  ['a long list', <TemplateValue value={wide} />, 300],
  ['long lists in lists', <TemplateValue value={deep(2)} />, 1000],
  ['an object with many fields', <TemplateValue value={values} />, 600],
  [
    'an execution with many values',
    <DefinitionsProvider value={definitions}>
      <TaskSummary item={{ task: 'part', paramValues: values }} />
    </DefinitionsProvider>,
    300,
  ],
  [
    'a prompt with many fields',
    <PROMPT_ITEM.Summary item={{ as: 'asked', parameters: wide.map((n) => ({ slug: `n${n}` })) }} />,
    300,
  ],
  ['a long text', <TemplateText text={'{{ a }} '.repeat(10_000)} />, 600],
  ['a long text in an object', <TemplateValue value={{ text: 'x'.repeat(100_000) }} />, 600],
])('the summary of %s shows its beginning', (_, summary, most) => {
  onTestFinished(render(summary).unmount);
  const { length } = document.body.textContent;
  expect(length).toBeGreaterThan(100);
  expect(length).toBeLessThan(most);
});
