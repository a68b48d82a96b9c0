import { setTimeout as pause } from 'node:timers/promises';
import { startEmulator, type RunningEmulator, type StartOptions } from '../../electron/library.ts';
import { contract, type HangarContract } from '../../shared/contract/index.ts';
import { createClient, type Client } from '../../shared/http/client.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import type { RunStatus } from '../../shared/model/status.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';

/** How a run ended, as `/v0` tells. */
export interface EndedRun {
  readonly status: RunStatus;
  readonly output: JsonObject;
  /** Log lines as `level text`, debug lines not among them. */
  readonly lines: readonly string[];
}

/** An emulator of its own, on a socket, with real time, threads and processes. */
export interface Live {
  readonly emulator: RunningEmulator;
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

/** Starts an emulator with real time. Stop it with `emulator.stop()`. */
export async function startLive(
  workspace: Omit<AuthoredWorkspace, 'version'> | string,
  options: Omit<StartOptions, 'workspace'> = {},
): Promise<Live> {
  const definitions = typeof workspace === 'string' ? workspace : { version: 1 as const, ...workspace };
  const emulator = await startEmulator({ ...options, workspace: definitions });
  return { emulator, ...liveClient(emulator.url, emulator.apiKey) };
}

/** What `Live` can do, towards any server. */
export function liveClient(url: string, apiKey: string): Omit<Live, 'emulator'> {
  const headers = () => ({ 'X-Service-API-Key': apiKey });
  const api = createClient(contract, { base: url, headers, transport: fetch });
  const start: Live['start'] = async (slug, paramValues = {}) =>
    (await api.v0.tasks.execute({ body: { slug, paramValues } })).runID;
  const reaches: Live['reaches'] = async (id, status) => {
    for (;;) {
      const now = (await api.v0.runs.get({ query: { id } })).status;
      if (now === status || FINAL.includes(now)) return now;
      await pause(20);
    }
  };
  const ended: Live['ended'] = async (id) => {
    const status = await reaches(id);
    const { output } = await api.v0.runs.getOutputs({ query: { id } });
    const { logs } = await api.v0.runs.getLogs({ query: { runID: id } });
    return { status, output, lines: logs.map(({ level, text }) => `${level} ${text}`) };
  };
  return { api, start, reaches, ended, run: async (slug, paramValues) => ended(await start(slug, paramValues)) };
}

/** A task of kind `script`. */
export function scriptTask(slug: string, source: string, rest: Partial<AuthoredTask> = {}): AuthoredTask {
  return { slug, ...rest, behavior: { kind: 'script', source } };
}
