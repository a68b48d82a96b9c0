import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { messageOf } from '../../shared/values/message-of.ts';

/** Command that runs what follows it as the first process of a PID namespace of its own, as in a container; ends it with itself. */
export const IN_OWN_NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const;

/** Tells why no PID namespace can be made here; "" when one can. */
export function noNamespaces(): string {
  try {
    const [command, ...args] = IN_OWN_NAMESPACE;
    execFileSync(command, [...args, 'true'], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return `no PID namespace can be made here: ${messageOf(error)}`;
  }
}

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
