import { afterEach, describe, expect, test } from 'vitest';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { scriptTask, type Live } from '../support/live.ts';
import { startWithSdk } from '../support/sdk.ts';

let stop = (): Promise<void> => Promise.resolve();
afterEach(() => stop());

/** An emulator that ends with its test. */
async function started(...args: Parameters<typeof startWithSdk>): Promise<Live> {
  const live = await startWithSdk(...args);
  stop = () => live.emulator.stop();
  return live;
}

const says = (slug: string, value: unknown, more: Partial<AuthoredTask> = {}): AuthoredTask => ({
  ...{ slug, ...more },
  behavior: { kind: 'steps', steps: [{ do: 'output', value }] } as NonNullable<AuthoredTask['behavior']>,
});

describe('the SDK of the service in a script', () => {
  test('is imported as bundlers import it: its default export has all functions, beside those by name', async () => {
    const { run } = await started({
      tasks: [
        says('child', { said: '{{ params.word }}' }, { parameters: [{ slug: 'word' }] }),
        scriptTask(
          'parent',
          `import airplane, { execute, RunTerminationError } from 'airplane';
           import * as all from 'airplane';
           const loaded = await import('airplane');
           export default async () => ({
             first: (await airplane.execute('child', { word: 'a' })).output,
             second: (await execute('child', { word: 'b' })).output,
             kinds: [airplane.sql.query, airplane.display.markdown, airplane.setOutput].map((one) => typeof one),
             same: [all.default === airplane, loaded.default === airplane, all.execute === execute],
             error: RunTerminationError.name,
           });`,
        ),
      ],
    });
    expect(await run('parent')).toMatchObject({
      status: 'Succeeded',
      output: {
        first: { said: 'a' },
        second: { said: 'b' },
        kinds: ['function', 'function', 'function'],
        same: [true, true, true],
        error: 'RunTerminationError',
      },
    });
  });

  test('only CommonJS that was compiled from an ES module is imported so: the rest stays as Node gives it', async () => {
    const { run } = await started(
      {
        tasks: [
          scriptTask(
            'reads',
            `import plain, { named } from './plain.cjs';
             import marked, { late } from './marked.cjs';
             import halfway from './halfway.cjs';
             import value from './value.mjs';
             export default () => ({ plain, named, marked, late, halfway, value: value.only });`,
          ),
        ],
      },
      {
        'plain.cjs': 'exports.named = 1; exports.default = 2;',
        'marked.cjs': `Object.defineProperty(exports, '__esModule', { value: true });
          exports.default = { all: true };
          for (const name of ['la' + 'te']) exports[name] = 'not seen by a lexer';`,
        'halfway.cjs': `Object.defineProperty(exports, '__esModule', { value: true }); exports.only = 1;`,
        'value.mjs': 'export default { __esModule: true, default: 1, only: 2 };',
      },
    );
    expect(await run('reads')).toMatchObject({
      output: {
        plain: { named: 1, default: 2 },
        named: 1,
        marked: { all: true },
        late: 'not seen by a lexer',
        halfway: { only: 1 },
        value: 2,
      },
    });
  });

  test('a wrapped task as the default export is called, and never executes itself', async () => {
    const { api, run } = await started({
      tasks: [
        scriptTask(
          'double',
          `import airplane from 'airplane';
           export default airplane.task(
             { slug: 'double', parameters: { n: 'integer', day: 'date' } },
             async ({ n, day }) => ({ doubled: 2 * n, day: day.toISOString() }),
           );`,
          {
            parameters: [
              { slug: 'n', type: 'integer' },
              { slug: 'day', type: 'date' },
            ],
          },
        ),
        scriptTask(
          'flow',
          `import { workflow } from 'airplane'; export default workflow({ slug: 'flow' }, () => 'ran');`,
        ),
        scriptTask('page', `import { view } from 'airplane'; export default view({ slug: 'page' }, () => null);`),
      ],
    });
    expect(await run('double', { n: 4, day: '2026-11-23' })).toMatchObject({
      status: 'Succeeded',
      output: { doubled: 8, day: '2026-11-23T00:00:00.000Z' },
    });
    expect(await run('flow')).toMatchObject({ status: 'Succeeded', output: { output: 'ran' } });
    expect((await api.emulator.runs.list()).total).toBe(2);
    expect(await run('page')).toMatchObject({
      status: 'Failed',
      output: {
        error: 'The default export of the script is made by an SDK and is no task, such as a view; export a task',
      },
    });
  });
});
