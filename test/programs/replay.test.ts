import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunningEmulator } from '../../electron/programs/library.ts';
import { CarriedIds } from '../../electron/programs/replay/carried-ids.ts';
import { compareAnswers } from '../../electron/programs/replay/compare-answers.ts';
import { readRecording } from '../../electron/programs/replay/recording.ts';
import { replay } from '../../electron/programs/replay/replay.ts';
import { TargetServer } from '../../electron/programs/replay/target-server.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { inProcess } from '../support/in-process.ts';
import { run } from '../support/program.ts';

const RUN = 'run20261120zaaaaaaaaaa';
const OTHER = 'run20261120zbbbbbbbbbb';
const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });

describe('answers are compared except IDs and times', () => {
  test.each<[string, unknown, unknown, string | undefined]>([
    ['equal', { a: [1, 'x', null] }, { a: [1, 'x', null] }, undefined],
    ['other order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
    ['another value', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, '$.a[0].b'],
    ['a number as a text', { a: 1 }, { a: '1' }, '$.a'],
    ['a field that is missing', { a: 1, 'b c': 2 }, { a: 1 }, '$["b c"]'],
    ['a field that is new', { a: 1 }, { a: 1, b: 2 }, '$.b'],
    ['a shorter list', [1, 2], [1], '$[1]'],
    ['another ID', { id: RUN }, { id: OTHER }, undefined],
    ['an ID within a text', { error: `bad (${RUN}) failed` }, { error: `bad (${OTHER}) failed` }, undefined],
    ['an ID of another kind', { id: RUN }, { id: OTHER.replace('run', 'ses') }, '$.id'],
    ['an ID where there was none', { id: '' }, { id: OTHER }, '$.id'],
    ['the same ID twice instead of two', [RUN, OTHER], [RUN, RUN], '$[1]'],
    ['two IDs instead of the same', [RUN, RUN], [RUN, OTHER], '$[1]'],
    ['another time', { at: '2026-11-20 16:00:00.000000+00' }, { at: '2027-01-02 03:04:05.678901+00' }, undefined],
    ['a time in RFC 3339', { at: '2026-11-20T16:00:00Z' }, { at: '2027-11-20T16:00:00.5Z' }, undefined],
    ['no time', { at: '2026-11-20 16:00:00.000000+00' }, { at: null }, '$.at'],
    ['a page token', { next_token: 'next.1.abc' }, { next_token: 'next.1.def' }, undefined],
    ['no page token', { next_token: 'next.1.abc' }, { next_token: '' }, '$.next_token'],
    ['a secret', { key: 'a masked-value-1 b' }, { key: 'a hunter2 b' }, undefined],
    ['a secret in another text', { key: 'a masked-value-1 b' }, { key: 'a hunter2 c' }, '$.key'],
  ])('%s', (_, expected, got, path) => {
    const rules = { ids: new CarriedIds().trial(), mayBeFurther: false, isCut: false };
    expect(compareAnswers(json(expected), json(got), rules)?.path).toBe(path);
  });

  test.each<[string, unknown, unknown, string | undefined]>([
    ['a status that goes on', { status: 'Active', endedAt: null }, { status: 'Succeeded', endedAt: 'x' }, undefined],
    ['a status that was final', { status: 'Failed' }, { status: 'Succeeded' }, '$.status'],
    ['more lines', { logs: [{ a: 1 }] }, { logs: [{ a: 1 }, { a: 2 }] }, undefined],
    ['other lines', { logs: [{ a: 1 }] }, { logs: [{ a: 2 }, { a: 3 }] }, '$.logs[0].a'],
    ['fewer lines', { logs: [{ a: 1 }] }, { logs: [] }, '$.logs[0]'],
    ['an output where there was none', { output: {} }, { output: { a: 1 } }, undefined],
    ['no output', { output: { a: 1 } }, { output: {} }, '$.output.a'],
  ])('work that was going on may be further: %s', (_, expected, got, path) => {
    const rules = { ids: new CarriedIds().trial(), mayBeFurther: true, isCut: false };
    expect(compareAnswers(json(expected), json(got), rules)?.path).toBe(path);
  });

  test('texts, statuses and bodies that are cut', () => {
    const rules = { ids: new CarriedIds().trial(), mayBeFurther: false, isCut: false };
    expect(compareAnswers({ status: 200, body: 'a' }, { status: 200, body: 'b' }, rules)?.path).toBe('$');
    expect(compareAnswers({ status: 200, body: 'a' }, { status: 429, body: 'a' }, rules)).toEqual({
      path: 'status',
      expected: '200',
      got: '429',
    });
    expect(compareAnswers({ status: 200, body: 'a' }, { status: 200, body: 'b' }, { ...rules, isCut: true })).toBe(
      undefined,
    );
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(compareAnswers({ status: 200, body: deep }, { status: 200, body: deep }, rules)).toBe(undefined);
  });
});

const { folder, launch } = inProcess();

type Steps = Extract<AuthoredTask['behavior'], { kind?: 'steps' }>['steps'];

const HELLO = { do: 'log', text: 'hello' } as const;
const GREETING = { do: 'output', value: { greeting: 'Hello, {{ params.name }}!' } } as const;

/** A task that greets by these steps and has a webhook, and one that asks. */
function greeting(...steps: NonNullable<Steps>): AuthoredWorkspace {
  const asking = [
    { do: 'prompt' as const, parameters: [{ slug: 'reason' }], as: 'answer' },
    { do: 'output' as const, value: { reason: '{{ answer.reason }}' } },
  ];
  return {
    version: 1,
    tasks: [
      {
        slug: 'greet',
        parameters: [{ slug: 'name' }],
        webhooks: { hook: {} },
        behavior: { kind: 'steps', steps },
      },
      { slug: 'asks', behavior: { kind: 'steps', steps: asking } },
    ],
  };
}

const WORKSPACE = greeting({ do: 'wait', seconds: 0.2 }, HELLO, GREETING);

const started = (workspace = WORKSPACE): Promise<RunningEmulator> => launch({ workspace });

type Answer = Record<string, unknown>;

/** The parts of an entry of an HTTP archive that are changed here. */
interface HarEntry {
  readonly request: { postData?: { text?: string } };
  readonly response: { content: { text?: string; size: number } };
}

function clientOf({ url, apiKey }: RunningEmulator) {
  return async (path: string, body?: object): Promise<Answer> => {
    const init = { headers: { 'X-Service-API-Key': apiKey, 'Content-Type': 'application/json' } };
    const answer = await fetch(
      path.startsWith('http') ? path : `${url}/v0/${path}`,
      body === undefined ? init : { ...init, method: 'POST', body: JSON.stringify(body) },
    );
    return (await answer.json()) as Answer;
  };
}

/** A client that executes, polls, answers a prompt, calls a webhook and makes a mistake. */
async function record(emulator: RunningEmulator): Promise<void> {
  const call = clientOf(emulator);
  const { runID } = await call('tasks/execute', { slug: 'greet', paramValues: { name: 'Ada' } });
  for (let status = ''; status !== 'Succeeded';)
    status = String((await call(`runs/get?id=${String(runID)}`))['status']);
  await call(`runs/getOutputs?id=${String(runID)}`);
  await call(`runs/getLogs?runID=${String(runID)}`);
  const asked = await call('tasks/execute', { slug: 'asks' });
  let prompts: { id: string }[] = [];
  while (prompts.length === 0)
    prompts = (await call(`prompts/list?runID=${String(asked['runID'])}`))['prompts'] as { id: string }[];
  await call('prompts/submit', { id: prompts[0]!.id, values: { reason: 'late' } });
  await emulatorWebhook(emulator, call);
  await call('tasks/execute', { slug: 'none' });
  await call(`runs/getOutputs?id=${String(asked['runID'])}`);
}

async function emulatorWebhook({ url }: RunningEmulator, call: ReturnType<typeof clientOf>): Promise<void> {
  const { webhooks } = (await call(`${url}/_emulator/webhooks`)) as { webhooks: { url: string }[] };
  await call(webhooks[0]!.url, { order: 7 });
}

async function recordingOf(emulator: RunningEmulator, name: string): Promise<string> {
  const path = join(folder(), `${name}.har`);
  await writeFile(path, await (await fetch(`${emulator.url}/_emulator/traffic.har`)).text());
  return path;
}

async function replayed(path: string, { url, apiKey }: RunningEmulator) {
  const server = new TargetServer(new URL(url), apiKey);
  try {
    return await replay(await readRecording(path), server);
  } finally {
    server.close();
  }
}

describe('hangar replay', () => {
  test('finds no difference on another Hangar with the same definitions, whatever the timing', async () => {
    const first = await started();
    await record(first);
    const path = await recordingOf(first, 'same');
    const slower = greeting({ do: 'wait', seconds: 1 }, HELLO, GREETING);
    const faster = greeting(HELLO, GREETING);
    for (const workspace of [WORKSPACE, slower, faster]) {
      const result = await replayed(path, await started(workspace));
      expect(result.difference).toBeUndefined();
      expect(result).toMatchObject({ leftOut: [], sent: result.requests.length });
    }
  });

  test('names the first answer that differs', async () => {
    const first = await started();
    await record(first);
    const path = await recordingOf(first, 'other');
    const changed = greeting(HELLO, { do: 'output', value: { greeting: 'Bye, {{ params.name }}!' } });
    const { difference } = await replayed(path, await started(changed));
    expect(difference).toMatchObject({
      request: expect.stringMatching(/^GET \/v0\/runs\/getOutputs\?id=run/) as string,
      path: '$.output.greeting',
      expected: '"Hello, Ada!"',
      got: '"Bye, Ada!"',
    });
    const failing = greeting({ do: 'fail', message: 'no' });
    expect((await replayed(path, await started(failing))).difference).toMatchObject({
      request: expect.stringMatching(/^GET \/v0\/runs\/get\?id=run/) as string,
      path: '$.status',
      expected: '"Succeeded"',
      got: '"Failed"',
    });
    const without = { ...WORKSPACE, tasks: [{ ...WORKSPACE.tasks![0]!, webhooks: {} }, WORKSPACE.tasks![1]!] };
    expect((await replayed(path, await started(without))).difference).toMatchObject({
      request: expect.stringMatching(/^POST \/v0\/webhooks\/default\/tsk\w+\/masked-webhook-1$/) as string,
      got: 'no such webhook',
    });
  });

  test('a run of a webhook has the headers of another connection, and otherwise the same', async () => {
    const greet: AuthoredTask = {
      ...WORKSPACE.tasks![0]!,
      behavior: { kind: 'steps', steps: [{ do: 'output', value: { received: '{{ params.webhook_payload }}' } }] },
      parameters: [{ slug: 'name', default: 'Ada' }],
    };
    const workspace = { ...WORKSPACE, tasks: [greet] };
    const first = await started(workspace);
    const call = clientOf(first);
    const { webhooks } = (await call(`${first.url}/_emulator/webhooks`)) as { webhooks: { url: string }[] };
    const sent = await fetch(webhooks[0]!.url, {
      method: 'POST',
      headers: { 'X-GitHub-Event': 'push', 'X-Gitlab-Token': 'glpat-1', Authorization: `Bearer ${first.apiKey}` },
      body: '{"order":7}',
    });
    const { runID } = (await sent.json()) as { runID: string };
    await first.waitFor({ for: 'run', runID });
    await call(`runs/get?id=${runID}`);
    await call(`runs/getOutputs?id=${runID}`);
    await call('runs/list');
    const path = await recordingOf(first, 'webhook');
    const bundle = join(folder(), 'webhook.hangar-bundle');
    await writeFile(bundle, Buffer.from(await (await fetch(`${first.url}/_emulator/bundle`)).arrayBuffer()));
    for (const recording of [path, bundle])
      expect(await replayed(recording, await started(workspace))).toMatchObject({ difference: undefined, leftOut: [] });
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(String.raw`\"push\"`, String.raw`\"pull\"`));
    expect((await replayed(path, await started(workspace))).difference?.path).toBe(
      '$.paramValues.webhook_payload.headers["X-Github-Event"]',
    );
  });

  test('a request without a path, as OPTIONS * is, does not harm the archive', async () => {
    const first = await started();
    await clientOf(first)('runs/list');
    const socket = connect(Number(new URL(first.url).port), '127.0.0.1');
    socket.end('OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n').resume();
    await once(socket, 'close');
    const path = await recordingOf(first, 'asterisk');
    expect(await replayed(path, await started())).toMatchObject({ difference: undefined, sent: 1 });
  });

  test('of an answer that the archive does not have, only the status is compared', async () => {
    const first = await started();
    await clientOf(first)('tasks/execute', { slug: 'greet', paramValues: { name: 'Ada' } });
    await clientOf(first)('runs/list');
    const path = await recordingOf(first, 'whole');
    const archive = JSON.parse(await readFile(path, 'utf8')) as { log: { entries: HarEntry[] } };
    for (const { response } of archive.log.entries) delete response.content.text;
    await writeFile(path, JSON.stringify(archive));
    const { difference, requests, sent } = await replayed(path, await started());
    expect([difference, sent]).toEqual([undefined, requests.length]);
    for (const { response } of archive.log.entries) response.content = { size: 0 };
    await writeFile(path, JSON.stringify(archive));
    expect((await replayed(path, await started())).difference).toMatchObject({ number: 1, path: '$', expected: '""' });
    for (const { request } of archive.log.entries) delete request.postData?.text;
    await writeFile(path, JSON.stringify(archive));
    expect((await replayed(path, await started())).leftOut[0]).toEqual({
      number: 1,
      reason: 'the recording does not have all of its body',
    });
  });

  test('notices an answer that an idempotency key repeats only in the recording', async () => {
    const first = await started();
    const send = (key: string) =>
      fetch(`${first.url}/v0/tasks/execute`, {
        method: 'POST',
        headers: { 'X-Service-API-Key': first.apiKey, 'Idempotency-Key': key },
        body: JSON.stringify({ slug: 'greet', paramValues: { name: 'Ada' } }),
      });
    for (const key of ['a', 'a']) await (await send(key)).text();
    const path = await recordingOf(first, 'keys');
    expect((await replayed(path, await started())).difference).toBeUndefined();
    await writeFile(path, (await readFile(path, 'utf8')).replace('"value":"a"', '"value":"b"'));
    expect((await replayed(path, await started())).difference).toMatchObject({ number: 2, path: '$.runID' });
  });

  test('the program exits with 0 or 6 and writes reports', async () => {
    const first = await started();
    await record(first);
    const path = await recordingOf(first, 'program');
    const same = await started();
    const key = { HANGAR_API_KEY: same.apiKey, HANGAR_URL: same.url };
    const equal = await run(['replay', path, '--report', join(folder(), 'equal.xml')], { env: key });
    expect(equal).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Replayed \d+ requests: no answer differs\.\n$/),
    });
    expect(await readFile(join(folder(), 'equal.xml'), 'utf8')).toMatch(/failures="0"/);
    const empty = await started({ version: 1 });
    const args = ['replay', path, '--url', empty.url, '--api-key', empty.apiKey];
    for (const ending of ['json', 'md', 'xml']) {
      const different = await run([...args, '--report', join(folder(), `other.${ending}`)]);
      expect(different).toMatchObject({ code: 6, stdout: expect.stringMatching(/^Request 1 of \d+ differs: POST /) });
    }
    const report: unknown = JSON.parse(await readFile(join(folder(), 'other.json'), 'utf8'));
    expect(report).toMatchObject({ sent: 1, difference: { number: 1, path: 'status', expected: '200', got: '404' } });
    expect(await readFile(join(folder(), 'other.xml'), 'utf8')).toMatch(
      /<testcase classname="hangar replay" name="1 POST \/v0\/tasks\/execute"><failure message="Request 1 /,
    );
    expect(await readFile(join(folder(), 'other.md'), 'utf8')).toContain(
      '| `POST /v0/tasks/execute` | `status` | `200` | `404` |',
    );
  });

  test.each([
    ['nothing', undefined, /^hangar: The recording cannot be read: .*none\.har/],
    ['a text', 'abc', /^hangar: .*\.har is not JSON: /],
    [
      'another JSON',
      '{"log":{"entries":[{"request":{"method":"get"}}]}}',
      /is not an HTTP archive: log\.entries\.0\.request\.method/,
    ],
    ['requests to others only', '{"log":{"entries":[]}}', /has no request to \/v0\n$/],
  ])('the program refuses %s with exit code 2', async (_, text, message) => {
    const path = join(folder(), text === undefined ? 'none.har' : 'bad.har');
    if (text !== undefined) await writeFile(path, text);
    const ended = await run(['replay', path]);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });

  test('the program reports with exit code 7 that no server listens', async () => {
    const first = await started();
    await clientOf(first)('runs/list');
    const path = await recordingOf(first, 'nobody');
    await first.stop();
    const ended = await run(['replay', path, '--url', first.url]);
    expect(ended).toMatchObject({
      code: 7,
      stderr: `hangar: No server listens at ${first.url}; start Hangar with hangar serve\n`,
    });
  });
});
