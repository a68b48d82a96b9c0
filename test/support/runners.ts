import { tmpdir } from 'node:os';
import { createCommandRunner, type CommandRunner } from '../../electron/emulator/behaviors/command/command-runner.ts';
import {
  createBuiltInRunner,
  type BuiltInEnvironment,
} from '../../electron/emulator/behaviors/built-in/built-in-runner.ts';
import { openProcessRecords } from '../../electron/emulator/behaviors/processes.ts';
import { createScriptRunner, type ScriptRunner } from '../../electron/emulator/behaviors/script/script-runner.ts';

const server = () => ({
  workspaceFolder: tmpdir,
  serverUrl: () => 'http://127.0.0.1:4100',
  processes: openProcessRecords(null),
});

/** A runner of commands without a server; the caller closes it. */
export function commandRunner(options: Partial<Parameters<typeof createCommandRunner>[0]> = {}): CommandRunner {
  return createCommandRunner({ ...server(), ...options });
}

/** A runner of scripts without a server, with one process ready; the caller closes it. */
export function scriptRunner(options: Partial<Parameters<typeof createScriptRunner>[0]> = {}): ScriptRunner {
  return createScriptRunner({ ...server(), poolSize: () => 1, ...options });
}

/** A runner of built-in tasks in the processes of a runner of scripts. */
export function builtInRunner(
  script: ScriptRunner,
  options: Partial<BuiltInEnvironment> = {},
): ReturnType<typeof createBuiltInRunner> {
  return createBuiltInRunner({ script, workspaceFolder: tmpdir, ...options });
}
