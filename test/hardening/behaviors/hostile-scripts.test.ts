import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMessage, ScriptMessage } from '../../../electron/emulator/behaviors/script/protocol/messages.ts';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import { samplesOf } from '../hostile/samples.ts';
import { runToEnd, scriptOf } from '../../support/behaviors.ts';
import { scriptTask, startLive, type Live } from '../../support/live.ts';
import { scriptRunner } from '../../support/runners.ts';

/** A valid message of each type, question and record, and with each field that may be left out: from their schema. */
const VALID = [...new Set(samplesOf(ScriptMessage).map(({ value }) => JSON.stringify(value)))].map(
  (text) => JSON.parse(text) as JsonObject,
);

/** Values of another type than the one given, and of the same type out of its range. */
function wrongFor(value: Json): Json[] {
  const others: Json[] = [null, true, 'x', -1, [], {}, [[null]], { type: 'request' }];
  const isOther = (other: Json) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value);
  return others.filter((other) => isOther(other) || other === null || (typeof value === 'number' && other === -1));
}

/** Every message that comes of a valid one when one field, at any level, is taken out, is of another type, or is added. */
function brokenOf(message: JsonObject): Json[] {
  const fields = Object.entries(message);
  return [
    ...fields.flatMap(([name]) => {
      const rest = Object.fromEntries(fields.filter(([other]) => other !== name));
      const isOptional = ['threadID', 'bundled'].includes(name) || (name === 'json' && message['type'] === 'done');
      return isOptional ? [] : [rest];
    }),
    ...fields.flatMap(([name, value]) => wrongFor(value).map((wrong) => ({ ...message, [name]: wrong }))),
    ...fields.flatMap(([name, value]) => within(value).map((broken) => ({ ...message, [name]: broken }))),
    ...(Object.hasOwn(message, 'type') || Object.hasOwn(message, 'do') ? [{ ...message, more: 1 }] : []),
  ];
}

function within(value: Json): Json[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => within(item).map((broken) => value.with(index, broken)));
  return typeof value === 'object' && value !== null ? brokenOf(value) : [];
}

const BROKEN = [
  ...VALID.flatMap(brokenOf),
  ...[null, true, 1, 'text', [], {}, [VALID[0]!]],
  ...['__proto__', 'constructor', 'toString', ''].flatMap((name) => [
    { type: name },
    { type: 'request', id: 1, name, args: {} },
    { type: 'records', records: [{ do: name, path: '', json: '' }] },
  ]),
  { type: 'failed' },
  { type: 'records', records: Array.from({ length: 1001 }, () => ({ do: 'set', path: '', json: '1' })) },
  { type: 'records', records: [{ do: 'log', level: 'info', text: 'x'.repeat(1_000_001) }] },
].map((message) => JSON.stringify(message));

const TEXTS = [
  ...['', '{', '[', 'undefined', '{"type":"ready"}}', '\u0000'],
  ...['['.repeat(200_000), `"${'x'.repeat(40_000_000)}"`],
];

/** A script that sends a text past Hangar's own code, by either way that there is, and waits. */
const SENDS = scriptTask(
  'sends',
  `import { writeSync } from 'node:fs';
   import { parentPort } from 'node:worker_threads';
   export default async ({ params }) => {
     if (params.way === 'pipe') writeSync(3, params.text + '\\n');
     else parentPort.postMessage(params.way === "value" ? JSON.parse(params.text) : params.text);
     await new Promise(() => {});
   };`,
  { parameters: [{ slug: 'way' }, { slug: 'text' }], concurrency: 4 },
);

describe('messages of a script', () => {
  test('are read as they were sent', () => {
    expect(VALID.map((message) => readMessage(JSON.stringify(message)))).toEqual(VALID);
  });

  test.each([
    ['members', Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`k${i}`, 0])), /more than 20,000 members/],
    ['lists', Array.from({ length: 100_001 }, () => []), /more than 100,000 objects and lists/],
    ['values', Array.from({ length: 500_001 }, () => 0), /more than 500,000 values/],
  ])('of any type with too many %s is refused before it is parsed', (_, value: Json, refusal) => {
    const types = new Map(VALID.map((message) => [message['type'], message]));
    for (const message of types.values())
      expect(() => readMessage(JSON.stringify({ ...message, more: value }))).toThrow(refusal);
  });

  test.each([...BROKEN.map((text) => [text.slice(0, 120), text]), ...TEXTS.map((text) => [text.slice(0, 20), text])])(
    'are refused with a reason: %s',
    (_, text) => {
      expect(() => readMessage(text)).toThrow(
        /^(the script's process sent an invalid message|a message of the script is nested)/,
      );
    },
  );
});

describe('a script that is hostile to the server', () => {
  let live: Live;
  beforeAll(async () => {
    live = await startLive({
      tasks: [
        SENDS,
        scriptTask('good', `export default async ({ sleep }) => { await sleep(0.01); return 'good'; }`),
        scriptTask(
          'names_server',
          `import { parentPort } from 'node:worker_threads';
           export default () => { parentPort.postMessage(JSON.stringify({ type: 'process', pid: process.ppid, runs: true })); return 'done'; }`,
        ),
        scriptTask('nested', `export default () => ${'('.repeat(20_000)}1${')'.repeat(20_000)}`),
        scriptTask('nested_elsewhere', `let a: number = ${'['.repeat(3000)}1${']'.repeat(3000)};\nexport default a;`),
        scriptTask(
          'prints_below',
          `import { spawn } from 'node:child_process';
           export default () => new Promise((done) => spawn('sh', ['-c', 'echo out; echo error >&2'], { stdio: 'inherit' }).on('exit', () => done())).then(() => 'done')`,
        ),
      ],
    });
  });
  afterAll(() => live.emulator.stop());

  test.each(['port', 'value', 'pipe'])(
    'fails when it sends an invalid message by the %s, and others go on',
    async (way) => {
      // Each is refused above; here it is the way that counts.
      const samples = BROKEN.filter((text, index) => text.length < 1000 && index % 180 === 0);
      expect(samples.length).toBeGreaterThan(3);
      const ends = await Promise.all(samples.map((text) => live.run('sends', { way, text })));
      expect(ends.map(({ status }) => status)).toEqual(samples.map(() => 'Failed'));
      for (const { lines } of ends) expect(lines.at(-1)).toContain('sent an invalid message');
      expect((await live.run('good')).status).toBe('Succeeded');
    },
  );

  test('cannot have the server killed as one of its processes', async () => {
    expect((await live.run('names_server')).output).toEqual({ output: 'done' });
    expect((await live.run('good')).status).toBe('Succeeded');
  });

  test('does not break the compiler for others with deeply nested code', async () => {
    const ends = [await live.run('nested'), await live.run('nested_elsewhere')];
    expect(ends.map(({ status, output }) => [status, output])).toEqual(
      ends.map(() => ['Failed', { error: expect.stringContaining('nested too deeply') as string }]),
    );
    expect((await live.run('good')).status).toBe('Succeeded');
  });

  test('has the output of its programs in its log', async () => {
    const { lines } = await live.run('prints_below');
    expect([...lines].sort()).toEqual(['error error', 'info out']);
  });
});

describe('limits on the requests of one script', () => {
  const runner = scriptRunner();
  afterAll(() => runner.close());

  test.each<[string, string, string]>([
    [
      'pending requests',
      `export default ({ sleep }) => Promise.all(Array.from({ length: 1001 }, () => sleep(60)))`,
      'a script may have 1,000 pending requests',
    ],
    [
      'pending requests that bypass its own code',
      `import { parentPort } from 'node:worker_threads';
       export default async () => {
         for (let id = 1; id <= 1001; id++) parentPort.postMessage(JSON.stringify({ type: 'request', id: 1e6 + id, name: 'sleep', args: 60 }));
         await new Promise(() => {});
       }`,
      'the script has more than 1,000 pending requests',
    ],
    [
      'two requests with one ID',
      `import { parentPort } from 'node:worker_threads';
       export default async () => {
         for (const id of [7e6, 7e6]) parentPort.postMessage(JSON.stringify({ type: 'request', id, name: 'sleep', args: 60 }));
         await new Promise(() => {});
       }`,
      'the script sent two requests with the ID 7000000',
    ],
    [
      'prompts',
      `export default async ({ prompt }) => { for (;;) await prompt(); }`,
      'at most 1,000 prompts per script are allowed',
    ],
    [
      'child runs',
      `export default async ({ execute }) => { for (;;) await Promise.all(Array.from({ length: 500 }, () => execute('a'))); }`,
      'at most 10,000 child runs and sessions per script are allowed',
    ],
  ])('%s', async (_, source, failure) => {
    const ended = await runToEnd(runner.run, scriptOf({ source }));
    expect(ended.failure).toBe(failure);
  });
});
