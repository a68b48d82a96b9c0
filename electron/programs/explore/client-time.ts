import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnsweredCall } from '../../../shared/contract/emulator/schedule.ts';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { callKey } from '../../../shared/model/call.ts';
import type { Schedule } from '../../../shared/model/schedule.ts';
import type { FindingRule } from '../../../shared/registry/finding-rules.ts';

/** The variables that make a Node client's time run with the sandbox's, and a remark for the report. */
interface ClientTime {
  readonly variables: Readonly<Record<string, string>>;
  readonly remark: string;
}

/** The names under which the module lies: beside the built programs, and in the sources. */
const PLACES = ['time.mjs', '../time.mjs', '../time.ts'];

/** Lets the time of Node clients run faster. @param speed 1 for real time */
export function clientTime(speed: number): ClientTime {
  if (speed === 1) return { variables: {}, remark: '' };
  const here = dirname(fileURLToPath(import.meta.url));
  const module = PLACES.map((place) => join(here, place)).find((path) => existsSync(path));
  const before = process.env['NODE_OPTIONS'] ?? '';
  return {
    variables:
      module === undefined
        ? {}
        : { NODE_OPTIONS: `${before} --import ${pathToFileURL(module).href}`.trim(), HANGAR_SPEED: String(speed) },
    remark: `The clocks of the sandboxes and of Node clients ran ${speed} times as fast; other clients ran in real time.`,
  };
}

/** The findings about pauses, which the emulator measures in the machine's time. */
const ABOUT_PAUSES: ReadonlySet<FindingRule> = new Set<FindingRule>(['early-retry', 'no-backoff', 'fast-polling']);

/** Time by which a timer fires early, in milliseconds of the client, and of the machine, whose timers have whole ones. */
const EARLY = { client: 50, machine: 2 };

/** The observations that say whether a pause was too short. */
interface Observed {
  readonly findings: readonly Finding[];
  readonly calls: readonly AnsweredCall[];
  readonly schedule: Schedule;
}

/**
 * The findings of a client whose clocks run faster than the machine's. Of those about pauses there are left retries before
 * Retry-After was over on the clock of the client: it may wait a second in some milliseconds.
 */
export function judgedInClientTime({ findings, calls, schedule }: Observed, speed: number): Finding[] {
  if (speed <= 1) return [...findings];
  const byID = new Map(calls.map((call) => [call.requestID, call]));
  return findings.filter(({ rule, requestIDs }) => {
    if (!ABOUT_PAUSES.has(rule)) return true;
    if (rule !== 'early-retry') return false;
    return requestIDs.some((id, index) =>
      isEarly(byID.get(requestIDs[index - 1] ?? ''), byID.get(id), schedule, speed),
    );
  });
}

function isEarly(
  first: AnsweredCall | undefined,
  second: AnsweredCall | undefined,
  schedule: Schedule,
  speed: number,
): boolean {
  if (first === undefined || second === undefined) return false;
  const fault = schedule.find((element) => 'call' in element && callKey(element.call) === callKey(first.call));
  if (fault === undefined || !('retryAfterSeconds' in fault) || fault.retryAfterSeconds === undefined) return false;
  const waited = (second.startedAt - first.endedAt + EARLY.machine) * speed + EARLY.client;
  return waited < fault.retryAfterSeconds * 1000;
}
