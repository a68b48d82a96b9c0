import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { HarEntry } from '../../shared/contract/emulator/traffic.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { startLive } from '../support/live.ts';

/** HAR 1.2 as its specification has it: every required field, and others only if they begin with an underscore. */
function record<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object(shape)
    .catchall(z.unknown())
    .superRefine((value, context) => {
      for (const name of Object.keys(value))
        if (!Object.hasOwn(shape, name) && !name.startsWith('_')) context.addIssue(`${name} is no field of HAR 1.2`);
    });
}
const comment = z.string().optional();
const Pairs = z.array(record({ name: z.string(), value: z.string(), comment }));
const Message = {
  httpVersion: z.string(),
  cookies: Pairs,
  headers: Pairs,
  headersSize: z.int(),
  bodySize: z.int(),
  comment,
};
const Request = record({
  ...Message,
  method: z.string(),
  url: z.url(),
  queryString: Pairs,
  postData: record({ mimeType: z.string(), text: z.string(), params: Pairs.optional(), comment }).optional(),
});
const Content = record({
  size: z.int(),
  compression: z.int().optional(),
  mimeType: z.string(),
  text: z.string().optional(),
  encoding: z.string().optional(),
  comment,
});
const Response = record({
  ...Message,
  status: z.int(),
  statusText: z.string(),
  content: Content,
  redirectURL: z.string(),
});
const Timing = z.number().min(-1);
const HAR_1_2 = record({
  log: record({
    version: z.literal('1.2'),
    creator: record({ name: z.string(), version: z.string(), comment }),
    comment,
    entries: z.array(
      record({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number().min(0),
        request: Request,
        response: Response,
        cache: record({}),
        timings: record({ send: Timing, wait: Timing, receive: Timing }),
        comment,
      }),
    ),
  }),
});

async function harOf(hangar: TestEmulator, query = ''): Promise<HarEntry[]> {
  const answer = await hangar.send(`/_emulator/traffic.har${query}`);
  expect(answer.status).toBe(200);
  expect(HAR_1_2.safeParse(answer.json).error).toBeUndefined();
  return (answer.json as { log: { entries: HarEntry[] } }).log.entries;
}

describe('GET /_emulator/traffic.har', () => {
  test('has the requests as HAR 1.2, the oldest first, with runs, faults and webhooks', async () => {
    const hangar = await testEmulator({
      tasks: [{ id: 'tskEcho', slug: 'echo', webhooks: { hook: { secret: 'hook-secret' } } }],
      faults: [{ slug: 'busy', match: { operation: 'runs/list' }, kind: 'error', status: 503 }],
    });
    const executed = await hangar.send('/v0/tasks/execute?envSlug=default', {
      body: { slug: 'echo' },
      headers: { 'Content-Type': 'application/json' },
    });
    await hangar.send('/v0/runs/list?limit=1');
    await hangar.send('/v0/webhooks/default/tskEcho/hook-secret', { body: new Uint8Array([123, 255, 0]), key: null });
    const { runID } = executed.json as { runID: string };
    const entries = await harOf(hangar);
    expect(entries).toMatchObject([
      {
        startedDateTime: '2026-11-20T16:00:00.000Z',
        request: {
          method: 'POST',
          url: 'http://127.0.0.1:4100/v0/tasks/execute?envSlug=default',
          queryString: [{ name: 'envSlug', value: 'default' }],
          postData: { mimeType: 'application/json', text: '{"slug":"echo"}' },
          bodySize: 15,
        },
        response: {
          status: 200,
          statusText: 'OK',
          content: { mimeType: 'application/json', text: executed.text, size: executed.text.length },
        },
        comment: `run ${runID}`,
        _hangar: { runID, fault: '' },
      },
      { response: { status: 503 }, comment: 'fault busy (error)', _hangar: { fault: 'busy' } },
      {
        request: {
          url: 'http://127.0.0.1:4100/v0/webhooks/default/tskEcho/masked-webhook-1',
          postData: { text: Buffer.from([123, 255, 0]).toString('base64'), _encoding: 'base64' },
        },
        _hangar: { webhook: { task: 'echo', slug: 'hook', environment: 'default' } },
      },
    ]);
    expect(entries[1]!.request).not.toHaveProperty('postData');
  });

  test('selects as the list does', async () => {
    const hangar = await testEmulator();
    for (let i = 0; i < 3; i++) await hangar.send(`/v0/runs/list?limit=${i}`);
    const { entries } = await hangar.api.emulator.traffic.list();
    expect((await harOf(hangar, '?limit=2')).map(({ _hangar }) => _hangar.id)).toEqual([
      entries[1]!.id,
      entries[0]!.id,
    ]);
    expect((await harOf(hangar, `?before=${entries[1]!.id}`)).map(({ _hangar }) => _hangar.id)).toEqual([
      entries[2]!.id,
    ]);
    expect(await harOf(hangar, '?webhook=tsk1/none')).toEqual([]);
    expect(await hangar.send('/_emulator/traffic.har?limit=x')).toMatchObject({ status: 400 });
  });

  test('replaces equal secrets by equal placeholders, in every request', async () => {
    const hangar = await testEmulator();
    await hangar.send('/v0/runs/list', { key: 'tkn_first' });
    await hangar.send('/v0/runs/list', { key: 'tkn_second', headers: { 'X-Note': 'like tkn_first' } });
    await hangar.send('/v0/runs/list', { key: 'tkn_first' });
    const entries = await harOf(hangar);
    const keys = entries.map(
      ({ request }) => request.headers.find(({ name }) => name.toLowerCase() === 'x-service-api-key')!.value,
    );
    expect(keys).toEqual(['tkn_masked-api-key-2', 'tkn_masked-api-key-3', 'tkn_masked-api-key-2']);
    expect(entries[1]!.request.headers).toContainEqual({ name: 'x-note', value: 'like tkn_masked-api-key-2' });
  });
});

describe('the method of the library', () => {
  test('gives the same archive as the endpoint, with the same filters', async () => {
    const { emulator, start, api } = await startLive({ tasks: [{ slug: 'quick' }] });
    try {
      const [first] = [await start('quick'), await start('quick')];
      const { entries } = await api.emulator.traffic.list({});
      const read = async (query = '') => (await fetch(`${emulator.url}/_emulator/traffic.har${query}`)).text();
      const latest = entries[0]?.id ?? '';
      expect(await emulator.traffic.har()).toBe(await read());
      expect(await emulator.traffic.har({ limit: 1 })).toBe(await read('?limit=1'));
      expect(await emulator.traffic.har({ before: latest })).toBe(await read(`?before=${latest}`));
      const ofRun = await emulator.traffic.har({ run: first });
      expect(ofRun).toBe(await read(`?run=${first}`));
      const archive = HAR_1_2.parse(JSON.parse(ofRun));
      expect([archive.log.entries.length, ofRun.includes(emulator.apiKey)]).toEqual([1, false]);
    } finally {
      await emulator.stop();
    }
  });

  test('rejects an invalid filter by name', async () => {
    const { emulator } = await startLive({});
    try {
      await expect(emulator.traffic.har({ limit: -1 })).rejects.toThrow(/^har\.limit: /);
      await expect(emulator.traffic.har({ task: 'quick' } as never)).rejects.toThrow(/task/);
    } finally {
      await emulator.stop();
    }
  });
});
