import { expect, onTestFinished, test } from 'vitest';
import { DefinitionsProvider } from '../../renderer/authoring/context/workspace-definitions.ts';
import { TaskSummary } from '../../renderer/authoring/editor/summaries.tsx';
import { TemplateText, TemplateValue } from '../../renderer/authoring/fields/TemplateText.tsx';
import type { Json } from '../../shared/values/json.ts';
import { render } from './support/render.ts';

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
  ['a long text', <TemplateText text={'{{ a }} '.repeat(10_000)} />, 600],
  ['a long text in an object', <TemplateValue value={{ text: 'x'.repeat(100_000) }} />, 600],
])('the summary of %s shows its beginning', (_, summary, most) => {
  onTestFinished(render(summary).unmount);
  const { length } = document.body.textContent;
  expect(length).toBeGreaterThan(100);
  expect(length).toBeLessThan(most);
});
