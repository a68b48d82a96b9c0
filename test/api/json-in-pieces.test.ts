import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonSyntaxError, jsonInPieces } from '../../electron/emulator/slices/json-in-pieces.ts';
import { jsonTextInSteps } from '../../electron/emulator/slices/json-text.ts';
import { BODY_LIMITS } from '../../shared/values/limits.ts';
import { JsonPieces } from '../../electron/emulator/server/request/json-text.ts';
import { testEmulator } from '../support/emulator.ts';
import { runToEnd } from '../../shared/values/run-to-end.ts';

const read = (text: string, piece: number) => runToEnd(jsonInPieces(Buffer.from(text), BODY_LIMITS, piece));

/** The result of `JSON.parse`; undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const text = fc.tuple(fc.json(), fc.nat(3)).map(([json, indent]) => JSON.stringify(JSON.parse(json), null, indent));

describe('a long value that is written in pieces', () => {
  test('is written as by JSON.stringify, for any size of the pieces', () => {
    fc.assert(
      fc.property(fc.object({ withNullPrototype: false }), fc.integer({ min: 0, max: 20 }), (value, most) => {
        expect(runToEnd(jsonTextInSteps(value, most))).toBe(JSON.stringify(value));
      }),
    );
  });

  test('lets other work run between its pieces', () => {
    const pieces = [...jsonTextInSteps({ list: Array.from({ length: 100_000 }, (_, i) => ({ i })) })];
    expect(pieces.length).toBeGreaterThan(20);
  });
});

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

describe('a long JSON text that is read in pieces', () => {
  test('is parsed as by JSON.parse, wherever it is cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (json, piece) => {
        expect(read(json, piece)).toEqual(JSON.parse(json));
      }),
      { numRuns: 500 },
    );
  });

  test('is refused exactly when JSON.parse refuses it', () => {
    const spoilt = fc
      .tuple(text, fc.nat(), fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', '1', ' ', 'x', '\\', '\n'))
      .map(([json, at, mark]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + mark + json.slice(mark === '' ? place + 1 : place);
      });
    fc.assert(
      fc.property(spoilt, fc.integer({ min: 1, max: 20 }), (json, piece) => {
        const expected = parsed(json);
        if (expected !== undefined) expect(read(json, piece)).toEqual(expected);
        else expect(() => read(json, piece)).toThrow(JsonSyntaxError);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '[[1,2] [3,4]]',
    '[{"a":1,"b":2}[3,4]]',
    '{"a":[1,2] "b":[3,4]}',
    '[[1,2]\n{"a":[1,2]}, 5]',
    '{"a":{"b":[1,2]}"c":{"d":[3,4]}}',
  ])('without a comma between two values is refused: %s', (json) => {
    for (let piece = 1; piece <= json.length; piece++) expect(() => read(json, piece)).toThrow(JsonSyntaxError);
  });

  test('keeps a field named __proto__, and the last one of two', () => {
    const json = `{"a":[1,2],"__proto__":{"b":1},"c":1,"c":2}`;
    for (const piece of [1, 5, 100]) expect(JSON.stringify(read(json, piece))).toBe(JSON.stringify(JSON.parse(json)));
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
