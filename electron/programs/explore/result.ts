import type { Counterexample, Explored, ExploreReport } from '../../../shared/contract/emulator/explorations.ts';
import { MAX_CALLS, type ObservedRun } from '../../../shared/contract/emulator/schedule.ts';
import type { Call } from '../../../shared/model/call.ts';
import { invariantText, type Invariant } from '../../../shared/model/invariant.ts';
import { callText } from '../../../shared/model/fault-sentence.ts';
import { REPETITIONS } from '../../../shared/model/reproduced.ts';
import type { Report } from '../report/report.ts';
import { briefSchedule, ladder, outputLines } from './ladder.ts';
import type { Broken, Found } from './found.ts';
import type { Trial } from './trial.ts';
import type { Dimensions } from './catalogue.ts';

export type { Counterexample, ExploreReport };

/** The settings that texts mention. */
export interface ReportContext {
  readonly invariants: readonly Invariant[];
  readonly dimensions: Pick<Dimensions, 'people' | 'order'>;
  /** Lines that say how a counterexample is repeated and debugged. */
  readonly next: (schedule: readonly object[], index: number) => readonly string[];
  /** A remark about speed or shards; "" for none. */
  readonly remark: string;
}

/** Makes the report of a search. */
export function reportOf(found: Found, context: ReportContext): ExploreReport {
  const invariants = context.invariants.map(invariantText);
  const counterexamples = found.broken.map((broken, index) => counterexample(broken, context, index));
  const report = {
    holds: found.broken.length === 0 && found.failing.length === 0,
    unsteady: [...found.unsteady],
    explored: found.explored,
    complete: found.isComplete,
    invariants,
    baseline: found.failing.map(({ text, reason }) => ({ invariant: text, reason })),
    counterexamples,
  };
  return { ...report, text: textOf(report, found, context) };
}

function counterexample(broken: Broken, { next }: ReportContext, index: number): Counterexample {
  const schedule = briefSchedule(broken.schedule);
  return {
    invariant: broken.violation.text,
    reason: broken.violation.reason,
    schedule,
    also: briefSchedule(broken.also),
    ...{
      calls: broken.trial.calls.slice(0, MAX_CALLS),
      runs: broken.trial.runs.map(withParams(broken.violation.invariant)),
      findings: [...broken.trial.findings],
    },
    ...{ exitCode: broken.trial.exitCode, trial: broken.number },
    reproduced: broken.reproduced,
    ...(broken.repetitions === REPETITIONS ? {} : { repetitions: broken.repetitions }),
    message: ladder(broken, next(schedule, index)),
    output: broken.trial.output,
  };
}

/** Leaves a run those parameters that its invariant is about: others may be long, or secret. */
function withParams(invariant: Invariant): (run: ObservedRun) => ObservedRun {
  const { per = [] } = 'once' in invariant ? invariant.once : 'exitMeans' in invariant ? invariant.exitMeans : {};
  return (run) => ({
    ...run,
    params: Object.fromEntries(Object.entries(run.params).filter(([name]) => per.includes(name))),
  });
}

type ReportFacts = Omit<ExploreReport, 'text'>;

/** A remark about a client that does nothing; '' for none. */
function baselineRemark({ calls }: Explored): string {
  return calls === 0 ? 'The client made no call: does it use HANGAR_URL and HANGAR_API_KEY?' : '';
}

function textOf(
  report: ReportFacts,
  { baseline, isStopped }: Pick<Found, 'baseline' | 'isStopped'>,
  context: Pick<ReportContext, 'dimensions' | 'remark'>,
): string {
  if (report.baseline.length > 0) return baselineText(report, baseline);
  // Ended before the first schedule.
  const isCut = !report.complete && report.explored.schedules === 0;
  const remarks = [baselineRemark(report.explored), context.remark].filter((text) => text !== '');
  return [
    ...counterexampleTexts(report),
    ...(report.unsteady.length === 0 ? [] : [unsteadyText(report.unsteady)]),
    exploredText(report.explored, context.dimensions),
    ...(report.complete || report.counterexamples.length > 0
      ? []
      : [`${isStopped ? 'It was stopped' : 'The budget ended'} before everything was tried.`]),
    ...(report.counterexamples.length > 0 || isCut ? [] : [`Every invariant held: ${report.invariants.join(' · ')}.`]),
    ...(isCut ? [] : remarks),
  ].join('\n');
}

/** The counterexamples in words. One with the calls of another is told by its harm, invariant and schedule only. */
export function counterexampleTexts({ counterexamples }: Pick<ExploreReport, 'counterexamples'>): string[] {
  const told = new Set<string>();
  return counterexamples.map(({ message, schedule }) => {
    const key = JSON.stringify(schedule);
    const isKnown = told.has(key);
    told.add(key);
    return isKnown ? `${message.slice(0, message.indexOf('\n\n'))}\n` : `${message}\n`;
  });
}

function baselineText({ baseline, explored }: ReportFacts, { output }: Trial): string {
  return [
    ...baseline.map(({ invariant, reason }) => `The client breaks "${invariant}" without any fault: ${reason}.`),
    ...outputLines(output),
    ...[baselineRemark(explored)].filter((text) => text !== ''),
  ].join('\n');
}

function unsteadyText(calls: readonly Call[]): string {
  return `The client is unsteady: without faults, ${calls.map(callText).join(', ')} came in only one of two trials.`;
}

/** The extent of a search in one sentence. */
export function exploredText(explored: Explored, dimensions: ReportContext['dimensions']): string {
  const { schedules, calls, seconds, singles, pairs, people, orders, unmet } = explored;
  const took = seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds));
  const parts = [
    ...[partText(singles, 'single faults'), partText(pairs, 'pairs')],
    ...(unmet === 0 ? [] : [`${unmet} unmet`]),
  ];
  const others = [
    dimensions.people ? partText(people, 'people') : 'no people',
    dimensions.order ? partText(orders, 'orders') : 'no orders',
  ];
  const noun = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
  return `Explored ${noun(schedules, 'schedule')} of ${noun(calls, 'call')} in ${took} s: ${parts.join(', ')}; ${others.join(', ')}.`;
}

function partText({ tried, total }: Explored['singles'], noun: string): string {
  return `${tried} of ${total} ${noun}`;
}

/** The report in its three formats. */
export function fileReport(report: ExploreReport): Report {
  const { invariants, counterexamples, baseline, text } = report;
  return {
    name: 'hangar explore',
    json: report,
    markdown: `# Exploration\n\n${report.holds ? 'Every invariant held.' : 'An invariant does not hold.'}\n\n\`\`\`\n${text}\n\`\`\`\n`,
    cases: [...new Set([...invariants, ...baseline.map(({ invariant }) => invariant)])].map((name) => {
      const failures = [
        ...counterexamples.filter(({ invariant }) => invariant === name).map(({ message }) => message),
        ...baseline.filter(({ invariant }) => invariant === name).map(({ reason }) => `without any fault: ${reason}`),
      ];
      const failure = failures.join('\n\n');
      return { className: 'hangar explore', name, ...(failure === '' ? {} : { failure }) };
    }),
  };
}
