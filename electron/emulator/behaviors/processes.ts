import { killAlone } from '../platform/end-processes.ts';
import { processesWith } from '../platform/processes.ts';

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
