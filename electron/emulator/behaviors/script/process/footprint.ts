import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { readProcFileSync } from '../../../files/read-file.ts';

/** Maximum growth of the process's peak memory by all its scripts, in kilobytes. After more, it serves no further script. */
const MAX_GROWTH = 64 * 1024;

const peakAtStart = peak();

/** Indexes in `/proc/self/stat`, counted after the program's name. */
const STAT = { faultsOfChildren: 8, nice: 16 };

/**
 * Describes what a script could leave behind in its process: threads, open files, libraries, children that have ended, and a
 * lower priority. The process is as it was while the text is. `undefined` when there may be more: off Linux, or after a
 * script that used much memory.
 */
export async function footprint(): Promise<string | undefined> {
  if (process.platform !== 'linux' || peak() - peakAtStart > MAX_GROWTH) return undefined;
  // Read asynchronously, which starts the threads that Node uses for such work.
  const threads = (await readdir('/proc/self/task')).length;
  const stat = readProcFileSync('/proc/self/stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  const libraries = new Set(readProcFileSync('/proc/self/maps').match(/(?<= r-xp .*)\/.*$/gm));
  return JSON.stringify([
    ...[threads, readdirSync('/proc/self/fd'), [...libraries]],
    ...[stat[STAT.faultsOfChildren], stat[STAT.nice]],
  ]);
}

/** The process's peak memory in kilobytes. That of `process.resourceUsage` begins with the peak of its parent. */
function peak(): number {
  if (process.platform !== 'linux') return 0;
  return Number(/^VmHWM:\s*(\d+)/m.exec(readProcFileSync('/proc/self/status'))?.[1]);
}
