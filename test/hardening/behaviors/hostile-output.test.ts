import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthoredTask } from '../../../shared/model/task.ts';
import { scriptTask, startLive, type Live } from '../../support/live.ts';
import { steps } from '../../support/steps.ts';

const DEEP = '"[".repeat(10_000) + "]".repeat(10_000)';
/** Code for the JSON of an object with this number of members. */
const wideOf = (members: number) => `"{" + Array.from({ length: ${members} }, (_, i) => '"' + i + '":1').join() + "}"`;

/** Changes of an output that take the server too long or end it, as a command prints them, and what the run fails with; "" when it is to succeed. */
const CHANGES: Readonly<Record<string, { program: string; says: string }>> = {
  nested: { program: `print('set', '', ${DEEP})`, says: 'the output is nested more than 100 levels deep' },
  nested_and_open: { program: `print('set', '', '['.repeat(1e6))`, says: 'nested more than 100 levels deep' },
  nested_by_path: {
    program: `print('set', Array(60).fill('a').join('.'), '['.repeat(50) + ']'.repeat(50))`,
    says: 'the output is nested more than 100 levels deep',
  },
  path_of_parts: {
    program: `print('set', Array(5000).fill('a').join('.'), '1')`,
    says: 'has 5,000 parts; at most 100 are allowed',
  },
  path_of_dots: {
    program: `print('append', '.'.repeat(100_000), '1')`,
    says: 'has 100,000 characters; at most 10,000 are allowed',
  },
  wide: {
    program: `print('set', '', ${wideOf(300_000)})`,
    says: 'an object in the output has more than 20,000 members; use a list',
  },
  wide_by_steps: {
    program: `print('set', 'a', ${wideOf(19_990)}); for (let i = 0; i <= 10; i++) print('set', 'a.k' + i, '1')`,
    says: 'an object in the output has more than 20,000 members; use a list',
  },
  many: {
    program: `print('set', '', '[' + Array(300_000).fill('[]').join() + ']')`,
    says: 'the output has more than 100,000 objects and lists',
  },
  many_numbers: {
    program: `print('set', '', '[' + Array(1_000_000).fill(1).join() + ']')`,
    says: 'the output has more than 500,000 values',
  },
  many_numbers_by_steps: {
    program: `for (let i = 0; i < 6; i++) print('append', 'all', '[' + Array(200_000).fill(1).join() + ']')`,
    says: 'the output has more than 500,000 values',
  },
  almost_full: {
    // A limit that is counted anew for each change would take minutes.
    program: `print('set', 'text', JSON.stringify('x'.repeat(9_990_000))); for (let i = 0; i < 5000; i++) print('set', 'n', String(i))`,
    says: '',
  },
  replaced: {
    program: `for (let i = 0; i < 30; i++) print('set', 'a', '[' + Array(20_000).fill('{}').join() + ']')`,
    says: '',
  },
};

const PRINT = `const { writeSync } = require('node:fs');
const print = (change, path, json) => {
  let rest = Buffer.from('hangar_output:' + change + (path === '' ? '' : ':' + path) + ' ' + json + '\\n');
  while (rest.length > 0) try { rest = rest.subarray(writeSync(1, rest)); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
};
`;

/** The same changes by a script, past the checks in its own thread. */
const POST = `import { parentPort } from 'node:worker_threads';
const print = (change, path, json) => parentPort.postMessage(JSON.stringify({ type: 'records', records: [{ do: change, path, json }] }));
`;

/** An output line that never ends. */
const ENDLESS_LINE = `const { writeSync } = require('node:fs');
writeSync(1, 'hangar_output:set "');
for (let i = 0; i < 40; i++) writeSync(1, 'x'.repeat(1e6));`;

const tasksOf = (): AuthoredTask[] =>
  Object.entries(CHANGES).flatMap(([name, { program }]) => [
    { slug: `${name}_command`, behavior: { kind: 'command', command: [process.execPath, '-e', PRINT + program] } },
    scriptTask(`${name}_script`, `${POST}export default () => { ${program}; };`),
  ]);

let live: Live;
beforeAll(async () => {
  live = await startLive({
    tasks: [
      ...tasksOf(),
      scriptTask('dots', `export default ({ output }) => { output.set('.'.repeat(100_000), 1); }`),
      scriptTask('parts', `export default ({ output }) => { output.set('a.'.repeat(4000), 1); }`),
      {
        slug: 'endless_line',
        behavior: { kind: 'command', command: [process.execPath, '-e', ENDLESS_LINE] },
      },
      { slug: 'good', behavior: steps({ do: 'output', value: 'good' }) },
    ],
  });
});
afterAll(() => live.emulator.stop());

describe('a hostile change of the output', () => {
  test.each(Object.keys(CHANGES).flatMap((name) => [`${name}_command`, `${name}_script`]))(
    'fails the run with a clear reason, or does no harm: %s',
    async (slug) => {
      const { says } = CHANGES[slug.replace(/_(command|script)$/, '')]!;
      const { status, lines } = await live.run(slug);
      expect([status, says === '' ? '' : lines.at(-1)]).toEqual(
        says === '' ? ['Succeeded', ''] : ['Failed', expect.stringContaining(says)],
      );
      expect((await live.run('good')).output).toEqual({ output: 'good' });
    },
  );

  test.each(['dots', 'parts'])('throws at its line in the script: %s', async (slug) => {
    const { status, lines } = await live.run(slug);
    expect([status, lines[0], lines[1]]).toEqual([
      'Failed',
      expect.stringMatching(/^error RangeError: the output path "\S{1,101}" has \S+ (parts|characters); at most/),
      expect.stringContaining(`at default (${slug}.ts:1:`),
    ]);
  });
});

test('an output line that never ends fails the run', async () => {
  const { status, lines } = await live.run('endless_line');
  expect([status, lines.at(-1)]).toEqual(['Failed', expect.stringContaining('the output is too large')]);
});
