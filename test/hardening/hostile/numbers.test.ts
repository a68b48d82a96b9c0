import { describe, expect, test } from 'vitest';
import { hugeNumber } from '../../../shared/values/json-problem.ts';
import { readDocument } from '../../../electron/emulator/store/workspace/workspace-text.ts';
import { pathOfWebhook, testEmulator } from '../../support/emulator.ts';
import { startLive } from '../../support/live.ts';

/** Numbers that become Infinity when they are read, as they may be written. */
const HUGE = [
  ...['1e400', '-1e400', '1E400', '1e+400', '1e0400', '0.1e999', '1e99999999'],
  ...['9'.repeat(400), `1${'0'.repeat(300)}e9`],
];
/** Numbers that are large, and texts that look like one. */
const FINE = [
  ...['1e308', '1.7976931348623157e308', '-1e+300', '1e-400', '0e999', '"1e400"', '{"a1e400":1}'],
  `"${'9'.repeat(1000)}"`,
];

const TASK = { slug: 't', parameters: [{ slug: 'data', type: 'json' as const }] };

describe('a number that JSON cannot hold', () => {
  /** Sources of a value: the request, and the position in the message. */
  const places: readonly [name: string, path: string, body: (value: string) => string, where: string][] = [
    [
      'a request',
      '/v0/tasks/execute',
      (value) => `{"slug":"t","paramValues":{"data":[{"a":${value}}]}}`,
      'paramValues.data[0].a',
    ],
    [
      'a definition',
      '/_emulator/tasks',
      (value) => `{"slug":"u","parameters":[{"slug":"d","default":${value}}]}`,
      'parameters[0].default',
    ],
    [
      'an import',
      '/_emulator/import',
      (value) => `{"version":1,"workspace":{"version":1},"state":[{"kind":"run","entity":{"output":${value}}}]}`,
      'state[0].entity.output',
    ],
  ];
  test.each(places)('in %s is refused with its place', async (_, path, body, where) => {
    const emulator = await testEmulator({ tasks: [TASK] });
    for (const value of HUGE) {
      const { status, text } = await emulator.send(path, { method: 'POST', body: body(value) });
      expect([value, status, text]).toEqual([
        value,
        400,
        expect.stringContaining(`${where}: is a number that JSON cannot hold`),
      ]);
    }
    expect(emulator.errors).toEqual([]);
  });

  test('in a webhook is refused', async () => {
    const emulator = await testEmulator({ tasks: [{ ...TASK, parameters: [], webhooks: ['hook'] }] });
    const { status, text } = await emulator.send(await pathOfWebhook(emulator), { method: 'POST', body: '[1e400]' });
    expect([status, text]).toEqual([400, expect.stringContaining('[0]: is a number that JSON cannot hold')]);
  });

  test.each(['command', 'script'])('in a line that a %s prints is refused in its log', async (kind) => {
    const parameters = [{ slug: 'lines', type: 'json' as const }];
    const command = `process.stdin.on('data', (d) => console.log(JSON.parse(d).lines.join('\\n')))`;
    const source = `export default ({ params }) => console.log(params.lines.join('\\n'))`;
    const behavior = kind === 'command' ? { kind, command: [process.execPath, '-e', command] } : { kind, source };
    const live = await startLive({ tasks: [{ slug: 't', parameters, behavior: behavior as never }] });
    const lines = HUGE.flatMap((value) => [
      `hangar_output:set ${value}`,
      `hangar_output:append:a ${value}`,
      `acme_output_set:a.b [1,{"c":${value}}]`,
      `acme_output_append:a ${value}`,
      `acme_chunk:k acme_output_set ${value}`,
      'acme_chunk_end:k',
    ]);
    const { status, output, lines: logged } = await live.run('t', { lines });
    await live.emulator.stop();
    const refusals = logged.filter((line) => line.includes('is a number that JSON cannot hold'));
    expect([status, output, refusals.length]).toEqual(['Succeeded', {}, 5 * HUGE.length]);
  });

  test('in a workspace file is refused with its line', () => {
    for (const value of HUGE) {
      const text = `{ "version": 1, "tasks": [{ "slug": "t", "parameters": [\n  { "slug": "d", "default": ${value} }] }] }`;
      expect(() => readDocument(text, 'file')).toThrow(
        /^file:2:\d+: tasks\[0\]\.parameters\[0\]\.default: is a number that JSON cannot hold/,
      );
    }
  });

  test('is distinguished from what only looks like one', async () => {
    const emulator = await testEmulator({ tasks: [TASK] });
    for (const value of FINE) {
      const body = `{"slug":"t","paramValues":{"data":[${value}]}}`;
      const { status, json } = await emulator.send('/v0/tasks/execute', { method: 'POST', body });
      const { runID } = json as { runID: string };
      const run = (await emulator.send(`/v0/runs/get?id=${runID}`)).json;
      expect([value, status, run]).toMatchObject([value, 200, { paramValues: { data: [JSON.parse(value)] } }]);
    }
  });

  test('is found anywhere in a long text', () => {
    for (let before = 0; before < 600; before += 7) {
      const text = `[${'"' + 'x'.repeat(before) + '"'},${'7'.repeat(320)}]`;
      expect(hugeNumber(text, JSON.parse(text))?.path).toEqual([1]);
    }
  });
});
