import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { ensureBuilt } from '../../build/ensure-built.mjs';
import { endAll, scratchFolder } from './program.ts';

/**
 * The built program, made anew when it is older than its sources, and a folder for each test of a file; what a test leaves
 * running is ended, and the folder removed.
 */
export function builtProgram(): {
  readonly folder: () => string;
  /** Variables for a home in that folder, so that no default ever means the developer's. */
  readonly home: () => Readonly<Record<string, string>>;
} {
  let scratch: Awaited<ReturnType<typeof scratchFolder>>;
  beforeAll(() => ensureBuilt(), 240_000);
  beforeEach(async () => {
    scratch = await scratchFolder();
  });
  afterEach(async () => {
    await endAll();
    await scratch.remove();
  });
  const configHome = () => join(scratch.path, 'config');
  return {
    folder: () => scratch.path,
    home: () => ({ HOME: scratch.path, XDG_CONFIG_HOME: configHome(), APPDATA: configHome() }),
  };
}
