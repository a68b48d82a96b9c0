import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator, type RunningEmulator, type StartOptions } from '../../../electron/programs/library.ts';
import { TERMINAL_RUN_STATUSES, TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { inProcess } from '../../support/in-process.ts';
import { liveClient, type LiveClient } from '../../support/live-client.ts';
import { until } from '../../support/until.ts';
import { leftIn, silentServer, UNFINISHED, unfinishedWorkspace } from './unfinished.ts';

const DAY = 86_400;

/** An emulator or a sandbox. */
type Served = Pick<
  RunningEmulator,
  'url' | 'apiKey' | 'waitFor' | 'clock' | 'answers' | 'faults' | 'checkpoints' | 'workspace' | 'release'
>;

let scratch: string;
let silent: Awaited<ReturnType<typeof silentServer>>;
/** Folder of the files that tasks leave. */
let marks: string;
let exported: { version: 1; workspace: never; state: never[] };
let bundle: string;
/** IDs of the runs by kind. */
const runs: Record<string, readonly string[]> = {};

/** Makes everything that can be unfinished, and writes it to an export and to a bundle. */
beforeAll(async () => {
  [scratch, silent] = await Promise.all([mkdtemp(join(tmpdir(), 'hangar-held-')), silentServer()]);
  marks = join(scratch, 'marks');
  await mkdir(marks);
  const workspace = { version: 1 as const, ...unfinishedWorkspace(marks, silent.url) };
  const source = await startEmulator({ workspace, clock: { state: 'frozen' } });
  const client = clientOf(source);
  for (const [name, { begin }] of Object.entries(UNFINISHED)) runs[name] = await begin(client, source.url);
  await until(
    async () =>
      (await client.api.emulator.answers.list()).items.some((rule) => 'lastProblem' in rule && rule.lastProblem) ||
      undefined,
  );
  await until(() => leftIn(marks)['slot_next']);
  exported = (await client.api.emulator.export()) as never;
  bundle = join(scratch, 'a.hangar-bundle');
  const answer = await fetch(`${source.url}/_emulator/bundle`);
  await writeFile(bundle, Buffer.from(await answer.arrayBuffer()));
  await source.stop();
});
afterAll(async () => {
  silent.stop();
  await rm(scratch, { recursive: true, force: true });
});

const { launch } = inProcess();

function clientOf({ url, apiKey }: Pick<Served, 'url' | 'apiKey'>): LiveClient {
  return liveClient(url, apiKey);
}

/** Everything that `/_emulator` shows of runs, sessions, prompts and requests. */
async function shown({ api }: LiveClient) {
  const { runs: rows } = await api.emulator.runs.list({ query: { limit: '1000' } });
  const unfinished = rows.filter(({ status }) => !TERMINAL_RUN_STATUSES.has(status));
  const details = await Promise.all(unfinished.map(({ id }) => api.emulator.runs.get({ params: { id } })));
  return {
    rows,
    logLines: details.map(({ row, logLines }) => [row.id, logLines]),
    sessions: (await api.emulator.sessions.list()).sessions,
    prompts: (await api.emulator.prompts.list()).prompts.map(withRuleAlone),
    requests: (await api.emulator.requests.list()).requests.map(withRuleAlone),
  };
}

/** A frozen clock counts up by microseconds, and an edited rule is due at another time. */
function withRuleAlone<Row extends { answer: { rule: string } | null }>({ answer, ...row }: Row) {
  return { ...row, rule: answer?.rule };
}

/** A file that is opened, and the options with which it is. */
interface Opened {
  readonly served: RunningEmulator;
  readonly options: StartOptions;
}

/** The ways in which somebody's file comes in. */
const WAYS: Record<string, (resume?: boolean) => Promise<Opened>> = {
  'an import': async (resume = false) => {
    const options = { data: await mkdtemp(join(scratch, 'data-')) };
    const served = await launch(options);
    await clientOf(served).api.emulator.import({ body: { ...exported, resume } });
    return { served, options };
  },
  'a bundle': async (resume = false) => ({ served: await launch({ bundle, resume }), options: { bundle, resume } }),
};

/** Everything that a user does as a matter of course; each returns where the items then are. */
const ACTIONS: Readonly<Record<string, (opened: Opened) => Promise<Served>>> = {
  'a restart': async ({ served, options }) => {
    await served.stop();
    return launch(options);
  },
  'a checkpoint and its restore': async ({ served }) => {
    await served.checkpoints.save('here');
    await served.checkpoints.restore('here');
    return served;
  },
  'a sandbox from a checkpoint': async ({ served }) => {
    await served.checkpoints.save('there');
    return served.sandbox({ from: 'there' });
  },
  'an export and its import': async ({ served }) => {
    const { api } = clientOf(served);
    await api.emulator.import({ body: await api.emulator.export() });
    return served;
  },
  'rules that answer everything': async ({ served }) => {
    await served.answers.add([
      { slug: 'all_prompts', submit: {} },
      { slug: 'all_requests', requests: 'approve' },
    ]);
    return served;
  },
  'the clock, by days': async ({ served }) => {
    await served.clock.advance({ seconds: DAY });
    await served.clock.advance({ next: true });
    return served;
  },
  'a fast clock that skips': async ({ served }) => {
    await served.clock.set({ state: 'running', speed: DAY, autoSkip: true });
    await served.waitFor({ for: 'settled' });
    await served.clock.set({ state: 'frozen', autoSkip: false });
    return served;
  },
  'other definitions': async ({ served }) => {
    await served.workspace.change((before) => ({
      ...before,
      tasks: before.tasks.map((task) => ({ ...task, concurrency: 50 })),
      users: [...before.users, { email: 'late@example.com', role: 'admin' as const }],
      answers: before.answers.map((rule) => ({ ...rule, afterSeconds: 0 })),
    }));
    return served;
  },
  'faults that end runs': async ({ served }) => {
    await served.faults.add({ slug: 'end_all', kind: 'run', status: 'Failed', afterSeconds: 0 });
    return served;
  },
};

/** Lets everything go on, as a user does: answers what no rule answers, approves, and lets time pass. */
async function goOn(served: Served): Promise<void> {
  const client = clientOf(served);
  const { prompts, requests } = client.api.emulator;
  await until(async () => {
    await served.waitFor({ for: 'settled' });
    const open = await pending(client);
    for (const id of open.prompts) await prompts.submit({ params: { id }, body: {} });
    for (const id of open.requests) await requests.approve({ params: { id }, body: {} });
    await served.waitFor({ for: 'settled' });
    await served.clock.advance({ seconds: 1800 });
    return (await unfinished(client)) === 0;
  });
}

/** The prompts and requests that no rule answers. */
async function pending({ api }: LiveClient) {
  const isLeft = ({ answer }: { answer: { problem: string | null } | null }) => answer?.problem !== null;
  const [prompts, requests] = await Promise.all([api.emulator.prompts.list(), api.emulator.requests.list()]);
  return {
    prompts: prompts.prompts.filter(isLeft).map(({ prompt }) => prompt.id),
    requests: requests.requests.filter(isLeft).map(({ request }) => request.iD),
  };
}

async function unfinished(client: LiveClient): Promise<number> {
  const { rows, sessions, prompts, requests } = await shown(client);
  const open = [
    ...rows.filter(({ status }) => !TERMINAL_RUN_STATUSES.has(status)),
    ...sessions.filter(({ session: { status } }) => !TERMINAL_SESSION_STATUSES.has(status)),
  ];
  return open.length + prompts.length + requests.length;
}

/** The ends of all kinds, as they are and as they should be. */
async function ends({ api }: LiveClient) {
  const actual: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  const left = leftIn(marks);
  for (const [name, { end, leaves }] of Object.entries(UNFINISHED)) {
    const statuses = await Promise.all(
      (runs[name] ?? []).map(async (id) => (await api.v0.runs.get({ query: { id } })).status),
    );
    actual[name] = { end: statuses, left: left[`${name}_next`] ?? 0 };
    expected[name] = { end, left: leaves ? 1 : 0 };
  }
  return { actual, expected };
}

/** Lets everything go on, and expects that each kind comes to its end. */
async function expectToEnd(served: Served): Promise<void> {
  await goOn(served);
  const { actual, expected } = await ends(clientOf(served));
  expect(actual).toEqual(expected);
}

/** Actions after which unfinished runs have timed out by the time of their release. */
const LONG_ACTIONS = new Set(['the clock, by days', 'a fast clock that skips']);

async function open(way: string, resume?: boolean): Promise<Opened> {
  await Promise.all((await readdir(marks)).map((name) => rm(join(marks, name))));
  const opened = await WAYS[way]!(resume);
  // Time passes only where a test moves it.
  await opened.served.clock.set({ state: 'frozen' });
  return opened;
}

async function expectHeld(served: Served, before: Awaited<ReturnType<typeof shown>>): Promise<void> {
  await served.waitFor({ for: 'settled' });
  expect({ left: leftIn(marks), shown: await shown(clientOf(served)) }).toEqual({ left: {}, shown: before });
}

describe.each(Object.keys(WAYS))('what came unfinished by %s', (way) => {
  test('is held, each item of it, and nothing that has ended', async () => {
    const { served } = await open(way);
    const { rows, sessions, prompts, requests } = await shown(clientOf(served));
    expect(rows.filter(({ held, status }) => held === TERMINAL_RUN_STATUSES.has(status))).toEqual([]);
    expect([...sessions, ...prompts, ...requests].filter(({ held }) => !held)).toEqual([]);
    expect([sessions.length, prompts.length, requests.length]).toEqual([2, 5, 2]);
  });

  test.each(Object.keys(ACTIONS))('stays as it is after %s', async (action) => {
    const opened = await open(way);
    const before = await shown(clientOf(opened.served));
    const served = await ACTIONS[action]!(opened);
    await expectHeld(served, before);
    // A bundle differs by its start alone, and the tests below release it.
    if (way === 'a bundle') return;
    await clientOf(served).api.emulator.held.release();
    await (LONG_ACTIONS.has(action) ? goOn(served) : expectToEnd(served));
  });

  test('stays as it is after all of that together', async () => {
    const opened = await open(way);
    const before = await shown(clientOf(opened.served));
    let { served }: { served: Served } = opened;
    for (const [name, action] of Object.entries(ACTIONS)) {
      // A sandbox has none of its own, and is no place to go on from.
      const after = await action({ ...opened, served: served as RunningEmulator });
      await expectHeld(after, before);
      if (!name.includes('sandbox')) served = after;
    }
  });

  test('goes on once it is released', async () => {
    const { served } = await open(way);
    const { api } = clientOf(served);
    expect(await api.emulator.held.release()).toMatchObject({ sessions: 2, prompts: 5, requests: 2 });
    expect(await api.emulator.held.release()).toEqual({ runs: 0, sessions: 0, prompts: 0, requests: 0 });
    await expectToEnd(served);
  });

  test('goes on at once when that was asked for', async () => {
    const { served } = await open(way, true);
    expect(await clientOf(served).api.emulator.held.release()).toMatchObject({ runs: 0, sessions: 0, requests: 0 });
    await expectToEnd(served);
  });
});

test('a release lets go on what belongs together, and nothing else', async () => {
  const { served } = await open('an import');
  const client = clientOf(served);
  const left = new Set(Object.keys(UNFINISHED));
  expect(await heldKinds(client)).toEqual(left);
  for (const name of Object.keys(UNFINISHED)) {
    const { sessions } = client.api.emulator;
    const { sessions: all } = await sessions.list();
    const session = all.find(({ runbookSlug }) => runbookSlug === name)?.session.id;
    const [run = ''] = runs[name] ?? [];
    if (session !== undefined) await sessions.release({ params: { id: session } });
    else for (const id of runs[name] ?? [run]) served.release(id);
    left.delete(name);
    expect(await heldKinds(client)).toEqual(left);
  }
});

/** The kinds of which something is held. */
async function heldKinds(client: LiveClient): Promise<Set<string>> {
  const { rows, sessions, requests } = await shown(client);
  const kindOfRun = new Map(Object.entries(runs).flatMap(([name, ids]) => ids.map((id) => [id, name] as const)));
  const kindOfSession = new Map(sessions.map(({ session: { id }, runbookSlug }) => [id, runbookSlug]));
  const kindOf = ({ id, parentID, sessionID }: (typeof rows)[number]) =>
    kindOfRun.get(id) ?? kindOfRun.get(parentID) ?? kindOfSession.get(sessionID) ?? id;
  return new Set([
    ...rows.filter(({ held }) => held).map(kindOf),
    ...sessions.filter(({ held }) => held).map(({ runbookSlug }) => runbookSlug),
    ...requests.filter(({ held }) => held).map(({ runID }) => kindOfRun.get(runID) ?? runID),
  ]);
}
