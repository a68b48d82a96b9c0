import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Json } from '../../../shared/values/json.ts';
import { inNewestForm, newerSentence, type StoredForm, type StoredStep } from '../../../shared/values/stored-form.ts';
import { MAX_FILE_BYTES } from '../files/limits.ts';
import { makeSubfolderSync } from '../files/make-folder.ts';
import { FileRefusedError, readProcFileSync, readRegularFileSync } from '../files/read-file.ts';
import { isAlive, killProcess, killProcessesOf } from './processes.ts';

/** A process that a run started: with its start time and the machine's, so that a later process with the same number is never taken for it. */
const ProcessRecord = z.object({
  ...{ version: z.literal(1), pid: z.int().min(2) },
  ...{ runID: z.string(), started: z.string(), boot: z.string() },
});
type ProcessRecord = z.output<typeof ProcessRecord>;

const VERSION = 1;
const STEPS: readonly StoredStep[] = [
  { to: 1, why: 'Records had no version at first, and were else the same.', change: (fields) => fields },
];

/** How long a killed process may take to be gone, in milliseconds. */
const GONE_WITHIN = 2000;

/** The processes that runs have started, written down so that the next start can end what a killed server left behind. */
export interface ProcessRecords {
  /** Writes a process down; call what it returns when the process has ended. */
  readonly add: (pid: number, runID: string) => () => void;
  /** Ends what an earlier server left running. Call it before anything is added. */
  readonly killLeftovers: () => Promise<Leftovers>;
}

/** What an earlier server left. */
export interface Leftovers {
  /** How many process groups were ended. */
  readonly ended: number;
  /** Sentences about records that only a newer Hangar can read: what they name is let be. */
  readonly refused: readonly string[];
}

/** Keeps records in a folder of its own; `null` keeps none. On Windows none are kept either: start times cannot be had quickly there. */
export function openProcessRecords(folder: string | null): ProcessRecords {
  if (folder === null || process.platform === 'win32')
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
      // A record that was torn by a crash, or is not one, names nothing that could be ended.
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
  // Once its leader is gone, a group's number may belong to others; what is left of the run is then found by its environment.
  const isSame = startOf(pid) === started;
  if (isSame) killProcess(pid);
  const others = killProcessesOf(runID);
  const deadline = performance.now() + GONE_WITHIN;
  while (isSame && isAlive(pid) && startOf(pid) === started && performance.now() < deadline) await pause(10);
  return isSame || others > 0;
}

/** A folder in the place of a record is somebody else's, and stays. */
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
    return inNewestForm(
      JSON.parse(readRegularFileSync(file, MAX_FILE_BYTES.record).toString('utf8')) as Json,
      VERSION,
      STEPS,
    );
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FileRefusedError || isMissing(error)) return undefined;
    throw error;
  }
}

/** When a process started, in the system's own words; `undefined` when it does not run (a zombie does not). */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    // Fields are counted after the program's name, which may hold spaces and parentheses: state is the 1st, start time the 20th.
    const fields = readProcFileSync(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return ['Z', 'X', 'x'].includes(fields[0] ?? '') ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Tells one start of the machine from another; start times count from it on Linux. */
function bootOf(): string {
  return process.platform === 'linux' ? readProcFileSync('/proc/sys/kernel/random/boot_id').trim() : '';
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
