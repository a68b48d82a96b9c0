import type { Schedule } from '../../../shared/model/schedule.ts';
import type { Hangar } from '../client/hangar.ts';
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

/** Dependencies of trials. */
export interface TrialPorts {
  /** The Hangar that has the sandboxes. */
  readonly hangar: Hangar;
  /** Opens a client of a sandbox. */
  readonly open: (url: URL) => Hangar;
  readonly client: RunClient;
  readonly from: string;
  readonly settleSeconds: number;
  readonly speed: number;
  /** True when an expression reads the lists. */
  readonly needsLists: boolean;
  /** Called with the sandbox of a trial before it ends. */
  readonly ending: (sandbox: Hangar, trial: Trial) => Promise<void>;
}

/** Seconds without a request after which a sandbox ends whose explorer was killed. */
const IDLE_SECONDS = 120;

/** Creates the function that runs one trial in a sandbox of its own. */
export function trialRunner(ports: TrialPorts): RunTrial {
  const { hangar, from } = ports;
  return async (schedule, number) => {
    const { id, url, apiKey } = await hangar.api.sandboxes.create({ body: { from, idleSeconds: IDLE_SECONDS } });
    const sandbox = ports.open(new URL(url));
    try {
      return await runTrial(ports, sandbox, { url, apiKey, schedule, number });
    } finally {
      sandbox.close();
      // It may have ended with the Hangar.
      await hangar.api.sandboxes.remove({ params: { id } }).catch(() => undefined);
    }
  };
}

async function runTrial(ports: TrialPorts, sandbox: Hangar, target: TrialTarget): Promise<Trial> {
  const { api } = sandbox;
  const { schedule } = target;
  await api.schedule.apply({ body: [...schedule] });
  if (ports.speed > 1) await api.clock.set({ body: { speed: ports.speed } });
  const { end, exitCode, output } = await ports.client(target);
  await api.clock.advance({ body: { seconds: ports.settleSeconds } });
  const { calls, asked, runs, unmet } = await api.schedule.get();
  const findings = (await api.findings.list()).items.toReversed();
  const trial: Trial = {
    ...{ schedule, end, exitCode, output, calls, asked, runs, unmet, findings },
    ...(ports.needsLists ? { lists: await listsOf(sandbox, runs) } : {}),
  };
  await ports.ending(sandbox, trial);
  return trial;
}

/** Maximum number of items of a list that an expression reads. */
const MAX_ROWS = 1000;

async function listsOf({ api }: Hangar, observed: Trial['runs']): Promise<TrialLists> {
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
