import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, validateHeaderName, validateHeaderValue } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { StartError } from '../../../electron/emulator/host/start-error.ts';
import { readRecording, type RecordedRequest } from '../../../electron/programs/replay/recording.ts';
import { TargetServer } from '../../../electron/programs/replay/target-server.ts';
import { type Json, type JsonObject, valueAt, withValueAt } from '../../../shared/values/json.ts';
import { testEmulator } from '../../support/emulator.ts';
import { listening } from '../../support/foreign-server.ts';
import { HOSTILE_VALUES, placesIn, thinned } from './values.ts';

const folder = mkdtempSync(join(tmpdir(), 'hangar-recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Methods, targets and texts that no connection carries. */
const HOSTILE: readonly Json[] = [...HOSTILE_VALUES, 'CONNECT', '/v0/a b', 'http://a/v0\n\n###\nGET http://b/', 'a: b'];

/** The recordings that Hangar writes of one request, by the ending of their names. */
async function recordings(): Promise<Record<'har' | 'hangar-bundle', Json>> {
  const hangar = await testEmulator({ tasks: [{ slug: 'quick' }] });
  await hangar.send('/v0/tasks/execute', { body: { slug: 'quick' } });
  const bundle = await hangar.server.bundle();
  const pieces: Uint8Array[] = [];
  for await (const piece of bundle.stream(() => undefined)) pieces.push(piece);
  return {
    har: (await hangar.send('/_emulator/traffic.har')).json as Json,
    'hangar-bundle': JSON.parse(Buffer.concat(pieces).toString()) as Json,
  };
}

/** True when a client can send a request; it is never sent. */
function isSendable({ method, target, headers }: RecordedRequest): boolean {
  for (const [name, value] of headers.filter(([header]) => !header.startsWith(':'))) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const made = request({ method, path: target, host: '127.0.0.1', port: 1 });
  made.on('error', () => undefined).destroy();
  return method !== 'CONNECT' && !/[\p{Cc} ]/u.test(target);
}

/** Harm that a recording does, as a sentence; undefined for none. */
async function harmOf(path: string): Promise<string | undefined> {
  try {
    const recorded = await readRecording(path);
    return recorded.every(isSendable) ? undefined : 'has a request that cannot be sent';
  } catch (error) {
    return error instanceof StartError && error.message.length < 2000 ? undefined : String(error);
  }
}

describe.each(['har', 'hangar-bundle'] as const)('a recording (.%s) that is hostile in one place', (ending) => {
  test('is refused with a short sentence, or has only requests that can be sent', async () => {
    const whole = (await recordings())[ending];
    const at = ending === 'har' ? ['log', 'entries', 0] : ['traffic', 0];
    const valid = valueAt(whole, at) as JsonObject;
    const surprises: string[] = [];
    let attacks = 0;
    // Of a list only the first item is a place; the second header of a bundle is a value.
    const places = [...placesIn(valid), ...(ending === 'har' ? [] : [['headers', 1]])];
    for (const place of places)
      for (const [i, hostile] of thinned(HOSTILE, place, 3)) {
        const text = JSON.stringify(withValueAt(whole, [...at, ...place], hostile));
        const path = join(folder, `r.${ending}`);
        writeFileSync(path, ending === 'har' ? text : gzipSync(text));
        const harm = await harmOf(path);
        if (harm !== undefined) surprises.push(`${place.join('.')} #${i}: ${harm}`);
        attacks += 1;
      }
    expect(surprises).toEqual([]);
    expect(attacks).toBeGreaterThan(200);
  });
});

test('a request of a recording tells that it is one, whatever headers it has; those of the replay itself do not', async () => {
  const seen: string[][] = [];
  const server = createServer(({ rawHeaders }, answer) => {
    seen.push(rawHeaders);
    answer.end();
  });
  const target = new TargetServer(new URL(`http://127.0.0.1:${await listening(server)}`), undefined);
  const headers = [
    ['x-hangar-SENT-for', 'me'],
    ['Connection', 'X-Hangar-Sent-For'],
    ['Trailer', 'X-Hangar-Sent-For'],
    ['X-Own', 'x'],
  ] as const;
  await target.send({ method: 'GET', target: '/v0/runs/list', headers, body: Buffer.alloc(0) });
  await target.read('/_emulator/webhooks');
  target.close();
  server.close();
  const isMark = (text: string): boolean => /sent-for/i.test(text);
  expect(seen[0]).toContain('X-Own');
  expect(seen.map((raw) => raw.filter(isMark))).toEqual([['X-Hangar-Sent-For'], []]);
});
