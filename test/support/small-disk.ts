import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

/** A disk of its own, mounted at a folder. */
export interface SmallDisk {
  readonly makeReadOnly: () => void;
  readonly remove: () => void;
}

/** Creates a folder and mounts a disk of this many bytes there. Returns the reason when this process may not do that. */
export function mountSmallDisk(folder: string, bytes: number): SmallDisk | string {
  mkdirSync(folder);
  try {
    mount('-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
  } catch (error) {
    return `no disk can be mounted here: ${error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error)}`;
  }
  return {
    makeReadOnly: () => mount('-o', 'remount,ro', folder),
    remove: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'pipe', encoding: 'utf8' });
}
