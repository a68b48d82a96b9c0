import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { endAll, scratchFolder } from './program.ts';

/** The built program, and a folder for each test of a file; what a test leaves running is ended, and the folder removed. */
export function builtProgram(): {
  readonly folder: () => string;
  /** Variables for a home in that folder, so that no default ever means the developer's. */
  readonly home: () => Readonly<Record<string, string>>;
  /** Writes a workspace file to that folder; gives the flags for it and for a data folder beside it. */
  readonly dataWith: (workspace: AuthoredWorkspace) => string[];
} {
  let scratch: Awaited<ReturnType<typeof scratchFolder>>;
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
    dataWith: (workspace) => {
      const file = join(scratch.path, 'workspace.json');
      writeFileSync(file, JSON.stringify(workspace));
      return ['--data', join(scratch.path, 'data'), '--workspace', file];
    },
  };
}
