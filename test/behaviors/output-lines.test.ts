import { afterAll, describe, expect, test } from 'vitest';
import { OUTPUT_LIMITS } from '../../electron/emulator/behaviors/limits.ts';
import { OutputLines } from '../../electron/emulator/behaviors/output-lines.ts';
import { readOutputPath } from '../../electron/emulator/behaviors/output-path.ts';
import { commandOf, runToEnd, scriptOf } from '../support/behaviors.ts';
import { startLive } from '../support/live.ts';
import { commandRunner, scriptRunner } from '../support/runners.ts';

/** The changes that lines make, and the problems of those that make none. */
function read(...lines: string[]): (string | unknown[])[] {
  const reader = new OutputLines();
  const read = lines.map((line) => reader.read(line));
  return read.flatMap(({ change, problem }): (string | unknown[])[] =>
    change !== undefined ? [[change.do, change.path, change.json]] : problem !== undefined ? [problem] : [],
  );
}

describe('output lines', () => {
  test.each<[string, string[], unknown[]]>([
    ['set the whole output', ['acme_output_set {"a": 1}'], [['set', [], '{"a": 1}']]],
    ['append to it', ['acme_output_append "x"'], [['append', [], '"x"']]],
    [
      'may have any word',
      ['hangar_output_set 1', 'Acme2_output_set 2'],
      [
        ['set', [], '1'],
        ['set', [], '2'],
      ],
    ],
    ['have paths', ['acme_output_set:a.b[3]["odd key"].c 1'], [['set', ['a', 'b', 3, 'odd key', 'c'], '1']]],
    ['have paths that begin with a bracket', ['acme_output_append:[0].rows 1'], [['append', [0, 'rows'], '1']]],
    ['have keys with spaces and quotes', ['acme_output_set:["a \\"b\\" ]"] 1'], [['set', ['a "b" ]'], '1']]],
    ['are read after tabs', ['acme_output_set:a\t 1'], [['set', ['a'], '1']]],
    [
      'are joined from chunks',
      ['acme_chunk:k acme_output_set:a ', 'acme_chunk:k "b"', 'acme_chunk_end:k'],
      [['set', ['a'], '"b"']],
    ],
    [
      'are joined from chunks that interleave',
      [
        'acme_chunk:1 acme_output_set:a "',
        'acme_chunk:2 acme_output_set:b [',
        'acme_chunk:1 x"',
        'acme_chunk:2 2]',
        'acme_chunk_end:2',
        'acme_chunk_end:1',
      ],
      [
        ['set', ['b'], '[2]'],
        ['set', ['a'], '"x"'],
      ],
    ],
    [
      'keep words apart in chunks',
      ['acme_chunk:k acme_output_set 1', 'other_chunk_end:k'],
      ['there is no other_chunk line with the key of this end'],
    ],
    ['of the older form keep working', ['hangar_output:set:a.b {}'], [['set', 'a.b', '{}']]],
    [
      'of the older form set or append',
      ['hangar_output:push 1'],
      ['expected hangar_output:set[:path] JSON or hangar_output:append[:path] JSON'],
    ],
    [
      'of older SDKs append to a list by its name, or to output',
      ['acme_output:rows {"a": 1}', 'acme_output "x"', 'acme_output:a.b\t[2]', 'hangar_output 3'],
      [
        ['append', ['rows'], '{"a": 1}'],
        ['append', ['output'], '"x"'],
        ['append', ['a.b'], '[2]'],
        ['append', ['output'], '3'],
      ],
    ],
    [
      'of older SDKs are joined from chunks',
      ['acme_chunk:k acme_output:rows "a', 'acme_chunk:k b"', 'acme_chunk_end:k'],
      [['append', ['rows'], '"ab"']],
    ],
    ['of the older form may be joined, too', ['a_chunk:k hangar_output:set 1', 'a_chunk_end:k'], [['set', '', '1']]],
    [
      'of older SDKs need a value',
      ['acme_output', 'acme_output:rows', 'acme_output: 1', 'acme_output  '],
      [
        ...Array.from(
          { length: 3 },
          () => 'expected acme_output_set JSON, acme_output_append JSON or acme_output:NAME JSON',
        ),
        'it has no value',
      ],
    ],
    ['are whole lines', ['x acme_output_set 1', 'acme_output_sets 1', 'acme output_set 1', '_output_set 1'], []],
    [
      'need a value',
      ['acme_output_set', 'acme_output_set:a', 'acme_output_set:a  '],
      ['it has no value', 'it has no value', 'it has no value'],
    ],
    [
      'need a path that can be read',
      [
        'acme_output_set:a..b 1',
        'acme_output_set:a[ 1',
        'acme_output_set:[x] 1',
        'acme_output_set:a["b 1',
        'acme_output_set:a]b 1',
        'acme_output_set:[-1] 1',
      ],
      Array.from({ length: 6 }, () => 'its path is not like a.b[3]["odd key"].c, of at most 10,000 characters'),
    ],
    [
      'of chunks need a key',
      ['acme_chunk: text', 'acme_chunk:'],
      ['expected acme_chunk:KEY TEXT', 'expected acme_chunk:KEY TEXT'],
    ],
    [
      'of chunks need to be a line that sets an output',
      ['acme_chunk:k text', 'acme_chunk_end:k'],
      ['the joined chunks are not a line that sets an output'],
    ],
    [
      'cannot hold chunks in chunks',
      ['acme_chunk:k acme_chunk_end:k', 'acme_chunk_end:k'],
      ['the joined chunks are not a line that sets an output'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(read(...lines)).toEqual(expected);
  });

  test('split into chunks at any place are the same line', () => {
    const line = 'acme_output_set:a.b[3]["odd \\u00e9 key"].c {"text": "a b"}';
    for (let at = 0; at <= line.length; at++) {
      const [first, second] = [line.slice(0, at), line.slice(at)];
      expect(read(`acme_chunk:k ${first}`, `acme_chunk:k ${second}`, 'acme_chunk_end:k')).toEqual(read(line));
    }
  });

  test('are refused when open chunks take too much memory, in text or in number', () => {
    const long = 'x'.repeat(1_000_000);
    expect(() => read(...Array.from({ length: 13 }, () => `acme_chunk:k ${long}`))).toThrow('take more than 12 MB');
    expect(() => read(...Array.from({ length: 12_000 }, (_, i) => `acme_chunk:${'k'.repeat(1000)}${i} `))).toThrow(
      'take more than 12 MB',
    );
  });

  test('have paths of bounded length and depth', () => {
    expect(readOutputPath(`["${'a'.repeat(9_000_000)}"] 1`)).toHaveProperty('problem');
    expect(readOutputPath(`["${'a'.repeat(9_000)}"] ${'1'.repeat(9_000_000)}`)).toHaveProperty('path');
    expect(readOutputPath(`${'a.'.repeat(OUTPUT_LIMITS.depth)}a 1`)).toHaveProperty('problem');
    expect(readOutputPath(`${'a'.repeat(OUTPUT_LIMITS.pathCharacters + 1)} 1`)).toHaveProperty('problem');
  });
});

test('chunks without an end are reported, beyond twenty by their number', () => {
  const reader = new OutputLines();
  for (let i = 0; i < 1000; i++) reader.read(`acme_chunk:${i} text`);
  const problems = reader.end();
  expect([problems.length, problems[0], problems.at(-1)]).toEqual([
    21,
    'The line of acme_chunk:0 has no end, so it was ignored.',
    '980 further lines of chunks have no end, so they were ignored.',
  ]);
});

const command = commandRunner();
const script = scriptRunner();
afterAll(() => script.close());

const RUNNERS = [
  ['command', (code: string) => runToEnd(command.run, commandOf([process.execPath, '-e', code]))],
  ['script', (code: string) => runToEnd(script.run, scriptOf({ source: `export default () => { ${code} }` }))],
] as const;

describe.each(RUNNERS)('the output lines of a %s', (_, runCode) => {
  test('change its output, and are in its log unchanged', async () => {
    const code = `process.stdout.write('acme_output_set {"a": 1}\\nacme_out');
      process.stdout.write('put_set:list[1]["odd key"] "é"\\nplain\\nacme_chunk:x acme_output_append:li');
      process.stdout.write('st 3\\nacme_chunk_end:x');`;
    expect(await runCode(code)).toEqual({
      failure: '',
      output: { a: 1, list: [null, { 'odd key': 'é' }, 3] },
      lines: [
        'info acme_output_set {"a": 1}',
        'info acme_output_set:list[1]["odd key"] "é"',
        'info plain',
        'info acme_chunk:x acme_output_append:list 3',
        'info acme_chunk_end:x',
      ],
    });
  });

  test('say in the log why they have no effect, and harm nothing', async () => {
    const lines = [
      'acme_output_set {"list": [1], "text": "x"}',
      'acme_output_set:list[10002] 1',
      'acme_output_set:text.a 1',
      'acme_output_set:list.a 1',
      'acme_output_append:text 1',
      'acme_output_set:a {',
      'acme_output_set:__proto__.polluted 1',
      'acme_chunk:open acme_output_set 1',
    ];
    const code = `console.log(${JSON.stringify(lines.join('\n'))})`;
    const { failure, output, lines: log } = await runCode(code);
    expect({ failure, output: JSON.stringify(output) }).toEqual({
      failure: '',
      output: '{"list":[1],"text":"x","__proto__":{"polluted":1}}',
    });
    expect(log.filter((line) => line.startsWith('warning'))).toEqual([
      'warning Ignored the line "acme_output_set:list[10002] 1": the output.list has 1 items, and the index 10002 is more than 10,000 beyond them.',
      'warning Ignored the line "acme_output_set:text.a 1": the output.text is not an object.',
      'warning Ignored the line "acme_output_set:list.a 1": the output.list is not an object.',
      'warning Ignored the line "acme_output_append:text 1": the output.text is not a list.',
      expect.stringContaining('Ignored the line "acme_output_set:a {": its value is not JSON'),
      'warning The line of acme_chunk:open has no end, so it was ignored.',
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('a line whose path fills lists at many levels fails the run with the limit, and fills none of them', async () => {
  const code = `console.log('acme_output_set:' + '[10000]'.repeat(99) + ' 1')`;
  expect(await runToEnd(command.run, commandOf([process.execPath, '-e', code]))).toMatchObject({
    failure: 'the output has more than 500,000 values',
    output: undefined,
  });
});

test('a command that prints 100 MB of output lines fails with the limit, and requests are answered meanwhile', async () => {
  const flood = `const line = 'acme_chunk:k ' + 'x'.repeat(8000) + '\\n'; for (let i = 0; i < 12500; i++) process.stdout.write(line);`;
  const live = await startLive({
    tasks: [{ slug: 'flood', behavior: { kind: 'command', command: [process.execPath, '-e', flood] } }],
  });
  const { runID } = await live.api.v0.tasks.execute({ body: { slug: 'flood' } });
  const answers: number[] = [];
  const polled = (async () => {
    while ((await live.api.v0.runs.get({ query: { id: runID } })).status === 'Active') answers.push(1);
  })();
  const { status, output } = await live.ended(runID);
  await polled;
  await live.emulator.stop();
  expect({ status, output }).toEqual({
    status: 'Failed',
    output: { error: 'the chunks without an end take more than 12 MB' },
  });
  expect(answers.length).toBeGreaterThan(0);
});
