import { afterEach, beforeEach } from 'vitest';
import { type RunningEmulator, startEmulator, type StartOptions } from '../../electron/programs/library.ts';
import { scratchFolder } from './program.ts';

/** Emulators in this process, and a folder of its own, for each test of a file; both are gone after it. */
export function inProcess(): {
  readonly folder: () => string;
  readonly launch: (options?: StartOptions) => Promise<RunningEmulator>;
} {
  let scratch: Awaited<ReturnType<typeof scratchFolder>>;
  const started: RunningEmulator[] = [];
  beforeEach(async () => {
    scratch = await scratchFolder();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((emulator) => emulator.stop()));
    await scratch.remove();
  });
  return {
    folder: () => scratch.path,
    launch: async (options) => {
      const emulator = await startEmulator(options);
      started.push(emulator);
      return emulator;
    },
  };
}
