/* oxlint-disable tests/asks-for-tools -- the tests that use it ask for mounts */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

/** A disk of its own, mounted at a folder. */
export interface SmallDisk {
  readonly makeReadOnly: () => void;
  readonly remove: () => void;
}

/** Creates a folder and mounts a disk of this many bytes there, in a test that needs `mounts`. */
export function mountSmallDisk(folder: string, bytes: number): SmallDisk {
  mkdirSync(folder);
  mount('-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
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
