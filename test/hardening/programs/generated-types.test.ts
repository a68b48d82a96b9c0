import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Described, type TaskForm, keptOutputs } from '../../../electron/programs/types/describe.ts';
import { pythonFile } from '../../../electron/programs/types/python.ts';
import { EMPTY_SHAPE, type Field, type Shape, shapeOf, unionOf } from '../../../electron/programs/types/shape.ts';
import { typescriptFile } from '../../../electron/programs/types/typescript.ts';
import { COMPILER } from '../../support/compiler.ts';
import { inProcess } from '../../support/in-process.ts';
import { needs } from '../../support/needs.ts';
import { scratchFolder } from '../../support/program.ts';

const STRICT = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'esnext', '--types', '', '--lib', 'es2022'];
const STRICTER = [
  '--noUncheckedIndexedAccess',
  '--exactOptionalPropertyTypes',
  '--noUnusedLocals',
  '--noImplicitOverride',
];

/** Texts that would end a comment or a literal early, or give orders to a compiler, if they were copied. */
const HOSTILE = [
  ...['*/ throw 1; /*', '*\\/ */', '"; throw 1; //', "'; import os; os.abort() #", '"""\nimport os\nos.abort()\n"""'],
  ...['`${process.exit(9)}`', '\\', '\\"', '\\u0022; throw 1; //', '\\N{QUOTATION MARK}', '<!-- -->', ' ', ''],
  ...['a\nb\r\nc\u2028d\u2029e\u0085f\vg\fh', '\u0000\u0007\u001b[31m\u007f', '\u202e\u2066 turned \u2069'],
  ...['\ud800 alone \udfff', 'smile \u{1f600} and \u{10ffff}', 'x'.repeat(5000), '{{ params.x }}', '%s %(a)s {0}'],
  ...['@ts-ignore', '@ts-expect-error', '@ts-nocheck', '# type: ignore', 'type: ignore', 'pyright: ignore'],
  ...['-*- coding: utf-7 -*-', '+AAo-import os', '__proto__', 'constructor', 'class', 'None', 'import'],
];
const SLUGS = [
  ...['class', 'None', 'def', 'constructor', 'a-b', 'a_b', 'A_b', 'a--b', '0', '1e9', 'acme:sql_query', 'Tasks', 'str'],
];
/** Names that a parameter can have. */
const VARIABLES = ['class', 'None', 'from', '_', '__init__', 'constructor', 'toString', 'A', 'a', 'undefined'];

const TEXT: Shape = { kind: 'string' };

function field(name: string, note: string, isOptional = false): Field {
  return { name, shape: TEXT, isOptional, note };
}

/** Every spelling in every place where a text of a workspace or of an output can be. */
function everySpelling(): Described {
  const fields = VARIABLES.map((name, index) => field(name, HOSTILE[index] ?? '', index % 2 === 0));
  const asKeys = Object.fromEntries(HOSTILE.map((text) => [`_${text}`, { [text]: [text, 1, 1.5, null, true] }]));
  const choices: Shape = { kind: 'union', of: HOSTILE.map((value) => ({ kind: 'literal', value })) };
  const tasks = [
    ...SLUGS.map((slug): TaskForm => ({ slug, note: slug, fields, output: EMPTY_SHAPE, source: 'unknown' })),
    ...HOSTILE.map((note, index): TaskForm => ({
      ...{ slug: `t${index}`, note, source: 'observed' },
      fields: [field('a', note), { ...field('b', note, true), shape: choices }],
      output: index === 0 ? shapeOf(asKeys) : choices,
    })),
  ];
  const runbooks = SLUGS.filter((slug) => !slug.includes(':')).map((slug) => ({ slug, note: '*/', fields }));
  const prompts = SLUGS.map((slug) => ({ slug: `tasks/${slug}/1`, note: '*/', fields }));
  return { tasks, runbooks, prompts };
}

const { folder } = inProcess();
/** The cache of the checker of Python, which has then read its own library once for all tests. */
let cache: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  cache = await scratchFolder();
});
afterAll(() => cache.remove());

/** Messages of the compiler about a program beside the types; "" when it is right. */
async function compiled(types: string, program = ''): Promise<string> {
  await writeFile(join(folder(), 'types.ts'), types);
  const main = join(folder(), 'main.ts');
  await writeFile(main, `import { execute } from './types';\nexport { execute };\n${program}`);
  try {
    await promisify(execFile)(process.execPath, [...COMPILER, ...STRICT, ...STRICTER, main], { cwd: folder() });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Runs a Python program that may import the types as `made`; gives what it prints. */
async function python(types: string, program: string): Promise<string> {
  await writeFile(join(folder(), 'made.py'), types);
  return execFileSync('python3', ['-c', program], { cwd: folder(), encoding: 'utf8' }).trim();
}

/** Returns the errors of the checker in a program beside the types, in its strictest mode; "" when it is right. */
async function checked(types: string, program = ''): Promise<string> {
  await writeFile(join(folder(), 'made.py'), types);
  // By its whole path, so that the cache tells the files of one test from those of another.
  const main = join(folder(), 'main.py');
  await writeFile(main, `from made import execute\n${program}\n`);
  const args = ['--strict', '--no-error-summary', '--cache-dir', cache.path, main];
  const { stdout, stderr } = spawnSync('mypy', args, { cwd: folder(), encoding: 'utf8' });
  return stdout + stderr;
}

const TASK: TaskForm = {
  slug: 'refund',
  note: '',
  fields: [
    field('order', ''),
    { ...field('amount', ''), shape: { kind: 'number' } },
    {
      ...field('why', '', true),
      shape: {
        kind: 'union',
        of: [
          { kind: 'literal', value: 'late' },
          { kind: 'literal', value: 'lost' },
        ],
      },
    },
  ],
  output: { kind: 'object', fields: [field('id', '')], isOpen: false },
  source: 'declared',
};
const PING: TaskForm = { slug: 'ping', note: '', fields: [], output: EMPTY_SHAPE, source: 'declared' };
const SMALL: Described = { tasks: [PING, TASK], runbooks: [], prompts: [] };

test.each([
  ['TypeScript', typescriptFile],
  ['Python', pythonFile],
])('%s files keep what was observed, with every spelling', (_, fileOf) => {
  const { tasks, ...rest } = everySpelling();
  const output = shapeOf(Object.fromEntries(HOSTILE.map((text) => [`_${text}`, { [text]: [text, 1, 1.5, null] }])));
  const text = fileOf({ ...rest, tasks: tasks.map((task) => ({ ...task, output })) });
  const observed = tasks.filter(({ source }) => source === 'observed').map(({ slug }) => [slug, output]);
  expect(Array.from(keptOutputs(text))).toEqual(observed);
  expect(unionOf([output, output])).toEqual(output);
});

test('kept outputs that cannot be read are left out', () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const lines = ['{', '[]', '["a"]', '["a",{"kind":"magic"}]', '["a",{"kind":"literal","value":"*/"}]', deep];
  expect(keptOutputs(lines.map((line) => `// observed: ${line}\n`).join('')).size).toBe(0);
});

describe('TypeScript', () => {
  test('no spelling breaks out of the file', async () => {
    expect(await compiled(typescriptFile(everySpelling()))).toBe('');
  });

  test('a right program compiles', async () => {
    const program = `
      export const id: Promise<string> = execute('refund', { order: 'AB1', amount: 5, why: 'late' }).then((it) => it.id);
      void execute('ping'); void execute('ping', {}); void execute('ping', {}, { url: 'http://localhost:1' });`;
    expect(await compiled(typescriptFile(SMALL), program)).toBe('');
  });

  const WRONG = [
    ['a wrong name', "execute('refund', { ordre: 'AB1', amount: 5 })", /TS2561|TS2353/],
    ['an additional name', "execute('refund', { order: 'AB1', amount: 5, more: 1 })", /TS2353/],
    ['a wrong type', "execute('refund', { order: 'AB1', amount: '5' })", /TS2322/],
    ['a value that is no option', "execute('refund', { order: 'AB1', amount: 5, why: 'x' })", /TS2322/],
    ['a missing value', "execute('refund', { order: 'AB1' })", /TS2741|TS2345/],
    ['no values', "execute('refund')", /TS2554|TS2345/],
    ['an unknown task', "execute('refnud', {})", /TS2345/],
    ['a value for a task without parameters', "execute('ping', { a: 1 })", /TS2322|TS2353/],
    ['a wrong field of the output', "execute('ping').then((it): string => it.id)", /TS2322|TS4111/],
  ] as const;
  let errors: Promise<string> | undefined;

  test.each(WRONG)('%s is a compile error', async (_, call, error) => {
    const calls = WRONG.map(([, each]) => each);
    // All are compiled at once, each in a line of its own after the two of the import.
    errors ??= compiled(typescriptFile(SMALL), calls.map((each) => `void ${each};`).join('\n'));
    const lines = (await errors).split('\n').filter((line) => line.startsWith('main.ts('));
    const inLine = `main.ts(${3 + calls.indexOf(call)},`;
    expect(lines.filter((line) => line.startsWith(inLine))).toEqual([expect.stringMatching(error)]);
    expect(lines).toHaveLength(WRONG.length);
  });
});

describe('Python', () => {
  needs('python3');

  test('no spelling breaks out of the file, and each stays what it is', async () => {
    const program = `import json, typing, made
hints = made.TaskT1Optional.__annotations__["b"]
print(json.dumps([typing.get_args(each)[0] for each in typing.get_args(hints)]))`;
    // Python joins equal literals; the order stays.
    expect(JSON.parse(await python(pythonFile(everySpelling()), program))).toEqual(HOSTILE);
  });

  test('a file has no statements but those that define types and functions', async () => {
    const program = `import ast
tree = ast.parse(open("made.py", encoding="utf8").read())
print(sorted({type(each).__name__ for each in tree.body}))`;
    expect(await python(pythonFile(everySpelling()), program)).toBe(
      "['Assign', 'ClassDef', 'FunctionDef', 'Import', 'ImportFrom']",
    );
  });

  test.each([0, 1, 2])('%i tasks load', async (count) => {
    const types = pythonFile({ ...SMALL, tasks: SMALL.tasks.slice(0, count) });
    expect(await python(types, 'import made; print(hasattr(made, "execute"))')).toBe(count === 0 ? 'False' : 'True');
  });
});

describe('Python, as mypy checks it', () => {
  needs('mypy');

  test('no spelling is wrong', async () => {
    expect(await checked(pythonFile(everySpelling()))).toBe('');
  });

  test.each([1, 2])('a file of %i tasks is right, and so is a program that uses it', async (count) => {
    const program = `
id: str = execute("refund", {"order": "AB1", "amount": 5, "why": "late"}, timeout=3)["id"]
execute("refund", {"order": "AB1", "amount": 5}, url="http://localhost:1")`;
    const tasks = SMALL.tasks.toReversed().slice(0, count);
    expect(await checked(pythonFile({ ...SMALL, tasks }), program)).toBe('');
  });

  test('wrong calls are errors, each in its line', async () => {
    const wrong = [
      'execute("refund", {"ordre": "AB1", "amount": 5})',
      'execute("refund", {"order": "AB1", "amount": 5, "more": 1})',
      'execute("refund", {"order": "AB1", "amount": "5"})',
      'execute("refund", {"order": "AB1", "amount": 5, "why": "x"})',
      'execute("refund", {"order": "AB1"})',
      'execute("refund")',
      'execute("refnud", {})',
      'execute("ping", {"a": 1})',
      'execute("refund", {"order": "AB1", "amount": 5})["di"]',
    ];
    const said = await checked(pythonFile(SMALL), ['execute("ping")', ...wrong].join('\n'));
    const lines = [...said.matchAll(/^main\.py:(\d+): error: /gm)].map(([, line]) => Number(line));
    // The first line imports, and the second is right.
    expect([...new Set(lines)]).toEqual(wrong.map((_, index) => index + 3));
  });
});
