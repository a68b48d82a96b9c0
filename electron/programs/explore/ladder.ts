import type { AnsweredCall } from '../../../shared/contract/emulator/schedule.ts';
import { callKey } from '../../../shared/model/call.ts';
import { faultEffect } from '../../../shared/model/fault-sentence.ts';
import { elementText, elementWord, faultOf, scheduleText, ScheduleElement } from '../../../shared/model/schedule.ts';
import { REPETITIONS, type Broken } from './found.ts';
import type { Trial } from './trial.ts';

const WIDTH = 34;

/** A counterexample as text: each call with what was done to it, the reason, the schedule, and the line that repeats it. */
export function ladder(broken: Broken, repeatLine: string): string {
  const { violation, schedule, trial } = broken;
  return [
    `Counterexample: "${violation.text}" does not hold.`,
    `  ${violation.reason}`,
    '',
    ...trial.calls.flatMap((call) => rungs(call, trial)),
    ...othersOf(trial).map((text) => `       ${text}`),
    `       ${ENDS[trial.end]}${trial.exitCode === null ? '' : `, exit code ${trial.exitCode}`}`,
    '',
    `Schedule: ${scheduleText(schedule)}.`,
    `Reproduced: ${reproducedText(broken)}${alsoText(broken)}.`,
    ...outputLines(trial.output),
    ...(repeatLine === '' ? [] : [`Repeat it: ${repeatLine}`]),
  ].join('\n');
}

/** `5 of 5`. */
export function reproducedText({ reproduced }: Pick<Broken, 'reproduced'>): string {
  return `${reproduced} of ${REPETITIONS}`;
}

/** The other kinds that break it, too. */
export function alsoText({ also }: Pick<Broken, 'also'>): string {
  const kinds = new Set(also.map(elementWord));
  return kinds.size === 0 ? '' : ` (also by ${[...kinds].join(', ')})`;
}

const ENDS: Readonly<Record<Trial['end'], string>> = {
  success: 'the client ended with success',
  failure: 'the client ended without success',
  timeout: 'the client did not end in time',
  left: 'the client did not end in time, and did not stop',
};

function rungs(call: AnsweredCall, { schedule, runs }: Trial): string[] {
  const { call: of, status, executed, runID, key } = call;
  const fault = schedule.find((element) => 'call' in element && callKey(element.call) === callKey(of));
  const name = `${of.operation}${of.task === undefined ? '' : ` ${of.task}`} #${of.nth}`;
  const run = runs.find(({ id }) => id === runID);
  const made = run === undefined ? '' : ` → run ${run.id} (${run.status})`;
  const answer = status === 0 || status === 499 ? 'no answer' : String(status);
  const keyed = key === '' ? '' : ` · key ${key}`;
  const row = `  ${String(Math.round(call.startedAt)).padStart(6)} ms  ${name.padEnd(WIDTH)} ${answer.padEnd(9)} ${executed ? 'executed' : 'not executed'}${made}${keyed}`;
  if (fault === undefined || !('call' in fault)) return [row.trimEnd()];
  return [row.trimEnd(), `             ⚡ ${faultEffect(faultOf(fault))}`];
}

/** The elements about runs and people. */
function othersOf({ schedule }: Trial): string[] {
  return schedule.filter((element) => !('call' in element)).map((element) => `⚡ ${elementText(element)}`);
}

/** The last lines that a client printed, under a heading; none for no output. */
export function outputLines(output: string): string[] {
  const text = output.trimEnd();
  if (text.trim() === '') return [];
  const lines = text.split('\n').slice(-20);
  return ['Output of the client:', ...lines.map((line) => `  | ${line}`)];
}

/** A schedule as short as it can be written: fields with their defaults are left out. */
export function briefSchedule(schedule: readonly ScheduleElement[]): Record<string, unknown>[] {
  return schedule.map(brief);
}

function brief(element: ScheduleElement): Record<string, unknown> {
  const whole = sorted(element);
  let shortest: Record<string, unknown> = { ...element };
  for (const name of Object.keys(element)) {
    const { [name]: left, ...rest } = shortest;
    const parsed = ScheduleElement.safeParse(rest);
    if (left !== undefined && parsed.success && sorted(parsed.data) === whole) shortest = rest;
  }
  return shortest;
}

function sorted(value: object): string {
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
