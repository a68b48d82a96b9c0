import type { AnsweredCall } from '../../../shared/contract/emulator/schedule.ts';
import { callKey } from '../../../shared/model/call.ts';
import { faultEffect } from '../../../shared/model/fault-sentence.ts';
import { elementText, elementWord, faultOf, scheduleText, ScheduleElement } from '../../../shared/model/schedule.ts';
import { REPETITIONS, reproducedText } from '../../../shared/model/reproduced.ts';
import { isWrite } from './catalogue.ts';
import type { Broken } from './found.ts';
import type { Trial } from './trial.ts';

/** Columns of a terminal, to which sentences are wrapped; commands and JSON are not, since they are copied. */
const COLUMNS = 80;

/**
 * A counterexample as text, which reads from the top: the harm, the invariant, the schedule in one sentence, the ladder of the calls,
 * each with what was done to it and what came of it, and the ways to go on.
 */
export function ladder(broken: Broken, ways: readonly string[]): string {
  const { violation, schedule, trial } = broken;
  return [
    ...wrapped('Counterexample: ', violation.reason.replace(/\.?$/, '.'), 2),
    `Invariant:  ${violation.text}`,
    ...wrapped('Schedule:   ', `${scheduleText(schedule)}.`),
    ...wrapped('Reproduced: ', `${reproducedText(broken)}${alsoText(broken)}${stoppedText(broken)}.`),
    '',
    ...rungs(trial),
    `${INDENT}${ENDS[trial.end]}${trial.exitCode === null ? '' : `, exit code ${trial.exitCode}`}`,
    ...outputLines(trial.output),
    ...(ways.length === 0 ? [] : ['', ...ways]),
  ].join('\n');
}

/** A text after its name, in lines that fit a terminal; further lines are indented as far as the text, or by `indent`. */
function wrapped(name: string, text: string, indent = name.length): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines: string[] = [];
  let line = name + first;
  for (const word of words) {
    if (line.length + 1 + word.length <= COLUMNS) {
      line += ` ${word}`;
      continue;
    }
    lines.push(line);
    line = ' '.repeat(indent) + word;
  }
  return [...lines, line];
}

/** The other kinds that break it, too. */
export function alsoText({ also }: Pick<Broken, 'also'>): string {
  const kinds = new Set(also.map(elementWord));
  return kinds.size === 0 ? '' : ` (also by ${[...kinds].join(', ')})`;
}

/** A remark about a search that was stopped meanwhile. */
function stoppedText({ repetitions }: Broken): string {
  if (repetitions === REPETITIONS) return '';
  return repetitions === 0 ? ', since it was stopped; a smaller schedule may do' : ', then it was stopped';
}

const ENDS: Readonly<Record<Trial['end'], string>> = {
  success: 'the client ended with success',
  failure: 'the client ended without success',
  timeout: 'the client did not end in time',
  left: 'the client did not end in time, and did not stop',
};

/** Room for the time of a call. */
const INDENT = ' '.repeat(13);
const NAME_WIDTH = 38;

/** The calls in their order, then what was done to runs and by people. */
function rungs(trial: Trial): string[] {
  const named = new Set<string>();
  const shown = shownCalls(trial);
  let left = 0;
  return [
    ...trial.calls.flatMap((call, index) => {
      const lines = rung(call, trial, named);
      if (!shown.has(index)) {
        left += 1;
        return shown.has(index + 1) ? [leftText(left)] : [];
      }
      left = 0;
      return lines;
    }),
    ...trial.schedule.flatMap((element) => ('call' in element ? [] : wrapped(`${INDENT}⚡ `, elementText(element)))),
  ];
}

function leftText(count: number): string {
  return `${INDENT}… ${count === 1 ? '1 further call' : `${count} further calls`}`;
}

/** Maximum number of calls of a ladder, and of those at its ends when there are more. */
const MOST = { calls: 40, atEnds: 5 };

/** Places of the calls that are shown: of many, those about faults, those that made a run, and the first and the last. */
function shownCalls({ calls, schedule }: Trial): ReadonlySet<number> {
  const places = [...calls.keys()];
  if (calls.length <= MOST.calls) return new Set(places);
  const keys = new Set(schedule.flatMap((element) => ('call' in element ? [callKey(element.call)] : [])));
  const faulted = calls.flatMap(({ call }, place) => (keys.has(callKey(call)) ? [place, place + 1] : []));
  // The first call of each run made it.
  const making = new Map(calls.map(({ runID }, place) => [runID, place] as const).reverse());
  const ends = [...places.slice(0, MOST.atEnds), ...places.slice(-MOST.atEnds)];
  return new Set([...new Set([...ends, ...faulted, ...making.values()])].slice(0, MOST.calls));
}

/** One call. @param named the runs that calls before it named */
function rung(
  { call, status, executed, runID, key, startedAt }: AnsweredCall,
  trial: Trial,
  named: Set<string>,
): string[] {
  const fault = trial.schedule.find((element) => 'call' in element && callKey(element.call) === callKey(call));
  const name = `${call.operation}${call.task === undefined ? '' : ` ${call.task}`} #${call.nth}`;
  const answer = status === 0 || status === 499 ? 'no answer' : String(status);
  const run = runText(
    trial.runs.find(({ id }) => id === runID),
    named,
  );
  const facts = [run, key === '' || !isWrite(call.operation) ? '' : `key ${key}`]
    .filter((text) => text !== '')
    .join(', ');
  return [
    `  ${String(Math.round(startedAt)).padStart(6)} ms  ${name.padEnd(NAME_WIDTH)} ${answer.padEnd(9)}  ${executed ? 'executed' : 'not executed'}`,
    ...(fault !== undefined && 'call' in fault ? wrapped(`${INDENT}⚡ `, faultEffect(faultOf(fault))) : []),
    ...(facts === '' ? [] : wrapped(`${INDENT}→ `, facts)),
  ];
}

/** The run that a call made or named: with its status the first time. */
function runText(run: Trial['runs'][number] | undefined, named: Set<string>): string {
  if (run === undefined) return '';
  if (named.has(run.id)) return `${run.id} again`;
  named.add(run.id);
  return `${run.id} (${run.status})`;
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
