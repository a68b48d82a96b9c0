import { afterAll, describe, expect, test } from 'vitest';
import { folderWith, runToEnd, scriptOf } from '../../support/behaviors.ts';
import { scriptRunner } from '../../support/runners.ts';

const folder = folderWith({ 'lib/typed.ts': 'export const one: number = 1;' });
const runner = scriptRunner({ workspaceFolder: () => folder, poolSize: () => 2 });
afterAll(() => runner.close());

const run = (source: string) => runToEnd(runner.run, scriptOf({ source }));

describe('a script that is hostile to the compiler or to stack traces', () => {
  const FAILING = `enum A {\n  X,\n}\nexport default () => {\n  throw new Error('no');\n};`;
  const MAP = Buffer.from('{"version":3,"sources":["../../etc/passwd"],"names":[],"mappings":"AAAA"}').toString(
    'base64',
  );

  test.each([
    `${FAILING}\n//# sourceMappingURL=data:application/json;base64,${MAP}`,
    `${FAILING}\n//# sourceMappingURL=file:///etc/passwd`,
    `${FAILING}\n/*# sourceMappingURL=../../${'x'.repeat(10_000)} */`,
  ])('cannot bring its own source map: %#', async (source) => {
    expect((await run(source)).lines).toEqual(['error Error: no', 'error     at default (demo.ts:5:9)']);
  });

  test.each([
    'Error.prepareStackTrace = () => "forged";',
    'Error.prepareStackTrace = undefined;',
    'Error.prepareStackTrace = () => { throw 1; };',
    'Error.prepareStackTrace = (error, frames) => frames;',
    'Object.defineProperty(Error, "prepareStackTrace", { get: () => { throw 1; } });',
    'String.prototype.replace = RegExp.prototype[Symbol.replace] = JSON.parse = () => { throw 1; };',
  ])('changes no stack trace but its own: %s', async (statement) => {
    const forging = `${statement}\n${FAILING}`;
    const ends = [await run(forging), await run(FAILING)];
    expect(ends[0]?.failure).not.toBe('');
    expect(ends[1]?.lines).toEqual(['error Error: no', 'error     at default (demo.ts:5:9)']);
  });

  const doubling = Array.from({ length: 40 }, (_, index) => `A${index + 1} = A${index} + A${index}`).join(', ');
  const long = 'x'.repeat(50_000);
  test.each<[string, string, string]>([
    ['a text that is too long', `let a: number;${' '.repeat(2_000_000)}`, 'may have at most 2,000,000 characters'],
    ['a text that is too long to rewrite', `enum A { X }${' '.repeat(500_000)}`, 'may have at most 500,000 characters'],
    ['constants that double', `enum A { A0 = 'xx', ${doubling} }`, 'it takes too much memory'],
    [
      'a long name for each use',
      `namespace ${long} { export let a = 1; ${'a;'.repeat(200_000)} }`,
      'it takes too much memory',
    ],
    [
      'a name for each use',
      `namespace ${long.slice(0, 100)} { export let a = 1; ${'a;'.repeat(200_000)} }`,
      'more than 10,000,000 characters',
    ],
    ['parentheses without end', `enum A { X }\n${'('.repeat(20_000)}1${')'.repeat(20_000)}`, 'it is nested too deeply'],
  ])('fails for %s, and others go on', async (_, source, failure) => {
    const ends = await Promise.all([run(source), run(FAILING)]);
    // A busy machine may need the 10 s that compiling may take before the memory.
    const either = new RegExp(`${failure}|compiling it takes more than 10 s`);
    expect(ends.map((end) => end.failure)).toEqual([expect.stringMatching(either), 'no']);
  });

  test('delays no smaller script while its compilation takes long', async () => {
    const ended: string[] = [];
    const slow = run(`enum A { X }\n${'{let a}'.repeat(20_000)}`).then(() => ended.push('slow'));
    const quick = `export default async ({ sleep }) => { await sleep(0.2); await import('./lib/typed.ts'); };`;
    await run(quick).then(({ failure }) => ended.push(`quick ${failure}`));
    await slow;
    expect(ended).toEqual(['quick ', 'slow']);
  });
});
