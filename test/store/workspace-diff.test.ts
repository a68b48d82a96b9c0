import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { derivedId } from '../../shared/registry/ids.ts';
import type { Json } from '../../shared/values/json.ts';
import { Workspace } from '../../shared/model/workspace.ts';
import { changedDocument } from '../../electron/emulator/store/workspace/workspace-change.ts';
import { readDocument } from '../../electron/emulator/store/workspace/workspace-text.ts';
import { fc, runs } from '../support/properties.ts';

const EXAMPLE = readFileSync(new URL('./fixtures/product-example.workspace.txt', import.meta.url), 'utf8');

/** A workspace as someone writes it by hand: own order, own spacing, defaults left out here and written there. */
const BY_HAND = `{
  "version": 1,
  "tasks": [
    {
      "name": "Refund", "slug": "refund",
      "timeout": 3600,
      "parameters": [
        { "slug": "a",   "type": "integer" },
        { "slug": "b" }
      ],
      "behavior": { "kind": "steps", "steps": [
        { "do": "log", "text": "one" },
        { "do": "log", "text": "two" }
      ] }
    },
    {
      "slug": "notify"
    }
  ],
  "environments": [{"slug":"prod"},   {"slug":"dev"}]
}`;

type Edit = (workspace: Workspace) => Workspace;

const tasks =
  (edit: (list: Workspace['tasks']) => Workspace['tasks']): Edit =>
  (workspace) => ({ ...workspace, tasks: edit(workspace.tasks) });
const refund = (change: Partial<Workspace['tasks'][number]>): Edit =>
  tasks(([first, ...rest]) => [{ ...first!, ...change }, ...rest]);
const parameters = (
  edit: (list: Workspace['tasks'][number]['parameters']) => Workspace['tasks'][number]['parameters'],
): Edit => tasks(([first, ...rest]) => [{ ...first!, parameters: edit(first!.parameters) }, ...rest]);

/** Lines taken away and put in; the rest is the same to the letter. */
function difference(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let [start, end] = [0, 0];
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
  ];
}

/** Sets the behavior of the first task. */
const behavior = (value: Workspace['tasks'][number]['behavior']): Edit => refund({ behavior: value });
const plain = { startDelaySeconds: 0, queueSeconds: 0, failureRate: 0 };

test.each<[what: string, edit: Edit, difference: string[]]>([
  ['nothing', (workspace) => ({ ...workspace }), []],
  [
    'a field that is written',
    refund({ name: 'Refund it' }),
    ['-       "name": "Refund", "slug": "refund",', '+       "name": "Refund it", "slug": "refund",'],
  ],
  ['a number', refund({ timeout: 60 }), ['-       "timeout": 3600,', '+       "timeout": 60,']],
  ['a field that is not written', refund({ description: 'Gives it' }), ['+       "description": "Gives it",']],
  ['a field to its default', refund({ timeout: 3600, concurrency: 10, isPrivate: false }), []],
  [
    'an item of a list in lines',
    parameters(([a, b]) => [a!, { ...b!, type: 'float' }]),
    ['-         { "slug": "b" }', '+         { "slug": "b", "type": "float" }'],
  ],
  [
    'the order of a list',
    parameters(([a, b]) => [b!, a!]),
    [
      '-         { "slug": "a",   "type": "integer" },',
      '-         { "slug": "b" }',
      '+         { "slug": "b" },',
      '+         { "slug": "a",   "type": "integer" }',
    ],
  ],
  [
    'the last item of a list to none',
    tasks(([first]) => [first!]),
    ['-     },', '-     {', '-       "slug": "notify"'],
  ],
  [
    'a list by a new thing, with all its defaults, and the ID that it has anyway',
    tasks(([first, second]) => [
      ...[first!, second!],
      {
        ...second!,
        id: derivedId('task', 'third'),
        slug: 'third',
        name: 'Third',
        parameters: [{ ...first!.parameters[1]!, slug: 'x' }],
      },
    ]),
    [
      ...['+     },', '+     {', '+       "slug": "third",', '+       "name": "Third",', '+       "parameters": ['],
      ...['+         {', '+           "slug": "x"', '+         }', '+       ]'],
    ],
  ],
  [
    'a slug, which writes the ID down that was derived from it',
    tasks(([first, second]) => [{ ...first!, slug: 'renamed' }, second!]),
    [
      '-       "name": "Refund", "slug": "refund",',
      `+       "id": "${derivedId('task', 'refund')}",`,
      '+       "name": "Refund", "slug": "renamed",',
    ],
  ],
  [
    'a slug and the place at once, with the ID given',
    tasks(([first, second]) => [{ ...second!, id: derivedId('task', 'notify'), slug: 'tell' }, first!].reverse()),
    ['-       "slug": "notify"', `+       "id": "${derivedId('task', 'notify')}",`, '+       "slug": "tell"'],
  ],
  [
    'a thing by fields of its own',
    tasks(([first, second]) => [
      first!,
      { ...second!, webhooks: { a: { requireServiceToken: false } }, resources: { db: 'x' } },
    ]),
    [
      ...['-       "slug": "notify"', '+       "slug": "notify",', '+       "resources": {', '+         "db": "x"'],
      ...['+       },', '+       "webhooks": {', '+         "a": {}', '+       }'],
    ],
  ],
  [
    'a list in one line, by one less',
    (workspace) => ({ ...workspace, environments: workspace.environments.slice(1) }),
    ['-   "environments": [{"slug":"prod"},   {"slug":"dev"}]', '+   "environments": [{"slug":"dev"}]'],
  ],
  [
    'a list in one line, by one more',
    (workspace) => ({
      ...workspace,
      environments: [...workspace.environments, { slug: 'new', default: true, config: { A: 'b' } }],
    }),
    [
      '-   "environments": [{"slug":"prod"},   {"slug":"dev"}]',
      '+   "environments": [{"slug":"prod"},   {"slug":"dev"}, { "slug": "new", "default": true, "config": { "A": "b" } }]',
    ],
  ],
  [
    'a setting',
    (workspace) => ({ ...workspace, settings: { ...workspace.settings, retainRuns: 7 } }),
    [
      '-   "environments": [{"slug":"prod"},   {"slug":"dev"}]',
      '+   "environments": [{"slug":"prod"},   {"slug":"dev"}],',
      ...['+   "settings": {', '+     "retainRuns": 7', '+   }'],
    ],
  ],
  [
    'steps by one more in front',
    behavior({
      ...{ kind: 'steps', ...plain },
      steps: [
        { do: 'wait', seconds: 3 },
        { do: 'log', level: 'info', text: 'one' },
        { do: 'log', level: 'info', text: 'two' },
      ],
    }),
    ['+         { "do": "wait", "seconds": 3 },'],
  ],
  [
    'a step without a name',
    behavior({
      ...{ kind: 'steps', ...plain },
      steps: [
        { do: 'log', level: 'error', text: 'one' },
        { do: 'log', level: 'info', text: 'two' },
      ],
    }),
    ['-         { "do": "log", "text": "one" },', '+         { "do": "log", "level": "error", "text": "one" },'],
  ],
  [
    'a behavior to one of another kind',
    behavior({ kind: 'script', ...plain, source: 'export default () => 1' }),
    [
      ...['-       "behavior": { "kind": "steps", "steps": [', '-         { "do": "log", "text": "one" },'],
      ...['-         { "do": "log", "text": "two" }', '-       ] }'],
      '+       "behavior": { "kind": "script", "source": "export default () => 1" }',
    ],
  ],
])('changing %s changes the lines that say it and no others', (_, edit, lines) => {
  const document = readDocument(BY_HAND, 'file');
  expect(difference(BY_HAND, changedDocument(document, edit(document.workspace)).text)).toEqual(lines);
});

test.each([
  ['Windows line ends', BY_HAND.replaceAll('\n', '\r\n')],
  ['tabs', BY_HAND.replaceAll(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 2))],
  ['a byte order mark', `\uFEFF${BY_HAND}`],
  ['a final newline', `${BY_HAND}\n`],
])('an author who writes with %s keeps them', (_, text) => {
  const document = readDocument(text, 'file');
  const third = { ...document.workspace.tasks[1]!, slug: 'third' };
  const { text: longer } = changedDocument(document, {
    ...document.workspace,
    tasks: [...document.workspace.tasks, third],
  });
  const added = /,\s*\{\s*"slug": "third"\s*\}/.exec(longer)?.[0] ?? '';
  const newline = text.includes('\r') ? '\r\n' : '\n';
  const indent = text.includes('\t') ? '\t' : '  ';
  expect({ added, rest: longer.replace(added, '') }).toEqual({
    added: ['', '{', `${indent}"slug": "third"`, '}'].join(`${newline}${indent}${indent}`).replace(/^/, ','),
    rest: text,
  });
});

/** Any change of a workspace, small or large. */
const change: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.nat(3), fc.nat(3)).map(([from, to]): Edit =>
    tasks((list) => {
      const moved = [...list];
      moved.splice(to, 0, ...moved.splice(from, 1));
      return moved;
    }),
  ),
  fc.nat(3).map((at): Edit => tasks((list) => list.filter((_, i) => i !== at))),
  fc
    .tuple(fc.nat(3), fc.constantFrom('p', 'q', 'r'))
    .map(([at, slug]): Edit =>
      tasks((list) =>
        list.some((task) => task.slug === slug) ? list : list.map((task, i) => (i === at ? { ...task, slug } : task)),
      ),
    ),
  fc.tuple(fc.nat(3), fc.constantFrom('n1', 'n2', 'n3', 'n4'), fc.string()).map(([at, slug, description]): Edit =>
    tasks((list) => {
      if (list.some((task) => task.slug === slug)) return list;
      const like = list[0] ?? Workspace.parse({ version: 1, tasks: [{ slug }] }).tasks[0]!;
      return [...list.slice(0, at), { ...like, id: undefined, slug, description }, ...list.slice(at)];
    }),
  ),
  fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 5 }).map((members): Edit => (workspace) => ({
    ...workspace,
    groups: [{ slug: 'ops', members }],
  })),
  fc
    .dictionary(fc.string(), fc.string(), { maxKeys: 4 })
    .filter((config) => !Object.hasOwn(config, '__proto__'))
    .map((config): Edit => (workspace) => ({
      ...workspace,
      environments: workspace.environments.map((environment, i) =>
        i === 0 ? { ...environment, config } : environment,
      ),
    })),
  fc.nat(9).map((retainRuns): Edit => (workspace) => ({
    ...workspace,
    settings: { ...workspace.settings, retainRuns },
  })),
  fc
    .array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 })
    // A text like the start of a template is refused.
    .filter((value) => !JSON.stringify(value).includes('{{'))
    .map((value): Edit =>
      tasks((list) =>
        list.map((task, i) =>
          i === 0
            ? {
                ...task,
                behavior: {
                  kind: 'steps',
                  ...plain,
                  steps: [{ do: 'output', value: JSON.parse(JSON.stringify(value)) as Json }],
                },
              }
            : task,
        ),
      ),
    ),
);

test('after any changes the text means what was wanted', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(BY_HAND, EXAMPLE, '{"version": 1}'),
      fc.array(change, { maxLength: 12 }),
      (text, edits) => {
        let document = readDocument(text, 'file');
        for (const edit of edits) {
          const edited = edit(document.workspace);
          // An expression-like text in an output is refused, rightly.
          if (JSON.stringify(edited).includes('{{') && text !== EXAMPLE) return;
          const after = changedDocument(document, edited);
          expect(withoutIds(after.workspace)).toEqual(withoutIds(edited));
          document = after;
        }
      },
    ),
    runs(25),
  );
});

/** IDs may be written or left out; everything else is to be as it was wanted. */
function withoutIds(workspace: Workspace): unknown {
  return JSON.parse(
    JSON.stringify({ ...workspace, tasks: workspace.tasks.map((task) => ({ ...task, id: undefined })) }),
  );
}
