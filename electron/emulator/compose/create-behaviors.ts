import type { Behaviors, BehaviorRunner } from '../engine/context/behavior-port.ts';
import { stepsRunner } from '../behaviors/steps/steps-runner.ts';

/** Runners that hold processes and threads, and have to be closed. */
export interface ExternalRunners {
  readonly builtin: BehaviorRunner<'builtin'>;
  readonly script: BehaviorRunner<'script'>;
  readonly command: BehaviorRunner<'command'>;
}

/** The runners of all kinds of behavior. To add a kind, add an entry here and its schema in shared/model/behavior. */
export function createBehaviors({ script, command, builtin }: ExternalRunners): Behaviors {
  return { steps: stepsRunner, script, command, builtin };
}
