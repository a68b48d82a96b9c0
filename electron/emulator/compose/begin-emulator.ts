import { bundleMessages } from './open-bundle.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { StartError } from '../host/start-error.ts';
import type { Lab } from '../lab/lab.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { ResumeCause } from '../engine/resume.ts';
import type { Logger } from '../host/logger.ts';
import { resolvesWithin } from '../timers/timers.ts';
import type { ServerApp } from '../server/app.ts';
import type { Listening } from '../server/listen.ts';
import type { ComposedOptions } from './emulator-options.ts';
import type { OpenedBundle } from './open-bundle.ts';

/** Maximum time for the work of runs to end at a stop, in milliseconds. Remaining processes are killed. */
export const STOP_WORK_TIMEOUT = 1500;

/** Maximum time for the last traffic to be written at a stop, in milliseconds. */
const STOP_TRAFFIC_TIMEOUT = 1000;

/** Maximum time for pending responses at a stop, in milliseconds. */
const STOP_RESPONSES_TIMEOUT = 1500;

/** Resumes the state, and shows the evidence of a bundle. Returns messages to show at start-up. */
export async function begin(
  { parent, opened, schedule }: ComposedOptions,
  cause: ResumeCause,
  { engine, lab, server }: { readonly engine: Engine; readonly lab: Lab; readonly server: ServerApp },
): Promise<readonly string[]> {
  const messages = engine.resume(parent?.records === undefined ? cause : 'restore');
  if (schedule !== undefined) await lab.schedule.apply(schedule);
  lab.resume();
  if (opened === undefined) return messages;
  await restoreEvidence(opened, lab, server);
  return [...bundleMessages(opened.summary), ...messages];
}

/** Adds the evidence of a bundle to the emulator created from it. */
async function restoreEvidence(
  { traffic, findings, faults }: OpenedBundle,
  lab: Lab,
  server: ServerApp,
): Promise<void> {
  server.restoreTraffic(traffic);
  lab.findings.replace(findings);
  if (faults.length > 0) await lab.rules.faults.add(faults);
}

/** Throws `StartError` for options of the clock that the engine refused; other errors unchanged. */
export function refuseClock(error: unknown): never {
  throw error instanceof ApiError
    ? new StartError('usage', `The clock cannot start with these options: ${error.message}`)
    : error;
}

/** Logs the messages of a start, then its warnings. */
export function logStart({ info, warn }: Logger, messages: readonly string[], warnings: readonly string[]): void {
  messages.forEach(info);
  warnings.forEach(warn);
}

/** Ends connections, then writes the traffic of the last ones. */
export async function closeServer(server: ServerApp, listening: Listening): Promise<void> {
  await listening.close(STOP_RESPONSES_TIMEOUT);
  await resolvesWithin(STOP_TRAFFIC_TIMEOUT, server.saveTraffic());
}
