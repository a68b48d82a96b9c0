import type { Schedule } from '../../../shared/model/schedule.ts';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import type { ScheduleView } from '../../../shared/contract/emulator/schedule.ts';
import { connect, type Hangar } from '../client/hangar.ts';
import { judgedInClientTime } from './client-time.ts';
import type { ClientEnd, RunTrial, Trial, TrialLists } from './trial.ts';

/** The emulator of one trial, as its client sees it. */
export interface TrialTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly schedule: Schedule;
  /** From 1; 0 for one that only shrinks or repeats. */
  readonly number: number;
}

/** The end of a client. */
export interface ClientResult {
  readonly end: ClientEnd;
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs a client to its end, or until its time is over. */
export type RunClient = (target: TrialTarget) => Promise<ClientResult>;

/** A sandbox of a trial. */
export interface TrialSandbox {
  readonly url: string;
  readonly apiKey: string;
  readonly apply: (schedule: Schedule) => Promise<unknown>;
  readonly accelerate: (speed: number) => Promise<unknown>;
  /** Lets that many emulated seconds pass, and everything happen that becomes due. */
  readonly settle: (seconds: number) => Promise<unknown>;
  readonly view: () => ScheduleView | Promise<ScheduleView>;
  /** Newest first. */
  readonly findings: () => readonly Finding[] | Promise<readonly Finding[]>;
  readonly lists: (observed: Trial['runs']) => Promise<TrialLists>;
  readonly close: () => Promise<void>;
}

/** Starts a sandbox. @param from `definitions`, or the name of a checkpoint */
export type OpenSandbox = (from: string) => Promise<TrialSandbox>;

/** Dependencies of trials. */
export interface TrialPorts {
  readonly open: OpenSandbox;
  readonly client: RunClient;
  readonly from: string;
  readonly settleSeconds: number;
  readonly speed: number;
  /** The speed of the client's own clocks. */
  readonly clientSpeed: number;
  /** True when an expression reads the lists. */
  readonly needsLists: boolean;
  /** Called with the URL of a trial's sandbox before it ends. */
  readonly ending: (url: string, trial: Trial) => Promise<void>;
}

/** Seconds without a request after which a sandbox ends whose explorer was killed. */
export const IDLE_SECONDS = 120;

/** Creates the function that runs one trial in a sandbox of its own. */
export function trialRunner(ports: TrialPorts): RunTrial {
  return async (schedule, number) => {
    const sandbox = await ports.open(ports.from);
    try {
      return await runTrial(ports, sandbox, { url: sandbox.url, apiKey: sandbox.apiKey, schedule, number });
    } finally {
      await sandbox.close();
    }
  };
}

async function runTrial(ports: TrialPorts, sandbox: TrialSandbox, target: TrialTarget): Promise<Trial> {
  const { schedule } = target;
  await sandbox.apply(schedule);
  if (ports.speed > 1) await sandbox.accelerate(ports.speed);
  const { end, exitCode, output } = await ports.client(target);
  await sandbox.settle(ports.settleSeconds);
  const { calls, asked, runs, unmet } = await sandbox.view();
  const found = [...(await sandbox.findings())].reverse();
  const findings = judgedInClientTime({ findings: found, calls, schedule }, ports.clientSpeed);
  const trial: Trial = {
    ...{ schedule, end, exitCode, output, calls, asked, runs, unmet, findings },
    ...(ports.needsLists ? { lists: await sandbox.lists(runs) } : {}),
  };
  await ports.ending(sandbox.url, trial);
  return trial;
}

/** Sandboxes of a running Hangar, over HTTP. */
export function sandboxesOf(hangar: Hangar, adminToken: string | undefined): OpenSandbox {
  return async (from) => {
    const { id, url, apiKey } = await hangar.api.sandboxes.create({ body: { from, idleSeconds: IDLE_SECONDS } });
    const sandbox = connect(new URL(url), adminToken);
    const { api } = sandbox;
    return {
      ...{ url, apiKey },
      apply: (schedule) => api.schedule.apply({ body: [...schedule] }),
      accelerate: (speed) => api.clock.set({ body: { speed } }),
      settle: (seconds) => api.clock.advance({ body: { seconds } }),
      view: () => api.schedule.get(),
      findings: async () => (await api.findings.list()).items,
      lists: (observed) => listsOf(sandbox, observed),
      close: async () => {
        sandbox.close();
        // It may have ended with the Hangar.
        await hangar.api.sandboxes.remove({ params: { id } }).catch(() => undefined);
      },
    };
  };
}

/** Maximum number of items of a list that an expression reads. */
const MAX_ROWS = 1000;

/** The lists that expressions read. */
export async function listsOf({ api }: Hangar, observed: Trial['runs']): Promise<TrialLists> {
  const query = { limit: String(MAX_ROWS) };
  const [runs, sessions, prompts, requests] = await Promise.all([
    api.runs.list({ query }),
    api.sessions.list({ query }),
    api.prompts.list({}),
    api.traffic.list({ query }),
  ]);
  const facts = new Map(observed.map((run) => [run.id, run]));
  return {
    runs: runs.runs.toReversed().map((row) => {
      const { task, params, status } = facts.get(row.id) ?? { task: null, params: {}, status: row.status };
      return { ...row, task, params, status };
    }),
    sessions: sessions.sessions.toReversed(),
    prompts: prompts.prompts.toReversed(),
    requests: requests.entries.toReversed(),
  };
}
