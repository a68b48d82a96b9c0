import { describe, expect, test } from 'vitest';
import { JsonPieces } from '../../../electron/emulator/server/request/json-text.ts';
import { exceededLimit } from '../../../shared/values/json-text.ts';
import { testEmulator } from '../../support/emulator.ts';

describe('an answer that is written while it is sent', () => {
  test('reports nothing when its client goes while it is written', async () => {
    for (const chunks of [0, 1, 3]) {
      const reported: unknown[] = [];
      const pieces = (function* () {
        for (;;) {
          // Longer than a slice of time, so that writing pauses after each piece.
          const end = performance.now() + 12;
          while (performance.now() < end);
          yield 'x'.repeat(30_000);
        }
      })();
      const reader = new JsonPieces(pieces).stream((error) => reported.push(error)).getReader();
      for (let i = 0; i < chunks; i++) await reader.read();
      // The next piece has begun by then.
      await new Promise((resolve) => void setTimeout(resolve, 8));
      await reader.cancel();
      for (let i = 0; i < 10; i++) await new Promise((resolve) => void setImmediate(resolve));
      expect([reported, pieces.next().done]).toEqual([[], true]);
    }
  });

  test('reports a real error once', async () => {
    const reported: unknown[] = [];
    const pieces = (function* () {
      yield 'x';
      throw new Error('the disk is gone');
    })();
    const reader = new JsonPieces(pieces).stream((error) => reported.push(error)).getReader();
    await expect(reader.read()).rejects.toThrow('the disk is gone');
    expect(reported).toEqual([new Error('the disk is gone')]);
  });
});

describe('a JSON body', () => {
  const limits = { levels: 3, parts: 6, fields: 2 };
  test.each([
    ['[[[]]]', undefined],
    ['{"a":{"b":[]}}', undefined],
    ['"[[[[[[[["', undefined],
    ['{"a":"\\"{{{{"}', undefined],
    ['[[[[]]]]', 'has more than 3 levels of nesting (at position 3)'],
    ['{"a":1,"b":2,"c":3}', 'has an object of more than 2 fields'],
    ['[{"a":1},{"b":2},{"c":3}]', 'has more than 6 fields, lists and objects'],
    ['[[],[],[],[],[],[]]', 'has more than 6 fields, lists and objects'],
    // Other texts are left to the parser.
    ['}]}', undefined],
    ['"', undefined],
  ])('%s exceeds a limit: %s', (text, problem) => {
    expect(exceededLimit(text, limits)).toBe(problem);
  });

  test.each([
    ['in its middle', (filler: string) => `{"a":[${filler}],\n"b":nope,"c":[${filler}]}`, 'unexpected "n"'],
    ['after it', (filler: string) => `{"a":[${filler}]}\n\n x`, 'unexpected "x"'],
    ['at a comma that nothing follows', (filler: string) => `{"a":[${filler},]}`, 'unexpected "]"'],
    ['at a bracket of the wrong kind', (filler: string) => `{"a":[${filler}}}`, 'unexpected "}"'],
  ])('names the place of a mistake %s by position, line and column', async (_, make, what) => {
    const hangar = await testEmulator();
    const filler = Array.from({ length: 60_000 }, (_, i) => `"é${i}"`).join(',');
    const body = make(filler);
    const { status, json } = await hangar.send('/v0/tasks/execute', { body });
    const { error } = json as { error: string };
    expect([status, error]).toEqual([400, expect.stringContaining(`The body is not valid JSON: ${what} at position `)]);
    const [, position, line, column] = /position (\d+) \(line (\d+), column (\d+)\)/.exec(error)!.map(Number);
    const before = body.slice(0, position);
    expect(what).toContain(`"${body[position!]!}"`);
    expect([line, column]).toEqual([before.split('\n').length, position! - before.lastIndexOf('\n')]);
  });
});

describe('the characters of a body of several megabytes', () => {
  const body = (start: string, text: string) => Buffer.from(`{"slug":"none","paramValues":{"t":"${start}${text}"}}`);

  test.each([0, 1, 2, 3])('are whole wherever it is cut, %i bytes further', async (bytes) => {
    const hangar = await testEmulator({ settings: { maxBodyBytes: 10_000_000 } });
    const { status, json } = await hangar.send('/v0/tasks/execute', {
      body: body('x'.repeat(bytes), '😀é€'.repeat(300_000)),
    });
    expect([status, json]).toEqual([404, expect.objectContaining({ error: 'There is no task "none".' })]);
  });

  test.each([1_048_575, 1_048_576, 2_500_000])('are refused when the byte at %i begins none', async (at) => {
    const hangar = await testEmulator({ settings: { maxBodyBytes: 10_000_000 } });
    const broken = body('', 'x'.repeat(3_000_000));
    broken[at] = 0x80;
    const { status, json } = await hangar.send('/v0/tasks/execute', { body: broken });
    expect([status, json]).toEqual([400, expect.objectContaining({ error: 'The body is not valid UTF-8.' })]);
  });
});
