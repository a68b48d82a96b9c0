import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive, killProcess, killProcessesOf } from './processes.ts';

/** A process that a run started: with its start time and the machine's, so that a later process with the same number is never taken for it. */
const ProcessRecord = z.object({ pid: z.int().min(2), runID: z.string(), started: z.string(), boot: z.string() });
type ProcessRecord = z.output<typeof ProcessRecord>;

/** How long a killed process may take to be gone, in milliseconds. */
const GONE_WITHIN = 2000;

/** The processes that runs have started, written down so that the next start can end what a killed server left behind. */
export interface ProcessRecords {
  /** Writes a process down; call what it returns when the process has ended. */
  readonly add: (pid: number, runID: string) => () => void;
  /** Ends what an earlier server left running; gives how many process groups that were. Call it before anything is added. */
  readonly killLeftovers: () => Promise<number>;
}

/** Keeps records in a folder of its own; `null` keeps none. On Windows none are kept either: start times cannot be had quickly there. */
export function openProcessRecords(folder: string | null): ProcessRecords {
  if (folder === null || process.platform === 'win32')
    return { add: () => () => undefined, killLeftovers: () => Promise.resolve(0) };
  return {
    add: (pid, runID) => {
      const started = startOf(pid);
      if (started === undefined) return () => undefined;
      mkdirSync(folder, { recursive: true });
      const file = join(folder, `${pid}.json`);
      const record: ProcessRecord = { pid, runID, started, boot: bootOf() };
      writeFileSync(file, JSON.stringify(record));
      return () => rmSync(file, { force: true });
    },
    killLeftovers: async () => {
      const files = filesIn(folder).map((name) => join(folder, name));
      const leftovers = files.flatMap((file) => recordIn(file) ?? []).filter(({ boot }) => boot === bootOf());
      const killed = await Promise.all(leftovers.map(killLeftover));
      for (const file of files) rmSync(file, { force: true });
      return killed.filter(Boolean).length;
    },
  };
}

async function killLeftover({ pid, runID, started }: ProcessRecord): Promise<boolean> {
  // Once its leader is gone, a group's number may belong to others; what is left of the run is then found by its environment.
  const isSame = startOf(pid) === started;
  if (isSame) killProcess(pid);
  const others = killProcessesOf(runID);
  const deadline = performance.now() + GONE_WITHIN;
  while (isSame && isAlive(pid) && startOf(pid) === started && performance.now() < deadline) await pause(10);
  return isSame || others > 0;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A record that was torn by a crash, or is not one, names nothing that could be ended. */
function recordIn(file: string): ProcessRecord | undefined {
  try {
    return ProcessRecord.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

/** When a process started, in the system's own words; `undefined` when it does not run (a zombie does not). */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    // Fields are counted after the program's name, which may hold spaces and parentheses: state is the 1st, start time the 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Tells one start of the machine from another; start times count from it on Linux. */
function bootOf(): string {
  return process.platform === 'linux' ? readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim() : '';
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
