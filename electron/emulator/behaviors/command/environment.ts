import { inheritedEnvironment } from '../processes.ts';
import { runVariables, sdkPrefix, type RunOfProgram, type RunVariables, type ServerAccess } from '../run-variables.ts';

/** Builds the environment of a command: the server's without `HANGAR_…` and those of the SDK, then the task's, then that of the run. */
export function commandEnvironment(
  run: RunOfProgram,
  taskVariables: Readonly<Record<string, string>>,
  access: ServerAccess,
): RunVariables {
  const { variables, leftOut } = runVariables(run, access);
  return { variables: { ...inheritedEnvironment(sdkPrefix(run.metadata)), ...taskVariables, ...variables }, leftOut };
}
