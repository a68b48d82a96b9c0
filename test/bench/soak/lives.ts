import { setTimeout as pause } from 'node:timers/promises';
import type { RunStatus } from '../../../shared/model/status.ts';
import type { Transport } from '../../../shared/http/client.ts';
import { refusal, type SoakClient } from './calls.ts';
import { KEY } from './server.ts';

/** A run that was seen to end, with what it gave. */
export interface Seen {
  readonly id: string;
  readonly status: RunStatus;
  readonly output: string;
}

/** The dependencies of a life. */
export interface Life {
  readonly api: SoakClient;
  /** For requests that the client has no words for. */
  readonly send: Transport;
  readonly url: string;
  /** Runs that ended, the latest ones; all of them are within retention. */
  readonly seen: Seen[];
  /** A number that no other life has. */
  readonly n: number;
  /** A text to carry along. */
  readonly note: string;
  /** Webhook URLs. */
  readonly hooks: readonly string[];
}

/** Something that clients do, from its start to what should come of it; rejects when that does not come. */
export interface KindOfLife {
  /** Relative frequency. */
  readonly weight: number;
  readonly live: (life: Life) => Promise<void>;
}

/** Maximum duration of a run, in milliseconds: far more than it needs, so that only a lost run exceeds it. */
const ENDS_WITHIN = 60_000;

async function ended({ api, seen }: Life, id: string, status: RunStatus, output: unknown): Promise<void> {
  const deadline = performance.now() + ENDS_WITHIN;
  for (let wait = 5; ; wait = Math.min(wait * 2, 500)) {
    const { status: now } = await api.v0.runs.get({ query: { id } });
    if (['Succeeded', 'Failed', 'Cancelled'].includes(now)) {
      if (now !== status) throw new Error(`${id} is ${now} instead of ${status}`);
      break;
    }
    if (performance.now() > deadline) throw new Error(`${id} is still ${now}`);
    await pause(wait);
  }
  const given = JSON.stringify((await api.v0.runs.getOutputs({ query: { id } })).output);
  if (given !== JSON.stringify(output)) throw new Error(`${id} gave ${given} instead of ${JSON.stringify(output)}`);
  seen.push({ id, status, output: given });
}

async function executed(life: Life, slug: string, paramValues = {}): Promise<string> {
  return (await life.api.v0.tasks.execute({ body: { slug, paramValues } })).runID;
}

/** The prompts of a run, once there are any. */
async function promptOf({ api }: Life, runID: string): Promise<string> {
  const deadline = performance.now() + ENDS_WITHIN;
  while (performance.now() < deadline) {
    const [prompt] = (await api.v0.prompts.list({ query: { runID } })).prompts;
    if (prompt !== undefined) return prompt.id;
    await pause(5);
  }
  throw new Error(`${runID} asks nothing`);
}

/** Executes a task that gives its amount back. */
function giving(slug: string, weight: number): KindOfLife {
  return {
    weight,
    live: async (life) => {
      const id = await executed(life, slug, { amount: life.n, ...(slug === 'quick' ? { note: life.note } : {}) });
      await ended(life, id, 'Succeeded', { amount: life.n });
    },
  };
}

async function expectRefusal(call: Promise<unknown>, code: string): Promise<void> {
  const given = await refusal(call);
  if (given !== code) throw new Error(`answered ${given || 'success'} instead of ${code}`);
}

/** The run that an answer to a POST names. */
async function runOf(
  { send }: Life,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await send(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const { runID } = JSON.parse(text) as { runID?: string };
  if (runID === undefined) throw new Error(`answered ${answer.status}: ${text}`);
  return runID;
}

/** The kinds of lives, by name. Adding one is adding an entry. */
export const LIVES: Readonly<Record<string, KindOfLife>> = {
  'execute steps': giving('quick', 30),
  'execute a script': giving('scripted', 4),
  'execute a command': giving('commanded', 0.5),
  'execute a parent': giving('parent', 5),
  'execute a task that fails': {
    weight: 3,
    live: async (life) => ended(life, await executed(life, 'fails'), 'Failed', { error: 'No paper' }),
  },
  'submit a prompt': {
    weight: 8,
    live: async (life) => {
      const runID = await executed(life, 'asks', { amount: life.n });
      await life.api.v0.prompts.submit({ body: { id: await promptOf(life, runID), values: { why: `for ${life.n}` } } });
      await ended(life, runID, 'Succeeded', { why: `for ${life.n}` });
    },
  },
  'cancel a prompt': {
    weight: 2,
    live: async (life) => {
      const runID = await executed(life, 'asks', { amount: life.n });
      await life.api.v0.prompts.cancel({ body: { id: await promptOf(life, runID) } });
      await ended(life, runID, 'Failed', { error: 'prompt was cancelled' });
    },
  },
  'cancel a run': {
    weight: 5,
    live: async (life) => {
      const runID = await executed(life, life.n % 2 === 0 ? 'waits' : 'asks', life.n % 2 === 0 ? {} : { amount: 1 });
      await life.api.v0.runs.cancel({ body: { runID } });
      await ended(life, runID, 'Cancelled', {});
    },
  },
  'deliver to a webhook': {
    weight: 10,
    live: async (life) => {
      const runID = await runOf(life, life.hooks[life.n % life.hooks.length] ?? '', { amount: life.n });
      await ended(life, runID, 'Succeeded', { amount: life.n });
    },
  },
  'execute a runbook': {
    weight: 5,
    live: async (life) => {
      const { api, n } = life;
      const { sessionID } = await api.v0.runbooks.execute({ body: { slug: 'book', paramValues: { amount: n } } });
      await signed(life, sessionID);
      const { row, runs } = await api.emulator.sessions.get({ params: { id: sessionID } });
      const { status } = row.session;
      if (status !== 'Succeeded' || runs.length !== 4)
        throw new Error(`${sessionID} is ${status} with ${runs.length} runs`);
    },
  },
  'repeat a request': {
    weight: 0.5,
    live: async (life) => {
      const headers = { 'X-Service-API-Key': KEY, 'Idempotency-Key': `soak-${life.n}` };
      const send = (): Promise<string> =>
        runOf(life, `${life.url}/v0/tasks/execute`, { slug: 'quick', paramValues: { amount: life.n } }, headers);
      const [first, second] = await Promise.all([send(), send()]);
      if (first !== second || first !== (await send())) throw new Error(`soak-${life.n} ran twice`);
      await ended(life, first, 'Succeeded', { amount: life.n });
    },
  },
  'list runs': {
    weight: 8,
    live: async ({ api, n }) => {
      const { runs } = await api.v0.runs.list({ query: { limit: '50', page: String(n % 10) } });
      if (runs.some(({ createdAt }, i) => createdAt > (runs[i - 1]?.createdAt ?? '9')))
        throw new Error('runs were listed out of order');
    },
  },
  'look at an old run': {
    weight: 10,
    live: async ({ api, seen, n }) => {
      const old = seen[n % seen.length];
      if (old === undefined) return;
      const [{ status }, { output }, { logs }] = await Promise.all([
        api.v0.runs.get({ query: { id: old.id } }),
        api.v0.runs.getOutputs({ query: { id: old.id } }),
        api.v0.runs.getLogs({ query: { runID: old.id, level: 'debug' } }),
      ]);
      const isSame = status === old.status && JSON.stringify(output) === old.output && Array.isArray(logs);
      if (!isSame) throw new Error(`${old.id} was ${old.status} with ${old.output}, and is ${status}`);
    },
  },
  'look around in the window': {
    weight: 4,
    live: async ({ api, n }) => {
      await api.emulator.runs.list({ query: { limit: '100', offset: String((n % 5) * 100) } });
      await api.emulator.sessions.list({ query: { limit: '100' } });
      await api.emulator.traffic.list({ query: { limit: '100' } });
      await api.emulator.prompts.list();
    },
  },
  'make mistakes': {
    weight: 4,
    live: async ({ api }) => {
      await expectRefusal(
        api.v0.tasks.execute({ body: { slug: 'quick', paramValues: { amount: 'much' } } }),
        'invalid_request',
      );
      await expectRefusal(api.v0.tasks.execute({ body: { slug: 'nothing' } }), 'not_found');
      await expectRefusal(api.v0.runs.get({ query: { id: 'run20200101zaaaaaaaaaa' } }), 'not_found');
    },
  },
  'retry after a fault': {
    weight: 2,
    live: async (life) => {
      const { api, n, send } = life;
      const [slug, match, url] = [`soak_${n}`, { headers: { 'X-Soak': String(n) } }, `${life.url}/v0/tasks/execute`];
      await api.emulator.faults.create({ body: { slug, kind: 'error', status: 429, times: 1, match } });
      const headers = { 'X-Service-API-Key': KEY, ...match.headers };
      const body = { slug: 'quick', paramValues: { amount: n } };
      const refused = await send(url, { method: 'POST', headers, body: JSON.stringify(body) });
      if (refused.status !== 429) throw new Error(`${slug} was not applied: answered ${refused.status}`);
      await ended(life, await runOf(life, url, body, headers), 'Succeeded', { amount: n });
      await api.emulator.faults.remove({ params: { id: slug } });
    },
  },
  'advance the clock': {
    weight: 0.3,
    live: async ({ api }) => {
      const before = await api.emulator.clock.read();
      const { now } = await api.emulator.clock.advance({ body: { seconds: 1, waitSeconds: 0 } });
      if (now <= before.now) throw new Error(`the clock went from ${before.now} to ${now}`);
    },
  },
  'edit the workspace': {
    weight: 0.3,
    live: async ({ api, n }) => {
      const { tasks, resources } = api.emulator.definitions;
      const fails = await tasks.get({ params: { id: 'fails' } });
      await tasks.replace({ params: { id: 'fails' }, body: { ...fails, description: `Edited ${n}` } });
      const body = { slug: `made_${n}`, kind: 'slack', resource: { accessToken: 'x' } };
      const { id } = await api.v0.resources.create({ body });
      await resources.remove({ params: { id } });
    },
  },
};

/** Answers a session's prompt block, and waits for its end. */
async function signed({ api }: Life, id: string): Promise<void> {
  const deadline = performance.now() + ENDS_WITHIN;
  while (performance.now() < deadline) {
    const { row, runs } = await api.emulator.sessions.get({ params: { id } });
    if (['Succeeded', 'Failed', 'Cancelled'].includes(row.session.status)) return;
    for (const run of runs.filter(({ waiting, taskID }) => waiting && taskID === '')) {
      const { prompts } = await api.v0.prompts.list({ query: { runID: run.id } });
      const pending = prompts.filter(({ submittedAt }) => submittedAt === null);
      for (const prompt of pending) await api.v0.prompts.submit({ body: { id: prompt.id, values: {} } });
    }
    await pause(20);
  }
  throw new Error(`${id} did not end`);
}
