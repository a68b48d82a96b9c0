import { performance } from '../../emulator/timers/timers.ts';
import type { Hangar } from '../client/hangar.ts';
import type { Dimensions } from './catalogue.ts';
import { judge } from './judge.ts';
import type { Schedule } from '../../../shared/model/schedule.ts';
import { reportOf, type ExploreReport, type ReportContext } from './result.ts';
import type { Explored } from './found.ts';
import type { SearchState } from './progress.ts';
import { repeat } from './repeat.ts';
import { search, type Plan } from './search.ts';
import type { TriedSpace } from './space.ts';
import { assertMeaningful, type CheckedSettings } from './settings.ts';
import { trialRunner, type OpenSandbox, type RunClient, type TrialPorts } from './sandbox-trial.ts';
import type { RunTrial, Trial } from './trial.ts';
import type { Shard } from './walk.ts';

/** An exploration to make. */
export interface Exploration {
  readonly settings: CheckedSettings;
  readonly hangar: Hangar;
  readonly open: OpenSandbox;
  readonly client: RunClient;
  readonly shard: Shard;
  readonly signal: AbortSignal;
  readonly progress: (state: SearchState) => void;
  readonly next: ReportContext['next'];
  readonly remark: string;
  /** The speed of the client's own clocks; 1 for the machine's. */
  readonly clientSpeed: number;
  readonly space?: TriedSpace | undefined;
  /** Called with the sandbox of each trial before it ends. */
  readonly ending?: TrialPorts['ending'];
}

/** Seconds after which a held call of an order goes on at the latest. */
const HOLD_SECONDS = 5;

/** Explores. Throws `StartError` for invariants that do not fit the workspace. */
export async function explore(exploration: Exploration): Promise<ExploreReport> {
  const { settings, hangar, shard, signal, progress } = exploration;
  await assertMeaningful(settings.invariants, hangar);
  const dimensions = dimensionsOf(settings);
  const plan: Plan = {
    ...settings,
    dimensions,
    shard,
    deadline: performance.now() + settings.budgetSeconds * 1000,
  };
  const { space } = exploration;
  const found = await search(plan, { run: runnerOf(exploration), now: performance.now, signal, progress, space });
  return reportOf(found, contextOf(exploration));
}

/** The result of running one schedule again. */
export interface Replayed {
  /** Number of five trials in which an invariant did not hold. */
  readonly reproduced: number;
  readonly report: ExploreReport;
}

/** Runs the baseline, then one schedule five times. */
export async function replaySchedule(exploration: Exploration, schedule: Schedule): Promise<Replayed> {
  const { settings, hangar, signal } = exploration;
  await assertMeaningful(settings.invariants, hangar);
  const { invariants } = settings;
  const { baseline, trials, failing } = await repeat(schedule, { ...settings, signal }, runnerOf(exploration));
  const judged = trials.map((trial) => ({ trial, violations: judge(invariants, trial, baseline) }));
  const texts = new Set(judged.flatMap(({ violations }) => violations.map(({ text }) => text)));
  const broken = [...texts].flatMap((text) => {
    const failures = judged.flatMap(({ trial, violations }) => {
      const violation = violations.find((each) => each.text === text);
      return violation === undefined ? [] : [{ trial, violation }];
    });
    const last = failures.at(-1);
    const counts = { repetitions: trials.length, reproduced: failures.length };
    return last === undefined ? [] : [{ ...last, schedule, also: [], ...counts, number: 0 }];
  });
  const unmet = trials.filter((trial) => trial.unmet.length > 0).length;
  const explored = exploredOf(baseline, trials.length, unmet);
  const ended = { isComplete: !signal.aborted, isStopped: signal.aborted };
  const report = reportOf({ baseline, unsteady: [], failing, explored, broken, ...ended }, contextOf(exploration));
  return { reproduced: judged.filter(({ violations }) => violations.length > 0).length, report };
}

function exploredOf(baseline: Trial, schedules: number, unmet: number): Explored {
  const none = { tried: 0, total: 0 };
  return {
    ...{ schedules, calls: baseline.calls.length, singles: none, newCalls: none, pairs: none, people: none },
    ...{ orders: none, unmet, seconds: 0 },
  };
}

function runnerOf({ settings, open, client, clientSpeed, ending }: Exploration): RunTrial {
  return trialRunner({
    open,
    client,
    from: settings.from,
    settleSeconds: settings.settleSeconds,
    speed: settings.speed,
    clientSpeed,
    needsLists: settings.invariants.some((invariant) => 'always' in invariant),
    ending: ending ?? (() => Promise.resolve()),
  });
}

function dimensionsOf({ faults, people, runs, order, trialTimeoutSeconds }: CheckedSettings): Dimensions {
  return { faults, people, runs, order, holdSeconds: Math.min(HOLD_SECONDS, trialTimeoutSeconds / 3) };
}

function contextOf({ settings, next, remark }: Exploration): ReportContext {
  return { invariants: settings.invariants, dimensions: settings, next, remark };
}
