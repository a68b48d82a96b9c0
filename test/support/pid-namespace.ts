import { readFileSync } from 'node:fs';
import { toolPath } from '../tools/tools.ts';

/**
 * Command that runs what follows it as the first process of a PID namespace of its own, as in a container, and ends it with itself;
 * for a test that needs `PID namespaces`.
 */
export const IN_OWN_NAMESPACE = [
  toolPath('PID namespaces') ?? '',
  ...['--pid', '--fork', '--mount-proc', '--kill-child'],
] as const;

/** Pid, as this process sees it, of the only child of a process. Linux only. */
export function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

/** State of a process as Linux tells it: `Z` for one that has ended and was not reaped; "" for none. */
export function stateOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .charAt(0);
  } catch {
    return '';
  }
}
