import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import type { RunStatus } from '../../../shared/model/status.ts';
import type { AuthoredTask } from '../../../shared/model/task.ts';
import { listening } from '../../support/foreign-server.ts';
import { HELD, heldRun } from '../../support/held-run.ts';
import { liveClient, scriptTask, type LiveClient } from '../../support/live-client.ts';
import { steps, type AuthoredStep } from '../../support/steps.ts';
import { until } from '../../support/until.ts';

/** One kind of unfinished item. What it does next executes the task `NAME_next`, which leaves a file of that name. */
interface Unfinished {
  /** Without `NAME_next`. */
  readonly tasks?: readonly AuthoredTask[];
  /** Fields of `NAME_next`. */
  readonly next?: Partial<AuthoredTask>;
  /** Makes it; returns the IDs of its runs. */
  readonly begin: (client: LiveClient, url: string) => Promise<readonly string[]>;
  /** Statuses of the runs once everything has gone on; those that cannot have failed. */
  readonly end: readonly RunStatus[];
  /** True when `NAME_next` is executed then. */
  readonly leaves: boolean;
}

/** Longest timeout of a task, in seconds. */
const timeout = 43_200;
const HOUR = 3600;
const APPEND =
  "require('node:fs').appendFileSync(process.argv[1], 'x'); if (process.env.PARAM_HANG) setInterval(() => {}, 1e9)";
const DELAYS = { startDelaySeconds: HOUR } as const;
const ASK = { do: 'prompt', description: 'Sure?' } as const;

/** A task of these steps, which then executes its next one. */
function task(slug: string, ...list: readonly AuthoredStep[]): AuthoredTask {
  return { slug, timeout, behavior: steps(...list, { do: 'execute', task: `${slug}_next` }) };
}

const one =
  (slug: string) =>
  async ({ start }: LiveClient): Promise<readonly string[]> => [await start(slug)];

const session =
  (slug: string) =>
  async ({ api }: LiveClient): Promise<readonly string[]> => {
    const { sessionID } = await api.v0.runbooks.execute({ body: { slug } });
    await until(async () => {
      const { row } = await api.emulator.sessions.get({ params: { id: sessionID } });
      return row.blocks.some(({ runID }) => runID !== '') || undefined;
    });
    return [];
  };

/** Requests `NAME_next` by a run whose command hangs. */
const request =
  (name: string) =>
  async ({ api }: LiveClient, url: string): Promise<readonly string[]> => {
    const { runID, key } = await heldRun(api, 'ask');
    await liveClient(url, key).api.runtime.requests.create({ body: { triggerID: `trg${idOf(`${name}_next`)}` } });
    return [runID];
  };

/** A run that Hangar ends in a planned way, since a fault met the request that made it. */
async function plannedEnd({ api, start }: LiveClient): Promise<readonly string[]> {
  const match = { task: 'planned' };
  await api.emulator.faults.create({
    body: { slug: 'planned', match, kind: 'run', status: 'Failed', message: 'Planned', afterSeconds: HOUR },
  });
  return [await start('planned')];
}

/** Every kind of unfinished item that Hangar knows. */
export const UNFINISHED: Readonly<Record<string, Unfinished>> = {
  delayed: {
    next: { behavior: { kind: 'command', command: [], ...DELAYS } },
    begin: one('delayed_next'),
    ...{ end: ['Succeeded'], leaves: true },
  },
  queued: {
    next: { behavior: { kind: 'command', command: [], queueSeconds: HOUR } },
    begin: one('queued_next'),
    ...{ end: ['Succeeded'], leaves: true },
  },
  // A command that runs, and a run that waits for its slot.
  slot: {
    next: { concurrency: 1, parameters: [{ slug: 'hang', constraints: { optional: true } }] },
    begin: async ({ start, reaches }) => {
      const first = await start('slot_next', { hang: 'yes' });
      await reaches(first, 'Active');
      return [first, await start('slot_next')];
    },
    ...{ end: ['Failed', 'Succeeded'], leaves: true },
  },
  wait: { tasks: [task('wait', { do: 'wait', seconds: HOUR })], begin: one('wait'), end: ['Succeeded'], leaves: true },
  script: {
    tasks: [
      scriptTask('script', "export default async (c) => { await c.sleep(3600_000); await c.execute('script_next'); }"),
    ],
    begin: one('script'),
    ...{ end: ['Failed'], leaves: false },
  },
  builtin: {
    begin: async ({ api }) => {
      const body = { slug: 'acme:rest_request', paramValues: { path: '/' }, resources: { rest: 'silent' } };
      return [(await api.v0.tasks.execute({ body })).runID];
    },
    ...{ end: ['Failed'], leaves: false },
  },
  prompt: { tasks: [task('prompt', ASK)], begin: one('prompt'), end: ['Succeeded'], leaves: true },
  // The workspace's rule answers an hour later.
  due: { tasks: [task('due', ASK)], begin: one('due'), end: ['Succeeded'], leaves: true },
  // The workspace's rule was refused, and is tried again when its user is defined.
  refused: { tasks: [task('refused', ASK)], begin: one('refused'), end: ['Succeeded'], leaves: true },
  children: {
    tasks: [task('children', { do: 'execute', task: 'child' }), task('child', ASK), next('child')],
    begin: one('children'),
    ...{ end: ['Succeeded'], leaves: true },
  },
  planned: {
    tasks: [task('planned', { do: 'wait', seconds: 2 * HOUR })],
    begin: plannedEnd,
    ...{ end: ['Failed'], leaves: false },
  },
  signed: { begin: session('signed'), end: [], leaves: true },
  paused: { begin: session('paused'), end: [], leaves: true },
  request: { next: { requireRequests: true }, begin: request('request'), end: ['Failed'], leaves: true },
  // The workspace's rule approves an hour later.
  approved: { next: { requireRequests: true }, begin: request('approved'), end: ['Failed'], leaves: true },
};

/** A task that leaves a file. Its command is completed by `unfinishedWorkspace`. */
function next(name: string, { behavior, ...rest }: Partial<AuthoredTask> = {}): AuthoredTask {
  return {
    ...{ slug: `${name}_next`, timeout, ...rest },
    behavior: { ...(behavior?.kind === 'command' ? behavior : { kind: 'command' }), command: [] },
  };
}

function idOf(slug: string): string {
  return `tsk${slug.replace('_', '')}`;
}

/**
 * The definitions of all kinds.
 * @param folder receives the files that the tasks leave
 * @param silent URL of a server that never answers
 */
export function unfinishedWorkspace(folder: string, silent: string): Omit<AuthoredWorkspace, 'version'> {
  const tasks = Object.entries(UNFINISHED).flatMap(([name, kind]) => [...(kind.tasks ?? []), next(name, kind.next)]);
  const leaving = tasks.map((task): AuthoredTask => {
    const { slug, behavior } = task;
    if (behavior?.kind !== 'command') return task;
    const command: [string, ...string[]] = [process.execPath, '-e', APPEND, join(folder, slug)];
    return { ...task, id: idOf(slug), behavior: { ...behavior, command } };
  });
  const pause: AuthoredTask = { slug: 'pause', timeout, behavior: steps({ do: 'wait', seconds: HOUR }) };
  return {
    resources: [{ slug: 'silent', kind: 'rest', resource: { baseURL: silent } }],
    tasks: [{ slug: 'ask', behavior: HELD, concurrency: 100, timeout }, pause, ...leaving],
    runbooks: [
      {
        slug: 'signed',
        blocks: [
          { kind: 'prompt', slug: 'sign', description: 'Sign?' },
          { kind: 'task', slug: 'then', task: 'signed_next' },
        ],
      },
      {
        slug: 'paused',
        blocks: [
          { kind: 'task', slug: 'pause', task: 'pause' },
          { kind: 'task', slug: 'then', task: 'paused_next' },
        ],
      },
    ],
    answers: [
      { slug: 'later', match: { task: 'due' }, afterSeconds: HOUR, submit: {} },
      { slug: 'nobody', match: { task: 'refused' }, as: 'late@example.com', submit: {} },
      { slug: 'approves', requests: 'approve', match: { task: 'approved_next' }, afterSeconds: HOUR },
    ],
  };
}

/** A server that takes requests and never answers. */
export async function silentServer(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer(() => undefined);
  const port = await listening(server);
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** The files that tasks have left in a folder, with how often each was executed. */
export function leftIn(folder: string): Record<string, number> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).length]));
}
