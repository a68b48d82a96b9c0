import { createBuiltInRunner } from '../behaviors/built-in/built-in-runner.ts';
import { createCommandRunner } from '../behaviors/command/command-runner.ts';
import { openProcessRecords, type Leftovers, liveProcesses } from '../behaviors/processes.ts';
import { createScriptRunner } from '../behaviors/script/script-runner.ts';
import { stepsRunner } from '../behaviors/steps/steps-runner.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import type { OpenedWorkspace } from './workspace.ts';
import type { Behaviors, BehaviorRunner } from '../engine/context/behavior-port.ts';
import type { Closers } from '../host/closers.ts';
import { join } from 'node:path';

interface BehaviorDependencies {
  readonly options: EmulatorOptions;
  readonly opened: OpenedWorkspace;
  readonly scriptWorkers: () => number;
  readonly serverUrl: () => string;
  readonly closers: Closers;
}

/** Opens behaviors and their dependencies, with messages to show at start-up. */
export async function openBehaviors(dependencies: BehaviorDependencies) {
  const { options, opened, scriptWorkers, serverUrl, closers } = dependencies;
  const { data, parent, startScriptProcess: startProcess } = options;
  const processes = liveProcesses(
    parent?.processes ?? openProcessRecords(data === null ? null : join(data, 'processes')),
  );
  const messages = parent === undefined ? leftoversSentences(await processes.killLeftovers()) : [];
  const workspaceFolder = (): string => opened.folder;
  const environment = { workspaceFolder, serverUrl, processes };
  const script = parent?.script ?? createScriptRunner({ ...environment, poolSize: scriptWorkers, startProcess });
  if (parent === undefined) {
    // Saves the first script half a second. Not needed without script tasks.
    if (opened.store.current().tasks.some(({ behavior }) => behavior.kind === 'script')) void script.warm();
    closers.add(() => script.close());
  }
  const command = createCommandRunner(environment);
  closers.add(() => command.close());
  const behaviors = createBehaviors({
    script: script.shared(environment),
    command,
    builtin: createBuiltInRunner({ script, workspaceFolder }),
  });
  return { behaviors, script, processes, messages };
}

function leftoversSentences({ ended, refused }: Leftovers): readonly string[] {
  if (ended === 0) return refused;
  return [...refused, `Ended ${ended} ${ended === 1 ? 'process' : 'processes'} left by the last stop.`];
}

/** Runners that hold processes and threads, and have to be closed. */
interface ExternalRunners {
  readonly builtin: BehaviorRunner<'builtin'>;
  readonly script: BehaviorRunner<'script'>;
  readonly command: BehaviorRunner<'command'>;
}

/** The runners of all kinds of behavior. To add a kind, add an entry here and its schema in shared/model/behavior. */
export function createBehaviors({ script, command, builtin }: ExternalRunners): Behaviors {
  return { steps: stepsRunner, script, command, builtin };
}
