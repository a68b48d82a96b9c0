import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator, type RunningEmulator } from '../../electron/programs/library.ts';
import { builtProgram } from '../support/built-program.ts';
import { runHere } from '../support/command.ts';
import { expectEveryCommand, PAID, WORKSPACE } from '../support/every-command.ts';
import { heldRun } from '../support/held-run.ts';
import { liveClient } from '../support/live-client.ts';
import { skipWithout } from '../support/needs.ts';
import { clientOf, type ProgramEnd, run, serve, start } from '../support/program.ts';

const { folder, home } = builtProgram();

/** A server of its own for each test, in this process: a program would take twenty times as long to start. */
let server: RunningEmulator;

/** The environment of a command against the server of the test. */
function surroundings(): { readonly env: Readonly<Record<string, string>>; readonly cwd: string } {
  return { env: { ...home(), HANGAR_URL: server.url }, cwd: folder() };
}

/** Runs a command against the server of the test. */
function hangar(args: readonly string[]): Promise<ProgramEnd> {
  return runHere(args, surroundings());
}

/** The JSON value that a command prints with `--json`. It must be the whole of standard output. */
async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await hangar([...args, '--json']);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The text that a command prints. It must succeed. */
async function text(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await hangar(args);
  if (code !== 0) throw new Error(`hangar ${args.join(' ')} exits with ${code}: ${stderr}`);
  return stdout.trimEnd();
}

/** Waits until no run of the test goes on. */
async function settled(): Promise<void> {
  await server.waitFor({ for: 'settled' });
}

beforeEach(async () => {
  const file = join(folder(), 'hangar.json');
  await writeFile(file, JSON.stringify(WORKSPACE));
  server = await startEmulator({ workspace: file });
});
afterEach(() => server.stop());

test('every command prints one JSON value with --json', async () => {
  // The built program is tried by test/hardening/programs/every-command.test.ts.
  await expectEveryCommand(server, hangar);
});

describe('run', () => {
  test('prints the ID of the run, which get and runs take', async () => {
    const id = await text('run', 'echo', 'text=a b');
    expect(id).toMatch(/^run\d{8}z\w{10}$/);
    await settled();
    expect(await text('get', id)).toMatch(/^task {9}echo$/m);
    expect(await text('runs', 'param.text:"a b"')).toContain(id);
    expect(await text('runs', 'param.text:other')).toBe('No run matches.');
  });

  test('reads values by the types of the parameters', async () => {
    await writeFile(join(folder(), 'note.txt'), 'from a file');
    const values = [
      'text=@note.txt',
      'count=5',
      'isBig=true',
      'data={"a":[1]}',
      'names=x',
      'names=y',
      'file=@note.txt',
    ];
    const { output } = await json('run', 'echo', ...values, '--wait');
    expect(output).toEqual({
      text: 'from a file',
      count: 5,
      isBig: true,
      data: { a: [1] },
      names: ['x', 'y'],
      file: { id: expect.stringMatching(/^upl/), url: expect.stringContaining('/_emulator/uploads/upl') },
    });
    const args = ['run', 'echo', 'text=-', 'data=null', '--wait'];
    const input = await run(args, { ...surroundings(), input: 'from input' });
    expect(JSON.parse(input.stdout)).toMatchObject({ text: 'from input', data: null });
    expect(JSON.parse(await text('run', 'echo', 'text=@@ada', '--wait'))).toMatchObject({ text: '@ada' });
  });

  test.each([
    [['count=x'], 'count must be a whole number, not "x"'],
    [['data={'], 'data must be JSON: '],
    [['texts=1'], 'there is no parameter "texts"; there is text, count, isBig, data, names, file'],
    [['text'], '"text" must have the form name=value'],
    [['text=@missing.txt'], 'text: ENOENT'],
    [['file=@.'], 'file: . is a folder'],
  ])('refuses %j with 2, and says why', async (values, message) => {
    const { code, stdout, stderr } = await hangar(['run', 'echo', ...values]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`hangar: ${message}`);
  });

  test.each([
    ['run', 'ehco', 'There is no task "ehco". Try: hangar run echo'],
    ['run', 'needs', 'Try: hangar run needs order=VALUE amount=VALUE'],
    ['runbook', 'nothing', 'There is no runbook "nothing".\n'],
  ])('hangar %s %s says how it would succeed', async (command, id, message) => {
    const { code, stderr } = await hangar([command, id]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });

  test('with --wait, exits with 0, 1 or 8, and says why', async () => {
    expect(await hangar(['run', 'echo', '--wait'])).toMatchObject({ code: 0, stderr: '' });
    const failed = await hangar(['run', 'fails', '--wait']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^run\w+: Failed: out of paper\n$/) });
    expect(JSON.parse(failed.stdout)).toEqual({ error: 'out of paper' });
    const waiting = start(['run', 'sleeps', '--wait'], surroundings());
    const { v0, emulator } = clientOf(server);
    await expect.poll(async () => (await emulator.runs.list({ query: { task: 'sleeps' } })).runs.length).toBe(1);
    const { runs } = await emulator.runs.list({ query: { task: 'sleeps' } });
    await v0.runs.cancel({ body: { runID: runs[0]!.id } });
    expect(await waiting.ended).toMatchObject({ code: 8, stderr: `${runs[0]!.id}: Cancelled\n` });
  });

  test('with --follow, prints the log as it comes, and says that it waits', async () => {
    const following = start(['run', 'asks', '--follow'], surroundings());
    await expect
      .poll(() => following.printed.stderr)
      .toMatch(/waits for an answer: hangar prompts, then hangar answer run/);
    expect(following.printed.stdout).toMatch(/info {5}before\n/);
    expect(following.printed.stdout).not.toContain('after');
    const [, id = ''] = /hangar answer (\w+)/.exec(following.printed.stderr) ?? [];
    await text('answer', id, 'amount=5');
    const { code, stdout } = await following.ended;
    expect(code).toBe(0);
    expect(stdout.match(/(?:before|after)$/gm)).toEqual(['before', 'after']);
    expect(await text('logs', id)).toBe(stdout.trimEnd());
    expect(await text('logs', id, '--follow')).toBe(stdout.trimEnd());
  });

  test('executes in another environment', async () => {
    const id = await text('run', 'echo', '--env', 'prod');
    expect(await text('runs', 'env:prod')).toContain(id);
    expect(await hangar(['run', 'echo', '--env', 'nowhere'])).toMatchObject({ code: 1, stdout: '' });
  });
});

test('runbook shows how its blocks ended, and exits as run does', async () => {
  const { code, stdout, stderr } = await hangar(['runbook', 'both', '--wait']);
  expect(code).toBe(1);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['block', 'status'],
    ['first', 'Succeeded'],
    ['second', 'Failed'],
    [''],
  ]);
  expect(stderr).toMatch(/^ses\w+: Failed: .*out of paper/);
});

test('prompts lists what waits; answer submits or cancels, as a user', async () => {
  const { runID: id } = await clientOf(server).v0.tasks.execute({ body: { slug: 'asks' } });
  await settled();
  expect(await text('prompts')).toMatch(/amount {4}Fine\?$/m);
  expect(await hangar(['answer', id, 'amount=x'])).toMatchObject({
    code: 2,
    stderr: 'hangar: amount must be a whole number, not "x"\n',
  });
  expect(await hangar(['answer', id, '--as', 'nobody@example.com'])).toMatchObject({ code: 1, stdout: '' });
  expect(await text('answer', id, '--cancel')).toMatch(/^Cancelled pmt\w+ of run\w+\.$/);
  expect(await hangar(['wait', 'run', id])).toMatchObject({ code: 1, stdout: `${id}: Failed\n` });
  expect(await hangar(['answer', id])).toMatchObject({ code: 1, stderr: `hangar: ${id} waits for no answer\n` });
  expect(await text('prompts')).toBe('No prompt waits for an answer.');
});

describe('import and release', () => {
  /** An export with two runs that ask, one that sleeps, and a session, in a file. */
  async function unfinished(): Promise<{ asks: readonly string[]; sessionID: string }> {
    const { v0, emulator } = clientOf(server);
    const execute = async (slug: string) => (await v0.tasks.execute({ body: { slug } })).runID;
    const asks = [await execute('asks'), await execute('asks')];
    await execute('sleeps');
    const { sessionID } = await v0.runbooks.execute({ body: { slug: 'waits' } });
    await settled();
    await writeFile(join(folder(), 'theirs.json'), JSON.stringify({ ...(await emulator.export()), resume: true }));
    await emulator.reset({ body: {} });
    return { asks, sessionID };
  }

  const held = () => clientOf(server).emulator.held.count();

  test('what is unfinished in the file is held, whatever the file says; release lets it go on', async () => {
    const { asks, sessionID } = await unfinished();
    const [first = '', second = ''] = asks;
    expect(await text('import', 'theirs.json')).toBe(
      'Imported theirs.json; held until hangar release: 4 runs, 1 session.',
    );
    expect(await held()).toMatchObject({ runs: 4, sessions: 1 });
    expect(await text('release', first)).toBe('Released 1 run.');
    const { prompts } = await clientOf(server).v0.prompts.list({ query: { runID: second } });
    expect(await json('release', prompts[0]!.id)).toEqual({ runs: 1, sessions: 0, prompts: 1, requests: 0 });
    expect(await text('release', sessionID)).toBe('Released 1 run, 1 session.');
    expect(await text('release')).toBe('Released 1 run.');
    expect(await text('release')).toBe('Nothing was held.');
    expect(await held()).toEqual({ runs: 0, sessions: 0, prompts: 0, requests: 0 });
  });

  test('with --resume, everything goes on at once', async () => {
    await unfinished();
    expect(await json('import', 'theirs.json', '--resume')).toEqual({
      held: { runs: 0, sessions: 0, prompts: 0, requests: 0 },
    });
    expect(await text('runs', 'status:active')).toMatch(/sleeps/);
  });

  test('an answer to a prompt of what is held is stored, with the warning that nothing follows', async () => {
    const { asks } = await unfinished();
    await text('import', 'theirs.json');
    expect(await hangar(['answer', asks[0]!, 'amount=5'])).toMatchObject({
      code: 0,
      stderr: `hangar: warning: The run ${asks[0]!} is held, since it came from a file: the answer is stored, and nothing goes on until it is released.\n`,
    });
  });

  test('a request for approval is released with the run that asked', async () => {
    const client = clientOf(server);
    const { key } = await heldRun(client, 'holds');
    const { runtime } = liveClient(server.url, key).api;
    const { triggerRequestID } = await runtime.requests.create({ body: { triggerID: `trg${PAID}` } });
    await client.emulator.import({ body: await client.emulator.export() });
    expect(await held()).toMatchObject({ runs: 1, requests: 1 });
    expect(await text('release', triggerRequestID)).toBe('Released 1 run, 1 request for approval.');
  });

  test('a workspace file replaces the definitions alone', async () => {
    const { asks } = await unfinished();
    await text('import', 'theirs.json');
    await writeFile(join(folder(), 'one.json'), `\ufeff${JSON.stringify({ version: 1, tasks: [{ slug: 'one' }] })}`);
    expect(await text('import', 'one.json')).toBe('Imported one.json.');
    expect(await hangar(['run', 'echo'])).toMatchObject({ code: 1, stderr: expect.stringContaining('"echo"') });
    expect(await text('get', asks[0]!)).toContain('Active');
  });

  test.each([
    [['import', 'none.json'], 2, 'The file cannot be read: '],
    [['import', 'words.json'], 2, 'words.json is not a bundle or export: its text is not valid JSON: '],
    [['import', 'other.json'], 2, 'other.json is not a bundle or export: version: '],
    [['import', 'bad.json'], 1, 'tasks[0].slug'],
    [['release', 'run20261120z4k2m9x0q7a'], 1, 'run20261120z4k2m9x0q7a'],
    [['release', 'asks'], 2, '"asks" is not the ID of a run, a session, a prompt or a request for approval'],
  ])('%j exits with %i and says %j', async (args, code, message) => {
    await writeFile(join(folder(), 'words.json'), 'words');
    await writeFile(join(folder(), 'other.json'), '{}');
    await writeFile(join(folder(), 'bad.json'), JSON.stringify({ version: 1, tasks: [{ slug: '' }] }));
    expect(await hangar(args)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(await text('run', 'echo')).toMatch(/^run/);
  });
});

test('fault add makes the fault of the specification; its counters are listed; fault remove removes it', async () => {
  const flags = ['--task', 'echo', '--times', '2', '--status', '429', '--retry-after', '2'];
  expect(await text('fault', 'add', 'tasks/execute', ...flags)).toBe(
    'Added tasks_execute_429. The first 2 of tasks/execute for echo: 429, Retry-After 2 s.',
  );
  const { emulator, v0 } = clientOf(server);
  const { items } = await emulator.faults.list();
  expect(items[0]).toMatchObject({
    match: { operation: 'tasks/execute', task: 'echo' },
    ...{ kind: 'error', times: 2, status: 429, retryAfterSeconds: 2, source: 'runtime' },
  });
  await expect(v0.tasks.execute({ body: { slug: 'echo' } })).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await text('faults')).toMatch(/^tasks_execute_429 {2}on, for now {2}1 of 1 {3}The first 2/m);
  expect(await text('traffic', 'is:fault')).toMatch(/429 +POST +\/v0\/tasks\/execute/);
  expect(await text('fault', 'remove', 'tasks_execute_429')).toBe('Removed tasks_execute_429.');
  expect(await hangar(['fault', 'remove', 'tasks_execute_429'])).toMatchObject({ code: 1, stdout: '' });
  expect(await hangar(['fault', 'add', 'tasks/execute', '--kind', 'lose', '--status', '500'])).toMatchObject({
    code: 1,
    stderr: 'hangar: --status is not a known field.\n',
  });
});

test('the clock is frozen, advanced by durations, and run again', async () => {
  const { runID: id } = await clientOf(server).v0.tasks.execute({ body: { slug: 'sleeps' } });
  expect(await json('clock', 'freeze')).toMatchObject({ state: 'frozen' });
  expect(await text('clock')).toMatch(new RegExp(`wait +${id}`));
  expect(await json('clock', 'advance', '10m')).toMatchObject({ events: [] });
  expect(await text('clock', 'advance', '2h')).toMatch(new RegExp(`wait +${id}\nIt is `));
  expect(await text('wait', 'run', id)).toBe(`${id}: Succeeded`);
  expect(await json('clock', 'run')).toMatchObject({ state: 'running' });
  expect(await hangar(['clock', 'advance', 'soon'])).toMatchObject({ code: 2, stdout: '' });
});

test('a checkpoint is saved, compared, restored and deleted', async () => {
  const { v0 } = clientOf(server);
  await v0.tasks.execute({ body: { slug: 'echo' } });
  await settled();
  expect(await text('checkpoint', 'save', 'base')).toBe('Saved base: 1 run, 0 sessions, 0 pending prompts.');
  const { runID: after } = await v0.tasks.execute({ body: { slug: 'echo' } });
  await settled();
  expect(await text('checkpoint', 'diff', 'base')).toBe(`+ ${after}`);
  const taken = await hangar(['checkpoint', 'save', 'base']);
  expect(taken).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--replace') });
  await text('checkpoint', 'restore', 'base');
  expect(await text('checkpoint', 'diff', 'base')).toBe('Nothing differs.');
  expect((await hangar(['get', after])).code).toBe(1);
  expect(await text('checkpoint', 'save', 'base', '--replace')).toMatch(/^Saved base: 1 run,/);
  await text('checkpoint', 'delete', 'base');
  expect(await text('checkpoint', 'list')).toMatch(/^There are no checkpoints/);
});

test('undo takes back the last deletion, and says what can be undone', async () => {
  const { emulator } = clientOf(server);
  expect(await text('undo', '--list')).toBe('Nothing can be undone.');
  expect(await hangar(['undo'])).toMatchObject({ code: 1, stdout: '' });
  await emulator.definitions.tasks.remove({ params: { id: 'echo' } });
  expect(await text('undo', '--list')).toContain('Deleted task echo');
  expect(await text('undo')).toBe('Undone: Deleted task echo.');
  expect((await emulator.definitions.tasks.get({ params: { id: 'echo' } })).slug).toBe('echo');
});

test('get prints whatever an ID names', async () => {
  const { v0, emulator } = clientOf(server);
  const { runID } = await v0.tasks.execute({ body: { slug: 'asks' } });
  await settled();
  const { prompts } = await emulator.prompts.list();
  const { entries } = await emulator.traffic.list({ query: {} });
  const { items } = await emulator.definitions.tasks.list();
  await server.faults.add({ slug: 'once', kind: 'error', status: 500, match: { operation: 'runs/get' } });
  const faults = await emulator.faults.list();
  const { sessionID } = await v0.runbooks.execute({ body: { slug: 'both' } });
  const ids = [prompts[0]!.prompt.id, entries[0]!.id, items[0]!.id, faults.items[0]!.id, sessionID, runID];
  for (const id of ids) expect(await text('get', id)).toContain(id);
  expect(await hangar(['get', 'nothing'])).toMatchObject({ code: 2, stdout: '' });
  expect(await hangar(['get', 'run20261120zaaaaaaaaaa'])).toMatchObject({ code: 1, stdout: '' });
});

test('runs, get and explain say why a run waits, and name the ones that it waits for', async () => {
  const { v0 } = clientOf(server);
  const { runID } = await v0.tasks.execute({ body: { slug: 'asks' } });
  await settled();
  expect(await text('runs', 'task:asks')).toContain('waits for an answer');
  expect(await text('get', runID)).toMatch(/^why {10}waits for an answer/m);
  expect(await text('explain', runID)).toMatch(
    new RegExp(`^The run ${runID} of asks is Active: waits for an answer.*\\.\nuntil  \\d{4}-`),
  );
  expect(await json('explain', runID)).toMatchObject({
    reason: { kind: 'prompt' },
    next: expect.stringMatching(/^answer /),
  });
  expect(await hangar(['explain', 'nothing'])).toMatchObject({ code: 2, stdout: '' });
});

test('traffic --follow prints matching requests until it is stopped, as one JSON list with --json', async (context) => {
  skipWithout(context, 'POSIX');
  const { v0 } = clientOf(server);
  const plain = start(['traffic', '--follow'], surroundings());
  const filtered = start(['traffic', 'status:404', '--follow', '--json'], surroundings());
  await expect
    .poll(async () => {
      // The commands follow only what comes after they have connected.
      await v0.runs.get({ query: { id: 'run20261120zaaaaaaaaaa' } }).catch(() => undefined);
      return plain.printed.stdout !== '' && filtered.printed.stdout !== '';
    })
    .toBe(true);
  await v0.runs.list();
  await expect.poll(() => plain.printed.stdout).toMatch(/200 +GET +\/v0\/runs\/list/);
  filtered.child.kill('SIGINT');
  plain.child.kill('SIGTERM');
  expect((await plain.ended).code).toBe(0);
  const { code, stdout } = await filtered.ended;
  expect(code).toBe(0);
  const rows = JSON.parse(stdout) as { status: number }[];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ status }) => status !== 404)).toEqual([]);
});

test('send sends a request again', async () => {
  const { v0, emulator } = clientOf(server);
  await v0.runs.list();
  const { entries } = await emulator.traffic.list({ query: {} });
  expect(await text('send', entries[0]!.id)).toMatch(/^Sent trf\w+ again as trf\w+: the answer has status 200\.$/);
});

test('wait settled ends with 1 after its time', async () => {
  const body = {
    slug: 'busy',
    behavior: { kind: 'command' as const, command: ['node', '-e', 'setTimeout(() => undefined, 30_000)'] },
  };
  await clientOf(server).emulator.definitions.tasks.create({ body });
  await clientOf(server).v0.tasks.execute({ body: { slug: 'busy' } });
  expect(await hangar(['wait', 'settled', '--timeout', '200ms'])).toMatchObject({ code: 1, stdout: '' });
});

test('schema prints what the server answers', async () => {
  const url = new URL('/_emulator/schemas/workspace.json', server.url);
  expect(JSON.parse(await text('schema'))).toEqual(await (await fetch(url)).json());
});

test('workspace check names what is wrong, and exits with 2', async () => {
  expect(await text('workspace', 'check', 'hangar.json')).toBe('hangar.json is a valid workspace file.');
  await writeFile(join(folder(), 'bad.json'), '{ "version": 1, "tasks": [{ "slug": "a b" }] }');
  const bad = await hangar(['workspace', 'check', 'bad.json']);
  expect(bad).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('tasks[0].slug') });
  expect(await json('workspace', 'check', 'bad.json')).toMatchObject({ valid: false });
  expect(await json('workspace', 'check', 'none.json')).toMatchObject({ valid: false });
});

describe('a command finds the Hangar that runs', () => {
  test('by the data folder, also after another one has used it; not by an address that is out of date', async () => {
    const data = join(folder(), 'data');
    const env = { ...home(), HANGAR_DATA: data };
    const none = await runHere(['runs'], { env });
    expect(none).toMatchObject({ code: 7, stdout: '' });
    expect(none.stderr).toBe(`hangar: no Hangar uses ${data}; start one with hangar serve --data ${data}\n`);
    const first = await serve(['--data', data], { env: home() });
    const id = (await run(['run', 'greet'], { env })).stdout.trimEnd();
    expect(id).toMatch(/^run/);
    await first.stop();
    expect((await runHere(['runs'], { env })).code).toBe(7);
    await serve(['--data', data], { env: home() });
    expect((await runHere(['runs'], { env })).stdout).toContain(id);
    // Another Hangar listens at the noted address.
    const other = join(folder(), 'other');
    await mkdir(other);
    await writeFile(join(other, 'server.json'), JSON.stringify({ url: server.url }));
    expect((await runHere(['runs', '--data', other], { env: home() })).code).toBe(7);
  });

  test('by --url; nothing and something else there are told apart, with 7', async () => {
    const closed = await runHere(['runs', '--url', 'http://127.0.0.1:1'], { env: home() });
    expect(closed).toMatchObject({ code: 7, stdout: '' });
    expect(closed.stderr).toMatch(
      /^hangar: nothing listens at http:\/\/127\.0\.0\.1:1; start Hangar with hangar serve/,
    );
    const other = await served('<html>');
    const page = await runHere(['runs', '--url', other.url], { env: home() });
    expect(page).toMatchObject({ code: 7, stdout: '', stderr: expect.stringContaining('is not Hangar') });
    other.close();
  });

  test('with its admin token', async () => {
    const { ready } = await serve(['--in-memory', '--admin-token', 's3cret'], { env: home() });
    const env = { ...home(), HANGAR_URL: ready.url };
    expect(await runHere(['runs'], { env })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('--admin-token-file'),
    });
    expect(await runHere(['runs'], { env: { ...env, HANGAR_ADMIN_TOKEN: 's3cret' } })).toMatchObject({ code: 0 });
  });
});

test('stop ends a served Hangar and waits for its end; a Hangar in another program is not stopped', async () => {
  const program = await serve(['--in-memory'], { env: home() });
  const stopped = await run(['stop', '--json'], { env: { ...home(), HANGAR_URL: program.ready.url } });
  expect(stopped).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(stopped.stdout)).toEqual({ url: program.ready.url, stopped: true });
  expect(await program.ended).toMatchObject({ code: 0, signal: null });
  const refused = await run(['stop'], surroundings());
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('a part of another program') });
});

/** A server that gives the same answer to everything. */
async function served(body: string): Promise<{ url: string; close: () => void }> {
  const other = createServer((_, answer) => answer.end(body));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  return { url: `http://127.0.0.1:${(other.address() as AddressInfo).port}`, close: () => other.close() };
}

describe('texts that come from elsewhere', () => {
  const EVIL = '\u001B]0;title\u0007\u001B[31m\u009B2Jx\u202E\r\u0008';
  /** Control characters that a terminal would obey, and marks that turn the direction of texts. */
  const RAW = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

  test('of runs, prompts and requests are printed without control characters, with and without --json', async () => {
    const { v0, emulator } = clientOf(server);
    const { runID } = await v0.tasks.execute({ body: { slug: 'echo', paramValues: { text: EVIL } } });
    await emulator.definitions.tasks.create({
      body: {
        slug: 'evil',
        name: EVIL,
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'log', text: EVIL },
            { do: 'prompt', description: EVIL },
            { do: 'fail', message: EVIL },
          ],
        },
      },
    });
    const { runID: asking } = await v0.tasks.execute({ body: { slug: 'evil' } });
    await settled();
    const lines = [
      ['runs'],
      ['get', runID],
      ['run', 'echo', `text=${EVIL}`, '--wait'],
      ['prompts'],
      ['logs', asking],
      ['get', asking],
      ['explain', asking],
      ['answer', asking],
      ['wait', 'run', asking],
      ['runs', 'task:evil'],
      ['get', EVIL],
      ['run', EVIL],
      ['traffic'],
    ];
    for (const args of [...lines, ...lines.map((line) => [...line, '--json'])]) {
      const { stdout, stderr } = await hangar(args);
      expect({ args, raw: RAW.exec(stdout + stderr) }).toEqual({ args, raw: null });
    }
    expect(JSON.parse((await hangar(['get', runID, '--json'])).stdout)).toMatchObject({ output: { text: EVIL } });
  });

  test('of a server that is not Hangar neither', async () => {
    const other = await served(
      JSON.stringify({ ready: true, version: EVIL, runs: [{ id: EVIL }], total: EVIL, error: EVIL }),
    );
    const { stdout, stderr } = await runHere(['runs', '--url', other.url], { env: home() });
    expect(stdout + stderr).not.toMatch(RAW);
    other.close();
  });
});

test.each([
  ['wait settled --timeout 1000', '--timeout must be at most 300.'],
  ['wait run xx --timeout 1000', '--timeout must be at most 300.'],
  ['clock advance 1h --patience 99999', '--patience must be at most 600.'],
  ['fault add runs/get --share 3 --status 200', '--share must be at most 1; --status must be at least 400.'],
  ['fault add runs/get --retry-after 9d', '--retry-after must be at most 86400.'],
])('a value that the server refuses is named as the flag that gave it: %s', async (line, message) => {
  const { code, stderr } = await hangar(line.split(' '));
  expect([code, stderr]).toEqual([1, `hangar: ${message}\n`]);
});
