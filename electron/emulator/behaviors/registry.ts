import type { Behaviors, BehaviorRunner } from '../engine/behavior-port.ts';
import { stepsRunner } from './steps/steps-runner.ts';

/** Runners that live outside the engine's process of thought: they hold threads and processes, and are closed in the end. */
export interface ExternalRunners {
  readonly script: BehaviorRunner<'script'>;
  readonly command: BehaviorRunner<'command'>;
}

/** What runs can do, by kind. Adding a behavior is adding an entry here and its schema in shared/model/behavior. */
export function createBehaviors({ script, command }: ExternalRunners): Behaviors {
  return { steps: stepsRunner, script, command };
}
