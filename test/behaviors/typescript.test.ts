import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { folderWith, runToEnd, scriptOf } from '../support/behaviors.ts';
import { scriptRunner } from '../support/runners.ts';

const FAILS = `export enum Level {
  Low = 1,
  High,
}

namespace Deep {
  export function fail(level: Level): never {
    throw new RangeError(Level[level]);
  }
}

export const fail = (): never => Deep.fail(Level.High);
`;
const folder = folderWith({
  'lib/common.cjs': 'exports.old = true;',
  'lib/typed.ts': 'export const one: number = 1;',
  'lib/colors.ts': `export const enum Color { Red = 'r', Green = 'g' }\nexport enum Size { S, M = S + 5 }`,
  'lib/(odd) [name].ts': FAILS,
  'windows.ts': `${FAILS}export default () => fail();`.replaceAll('\n', '\r\n'),
  'old-mac.ts': `${FAILS}export default () => fail();`.replaceAll('\n', '\r'),
  'demo.ts': `export const plain = (): never => {\n  throw new Error('plain');\n};`,
});
const runner = scriptRunner({ workspaceFolder: () => folder, poolSize: () => 2 });
afterAll(() => runner.close());

const run = (source: string) => runToEnd(runner.run, scriptOf({ source }));

describe('TypeScript that is more than types', () => {
  const RUNS: [string, string, unknown][] = [
    ['enum', `enum A { X, Y = 5, Z }\nexport default () => [A.X, A.Z, A[5]];`, [0, 6, 'Y']],
    ['const enum', `const enum A { X = 3, Y = X << 2 }\nexport default () => [A.X, A.Y];`, [3, 12]],
    ['enum of strings', `enum A { X = 'x', Y = \`\${X}y\` }\nexport default () => A;`, { X: 'x', Y: 'xy' }],
    [
      'enum with computed members',
      `const f = () => 4;\nenum A { X = f(), Y = 'abc'.length, Z = X + 1 }\nexport default () => [A.X, A.Y, A.Z, A[4]];`,
      [4, 3, 5, 'X'],
    ],
    ['enum in two parts', `enum A { X }\nenum A { Y = 1 }\nexport default () => [A.X, A.Y, A[1]];`, [0, 1, 'Y']],
    ['enum in a function', `export default () => {\n  enum A { X = 7 }\n  return A.X;\n};`, 7],
    [
      'enums of another file',
      `import { Color, Size } from './lib/colors.ts';\nexport default () => [Color.Green, Size.M, Size[0]];`,
      ['g', 5, 'S'],
    ],
    [
      'namespace',
      `namespace A { const hidden = 1; export const seen = hidden + 1; export function f() { return seen; } }
       export default () => [A.seen, A.f(), Object.keys(A)];`,
      [2, 2, ['seen', 'f']],
    ],
    [
      'namespaces, nested and in two parts',
      `namespace A.B { export let x = 1; }
       namespace A { export namespace B { export const y = B.x + 1; } }
       namespace A { import C = A.B; export const z = C.y; export type T = string; export interface I { a: T } }
       export default () => [A.B.x, A.B.y, A.z];`,
      [1, 2, 2],
    ],
    [
      'namespace on a class, a function and an enum',
      `class A { static one = 1; }
       namespace A { export const two = 2; }
       function f() { return f.three; }
       namespace f { export const three = 3; }
       enum E { Four = 4 }
       namespace E { export const name = () => E[4]; }
       export default () => [A.one, A.two, f(), E.name()];`,
      [1, 2, 3, 'Four'],
    ],
    [
      'parameter properties',
      `class A { double = this.x * 2; constructor(private x: number, readonly y = 3, public z?: string) {} sum() { return this.x + this.y; } }
       class B extends A { constructor(protected own: number) { super(own + 1); } get() { return [this.own, this.sum(), this.double]; } }
       export default () => [new B(1).get(), Object.keys(new A(1))];`,
      [
        [1, 5, 4],
        ['x', 'y', 'z', 'double'],
      ],
    ],
    [
      'import = require()',
      `import old = require('./lib/common.cjs');\nimport path = require('node:path');\nexport default () => [old, path.basename('/a/b')];`,
      [{ old: true }, 'b'],
    ],
    ['assertions in angle brackets', `export default () => <number>(<unknown>1) + 1;`, 2],
    ['errors of types', `enum A { X }\nconst a: string = A.X;\nexport default (): A => a + 'b';`, '0b'],
    [
      'modules that await, and texts of every kind',
      `enum A { X }\nconst a = await Promise.resolve(A.X);\nexport default () => [a, '\\u2028😀\\0', String.raw\`\\u{1}\`, /\\//v.source, \`\${1_000n}\`];`,
      [0, '\u2028😀\0', '\\u{1}', '\\/', '1000'],
    ],
  ];
  test('runs, in files that one script imports', async () => {
    RUNS.forEach(([, source], i) => writeFileSync(join(folder, `runs-${i}.ts`), source));
    const source = `export default () => Promise.all([${RUNS.map((_, i) => `import('./runs-${i}.ts')`).join()}].map(
      async (file) => (await file).default()));`;
    const { failure, lines, output } = await run(source);
    expect({ failure, lines }).toEqual({ failure: '', lines: [] });
    expect(RUNS.map(([name], i) => [name, (output as readonly unknown[])[i]])).toEqual(
      RUNS.map(([name, , expected]) => [name, expected]),
    );
  });

  test('runs as the text of a task', async () => {
    const [, source, output] = RUNS.at(-1)!;
    expect(await run(source)).toEqual({ failure: '', lines: [], output });
  });

  test('changes nothing about the imports of a script', async () => {
    const unused = `import { Nothing } from './lib/colors.ts';\nexport default () => 1;`;
    const failure = "The requested module './lib/colors.ts' does not provide an export named 'Nothing'";
    expect([(await run(unused)).failure, (await run(`enum A { X }\n${unused}`)).failure]).toEqual([failure, failure]);
  });

  test.each<[string, string, string]>([
    ['a syntax error', `enum A { X }\nexport default () => {\n  let a = ;\n};`, 'demo.ts:3:11: '],
    [
      'what only the engine refuses',
      `enum A {\n  X,\n  Y,\n}\nlet a: A = 1;\nlet  a = 2;`,
      "demo.ts:6:6: Identifier 'a' has already been declared",
    ],
    ['a decorator', `class A {\n  @d m() {}\n}`, 'demo.ts:2:3: Invalid or unexpected token'],
    [
      'a decorator below an enum',
      `enum E { X }\n\nclass A {\n  @d m() {}\n}`,
      'demo.ts:4:3: Invalid or unexpected token',
    ],
    ['an assignment to exports', `enum A { X }\nexport = A;`, 'demo.ts:2:1: Export assignment cannot be used'],
    ['a default export of a namespace', `namespace A {\n  export default 1;\n}`, 'demo.ts:2:3: ESM-style module'],
  ])('is refused with its position: %s', async (_, source, failure) => {
    expect(await run(source)).toMatchObject({ failure: expect.stringContaining(failure) as string, output: undefined });
  });
});

describe('the positions of errors in such a script', () => {
  const ENUM = `enum Color {\n  Red,\n  Green,\n}\n`;

  test.each<[string, string, string[]]>([
    [
      'below an enum',
      `${ENUM}\nexport default () => {\n  // and a comment\n\n  throw new Error('no');\n};`,
      ['error Error: no', 'error     at default (demo.ts:9:9)'],
    ],
    [
      'in a member of an enum',
      `const f = (): number => {\n  throw new Error('no');\n};\nenum A {\n  X = 1,\n  Y = f(),\n}`,
      ['error Error: no', 'error     at f (demo.ts:2:9)', 'error     at demo.ts:6:7', 'error     at demo.ts:4:6'],
    ],
    [
      'in a namespace, after a character that takes two',
      `namespace A {\n  export function f(): never { '😀'; throw new Error('no'); }\n}\nexport default () => A.f();`,
      ['error Error: no', 'error     at Object.f (demo.ts:2:44)', 'error     at default (demo.ts:4:24)'],
    ],
    [
      'in a class with parameter properties',
      `class A {\n  y = this.fail();\n  constructor(\n    private x: number,\n  ) {}\n  fail(): number {\n    throw new Error('no');\n  }\n}\nexport default () => new A(1);`,
      [
        'error Error: no',
        'error     at A.fail (demo.ts:7:11)',
        'error     at new A (demo.ts:2:12)',
        'error     at default (demo.ts:10:22)',
      ],
    ],
    [
      'in nested functions, later',
      `${ENUM}export default async () => {\n  const a = async (): Promise<void> => {\n    await null;\n    [1].map((x: number) => {\n      null!.x;\n    });\n  };\n  await a();\n};`,
      [
        "error TypeError: Cannot read properties of null (reading 'x')",
        'error     at demo.ts:9:13',
        'error     at Array.map (<anonymous>)',
        'error     at a (demo.ts:8:9)',
        'error     at async default (demo.ts:12:3)',
      ],
    ],
    [
      'in text that it evaluates',
      `${ENUM}export default () => {\n  return eval('null.x');\n};`,
      [
        "error TypeError: Cannot read properties of null (reading 'x')",
        'error     at eval (eval at default (demo.ts:6:10), <anonymous>:1:6)',
        'error     at default (demo.ts:6:10)',
      ],
    ],
    [
      'in a file with an odd name',
      `import { fail } from './lib/(odd) [name].ts';\n${ENUM}export default () => {\n  fail();\n};`,
      [
        'error RangeError: High',
        'error     at Object.fail (lib/(odd) [name].ts:8:11)',
        'error     at fail (lib/(odd) [name].ts:12:39)',
        'error     at default (demo.ts:7:3)',
      ],
    ],
    [
      'in a file of its own name',
      `import { plain } from './demo.ts';\n${ENUM}export default () => {\n  plain();\n};`,
      ['error Error: plain', 'error     at plain (./demo.ts:2:9)', 'error     at default (demo.ts:7:3)'],
    ],
  ])('%s', async (_, source, lines) => {
    expect((await run(source)).lines).toEqual(lines);
  });

  test.each(['windows.ts', 'old-mac.ts'])('in the file %s', async (file) => {
    expect((await runToEnd(runner.run, scriptOf({ file }))).lines).toEqual([
      'error RangeError: High',
      `error     at Object.fail (${file}:8:11)`,
      `error     at fail (${file}:12:39)`,
      `error     at default (${file}:13:22)`,
    ]);
  });
});
