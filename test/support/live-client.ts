import { setTimeout as pause } from 'node:timers/promises';
import { contract, type HangarContract } from '../../shared/contract/index.ts';
import { createClient, type Client } from '../../shared/http/client.ts';
import type { JsonObject } from '../../shared/values/json.ts';
import type { RunStatus } from '../../shared/model/status.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';

/** The end of a run, from `/v0`. */
export interface EndedRun {
  readonly status: RunStatus;
  readonly output: JsonObject;
  /** Log lines as `level text`, debug lines not among them. */
  readonly lines: readonly string[];
}

/** Calls of a test to any server. */
export interface LiveClient {
  readonly api: Client<HangarContract>;
  /** Executes a task; gives the run's ID. */
  readonly start: (slug: string, paramValues?: JsonObject) => Promise<string>;
  /** Waits until a run has this status, or any final one. */
  readonly reaches: (runID: string, status?: RunStatus) => Promise<RunStatus>;
  /** Waits for a run's end. */
  readonly ended: (runID: string) => Promise<EndedRun>;
  readonly run: (slug: string, paramValues?: JsonObject) => Promise<EndedRun>;
}

const FINAL: readonly RunStatus[] = ['Succeeded', 'Failed', 'Cancelled'];

/** A client that executes tasks and waits for their ends. */
export function liveClient(url: string, apiKey: string): LiveClient {
  const headers = () => ({ 'X-Service-API-Key': apiKey });
  const api = createClient(contract, { base: url, headers, transport: fetch });
  const start: LiveClient['start'] = async (slug, paramValues = {}) =>
    (await api.v0.tasks.execute({ body: { slug, paramValues } })).runID;
  const reaches: LiveClient['reaches'] = async (id, status) => {
    const begin = performance.now();
    for (;;) {
      const now = (await api.v0.runs.get({ query: { id } })).status;
      if (now === status || FINAL.includes(now)) return now;
      // The longer a run takes, the less often it is looked at: looking takes processor time from the run itself.
      await pause(Math.min(500, Math.max(20, (performance.now() - begin) / 10)));
    }
  };
  const ended: LiveClient['ended'] = async (id) => {
    const status = await reaches(id);
    const { output } = await api.v0.runs.getOutputs({ query: { id } });
    const { logs } = await api.v0.runs.getLogs({ query: { runID: id } });
    return { status, output: output as JsonObject, lines: logs.map(({ level, text }) => `${level} ${text}`) };
  };
  return { api, start, reaches, ended, run: async (slug, paramValues) => ended(await start(slug, paramValues)) };
}

/** A task of kind `script`. */
export function scriptTask(slug: string, source: string, rest: Partial<AuthoredTask> = {}): AuthoredTask {
  return { slug, ...rest, behavior: { kind: 'script', source } };
}
