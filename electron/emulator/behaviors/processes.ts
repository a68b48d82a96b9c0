import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { killAlone, killProcess } from '../platform/end-processes.ts';
import { processesWith, bootOf, isAlive, startOf, isChildOf } from '../platform/processes.ts';
import { parseJson } from '../../../shared/values/json.ts';
import { newerSentence, storedForm, type StoredForm } from '../../../shared/values/stored-form.ts';
import { makeSubfolderSync } from '../files/folders.ts';
import { MAX_FILE_BYTES, FileRefusedError, readRegularFileSync } from '../files/read-file.ts';
import { pause, performance } from '../timers/timers.ts';
import { REQUEST_LIMITS } from './limits.ts';

/** Environment variable with the run's ID, set for every process that a run starts. */
const RUN_ID_VARIABLE = 'HANGAR_RUN_ID';

/** Kills every process with the run's ID in its environment; returns their number. Linux only; 0 elsewhere. */
export function killProcessesOf(runID: string): number {
  const found = processesWith({ name: RUN_ID_VARIABLE, value: runID });
  for (const pid of found) killAlone(pid);
  return found.length;
}

/**
 * The server's environment for child processes, without the variables of the server itself, and without those of an SDK: a key or an
 * environment of the user's own account would contradict those of the run.
 * @param sdk the beginning of the names that an SDK reads
 */
export function inheritedEnvironment(sdk?: string): Record<string, string> {
  const foreign = sdk === undefined ? ['HANGAR_'] : ['HANGAR_', sdk];
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || foreign.some((prefix) => name.toUpperCase().startsWith(prefix)) ? [] : [[name, value]],
    ),
  );
}

/** A process that a run started. Its start time and the machine's tell it from a later process with the same ID. */
const ProcessRecord = z.object({
  ...{ version: z.literal(1), pid: z.int().min(2) },
  ...{ runID: z.string(), started: z.string(), boot: z.string() },
});
type ProcessRecord = z.output<typeof ProcessRecord>;

const VERSION = 1;

/** Maximum time to wait for the end of a killed process, in milliseconds. */
const GONE_WITHIN = 2000;

/** Records of the processes that runs have started, so that the next start can end those of a killed server. */
export interface ProcessRecords {
  /** Records a process; returns a function to call when it has ended. */
  readonly add: (pid: number, runID: string) => () => void;
  /** Ends the processes of an earlier server. Call it before `add`. */
  readonly killLeftovers: () => Promise<Leftovers>;
}

/** The processes of an earlier server. */
export interface Leftovers {
  /** Number of ended process groups. */
  readonly ended: number;
  /** Messages about records that only a newer version can read. Their processes are not ended. */
  readonly refused: readonly string[];
}

/** Opens the records in a folder; `null` keeps none. Without start times, as on Windows, no process is recorded. */
export function openProcessRecords(folder: string | null): ProcessRecords {
  if (folder === null)
    return { add: () => () => undefined, killLeftovers: () => Promise.resolve({ ended: 0, refused: [] }) };
  return {
    add: (pid, runID) => {
      const started = startOf(pid);
      if (started === undefined) return () => undefined;
      makeSubfolderSync(folder);
      const file = join(folder, `${pid}.json`);
      const record: ProcessRecord = { version: VERSION, pid, runID, started, boot: bootOf() };
      writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
      return () => rmSync(file, { force: true });
    },
    killLeftovers: async () => {
      const files = filesIn(folder).map((name) => join(folder, name));
      const read = files.map((file) => ({ file, form: formOf(file) }));
      const refused = read.flatMap(({ file, form }) =>
        form !== undefined && 'newer' in form ? newerSentence(file, form.newer, VERSION) : [],
      );
      const known = read.filter(({ form }) => form === undefined || 'fields' in form);
      // Invalid records, such as those truncated by a crash, name no process.
      const records = known.flatMap(
        ({ form }) => ProcessRecord.safeParse(form && 'fields' in form && form.fields).data ?? [],
      );
      const killed = await Promise.all(records.filter(({ boot }) => boot === bootOf()).map(killLeftover));
      for (const { file } of known) removeRecord(file);
      return { ended: killed.filter(Boolean).length, refused };
    },
  };
}

async function killLeftover({ pid, runID, started }: ProcessRecord): Promise<boolean> {
  // After its leader has ended, a group's ID may be reused: the rest of the run is found by its environment.
  const isSame = startOf(pid) === started;
  if (isSame) killProcess(pid);
  const others = killProcessesOf(runID);
  const deadline = performance.now() + GONE_WITHIN;
  while (isSame && isAlive(pid) && startOf(pid) === started && performance.now() < deadline) await pause(10);
  return isSame || others > 0;
}

/** Removes a record. A folder with its name is not Hangar's and stays. */
function removeRecord(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) rmSync(file, { force: true });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function formOf(file: string): StoredForm {
  try {
    return storedForm(parseJson(readRegularFileSync(file, MAX_FILE_BYTES.record).toString('utf8')), VERSION);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FileRefusedError || isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The running processes that one script has reported. */
export class StartedProcesses {
  readonly #script: number;
  readonly #runID: string;
  readonly #records: ProcessRecords;
  /** Functions that remove a process's record, by process ID. */
  readonly #running = new Map<number, () => void>();

  /** @param script ID of the script's process */
  constructor(script: number, runID: string, records: ProcessRecords) {
    this.#script = script;
    this.#runID = runID;
    this.#records = records;
  }

  /** Records the start or end of a process. Throws when too many run. */
  change({ pid, runs }: { readonly pid: number; readonly runs: boolean }): void {
    this.#forget(pid);
    // A script may report any process ID, even of a process that must not be ended.
    if (!runs || !isChildOf(pid, this.#script)) return;
    const { processes } = REQUEST_LIMITS;
    if (this.#running.size >= processes)
      throw new Error(`the script runs more than ${processes.toLocaleString('en')} processes`);
    this.#running.set(pid, this.#records.add(pid, this.#runID));
  }

  /** Kills the running processes; returns their number. */
  killAll(): number {
    const pids = [...this.#running.keys()];
    for (const pid of pids) {
      killProcess(pid);
      this.#forget(pid);
    }
    return pids.length;
  }

  #forget(pid: number): void {
    this.#running.get(pid)?.();
    this.#running.delete(pid);
  }
}

/** Process records with the running processes, so that a stop can kill those that ignore SIGTERM. */
export interface LiveProcesses extends ProcessRecords {
  /** Kills every running process of this server's runs. */
  readonly killLive: () => void;
}

/** Tracks the processes that are added to the records. */
export function liveProcesses(records: ProcessRecords): LiveProcesses {
  const live = new Map<number, string>();
  return {
    ...records,
    add: (pid, runID) => {
      const remove = records.add(pid, runID);
      live.set(pid, runID);
      return () => {
        live.delete(pid);
        remove();
      };
    },
    killLive: () => {
      for (const [pid, runID] of live) {
        killProcess(pid);
        killProcessesOf(runID);
      }
    },
  };
}
