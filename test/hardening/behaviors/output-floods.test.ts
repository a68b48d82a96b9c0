import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthoredTask } from '../../../shared/model/task.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { scriptTask, startLive, type Live } from '../../support/live.ts';
import { steps } from '../../support/steps.ts';

interface Flood {
  /** Code that prints, of a command as of a script. */
  readonly code: string;
  readonly output: unknown;
  /** Lines that the log has among others. */
  readonly log?: readonly string[];
}

/** Prints in pieces of a megabyte at most, each when the one before was taken. */
const PRINT = `const print = async (text, stream = process.stdout) => {
  for (let at = 0; at < text.length; at += 1e6)
    await new Promise((done) => stream.write(text.slice(at, at + 1e6), done));
};
`;

const CUT = expect.stringContaining('The log is cut off here') as string;
const TEXT = 'süß 😀 漢字';
const MEGABYTES = 10;

/** Programs that print more than is kept, or in odd pieces. */
const FLOODS: Readonly<Record<string, Flood>> = {
  lines: {
    code: `for (let i = 1; i <= 18; i++) await print(('acme_output_set:n ' + i + ' '.repeat(1000) + '\\n').repeat(1000));`,
    output: { n: 18 },
    log: [CUT],
  },
  bytes: {
    code: `for (const byte of Buffer.from('acme_output_set:["${TEXT}"] "${TEXT}"\\n${TEXT}\\n')) {
      process.stdout.write(Uint8Array.of(byte));
      await new Promise((done) => setTimeout(done, 1));
    }`,
    output: { [TEXT]: TEXT },
    log: [`info ${TEXT}`],
  },
  errors: {
    code: `console.log('acme_output_set 1');
      console.error('acme_output_set 2\\nhangar_output:set 3\\nacme_chunk:k acme_output_set 4\\nacme_chunk_end:k');
      process.stdout.write('acme_output_set:');
      process.stderr.write('a 5\\n');
      process.stdout.write(' \\n');`,
    output: { output: 1 },
    log: ['error acme_output_set 2', 'error hangar_output:set 3', 'error acme_chunk_end:k', 'error a 5'],
  },
  long_line: {
    code: `await print('x'.repeat(${MEGABYTES}e6) + '\\nacme_output_set ' + JSON.stringify('y'.repeat(${MEGABYTES}e6 - 2)) + '\\n');`,
    output: { output: 'y'.repeat(MEGABYTES * 1e6 - 2) },
  },
  many_keys: {
    code: `const pieces = Array.from({ length: 1000 }, (_, i) => ['acme_output_set:k' + i, ' "', 'é'.repeat(10), i, '"']);
      for (let part = 0; part < 5; part++)
        await print(pieces.map((each, i) => 'acme_chunk:' + i + ' ' + each[part] + '\\n').join(''));
      await print(pieces.map((_, i) => 'acme_chunk_end:' + i + '\\n').reverse().join(''));`,
    output: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, `${'é'.repeat(10)}${i}`])),
  },
};

const COMMAND = [process.execPath, '--input-type=module', '-e'];

const tasks = (): AuthoredTask[] =>
  Object.entries(FLOODS).flatMap(([name, { code }]) => [
    { slug: `${name}_command`, behavior: { kind: 'command', command: [...COMMAND, PRINT + code] } },
    scriptTask(`${name}_script`, `${PRINT}export default async () => { ${code} };`),
  ]);

let live: Live;
beforeAll(async () => {
  live = await startLive({
    tasks: [...tasks(), { slug: 'good', behavior: steps({ do: 'output', value: 'good' }) }],
  });
});
afterAll(() => live.emulator.stop());

/** Executes another task again and again while a run lasts; gives the different outputs. */
async function othersMeanwhile(runID: string): Promise<JsonObject[]> {
  const outputs = new Map<string, JsonObject>();
  do {
    const { output } = await live.run('good');
    outputs.set(JSON.stringify(output), output);
  } while ((await live.api.v0.runs.get({ query: { id: runID } })).status === 'Active');
  return [...outputs.values()];
}

describe('a large or oddly split output of a program', () => {
  test.each(Object.keys(FLOODS).flatMap((name) => [`${name}_command`, `${name}_script`]))(
    'becomes log and output, while others are served: %s',
    async (slug) => {
      const flood = FLOODS[slug.replace(/_(command|script)$/, '')]!;
      const runID = await live.start(slug);
      const others = await othersMeanwhile(runID);
      const { status, output, lines } = await live.ended(runID);
      expect({ status, output }).toEqual({ status: 'Succeeded', output: flood.output });
      expect(lines).toEqual(expect.arrayContaining([...(flood.log ?? [])]));
      expect(others).toEqual([{ output: 'good' }]);
    },
  );
});
