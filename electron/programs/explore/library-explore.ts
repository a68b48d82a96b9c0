import { Schedule } from '../../../shared/model/schedule.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { checked } from '../flags/checked-options.ts';
import { connect } from '../client/hangar.ts';
import { explore, replaySchedule, type Exploration } from './explore.ts';
import type { OpenSandbox, ClientResult, RunClient } from './sandbox-trial.ts';
import type { ExploreReport } from './result.ts';
import { checkedSettings, ExploreSettings } from './settings.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import { clearTimeout, setTimeout } from '../../emulator/timers/timers.ts';

/** Starts the emulator that has the sandboxes. */
export type StartParent = (options: {
  readonly workspace?: string | AuthoredWorkspace;
  /** Folders of definition files. */
  readonly definitions?: readonly string[];
  readonly sdk?: string;
  readonly onMessage?: (line: string) => void;
}) => Promise<{ readonly url: string; readonly open: OpenSandbox; readonly stop: () => Promise<void> }>;

/** Options of an exploration. */
export interface ExploreOptions extends ExploreSettings {
  /** The definitions, or the path of a workspace file; `hangar.json` by default. It is never written. */
  readonly workspace?: string | AuthoredWorkspace;
  /** The client. It ends without success when it rejects. */
  readonly client: ExploreClient;
  /** Ends the search: what was found is kept. */
  readonly signal?: AbortSignal;
}

/** The result of an exploration. */
export interface ExploreResult extends ExploreReport {
  /** Throws an error whose message has the counterexamples, if there are any. */
  readonly assert: () => void;
  /** Runs one schedule five times, after a baseline. */
  readonly replay: (schedule: readonly object[]) => Promise<ExploreReplay>;
}

/** The result of a repeated schedule, with the number of times, of five, that an invariant did not hold. */
export interface ExploreReplay extends ExploreResult {
  readonly reproduced: number;
}

/**
 * Runs a client again and again, each time in a sandbox of its own under another schedule of faults, and hands back the smallest
 * schedules under which an invariant does not hold. Rejects when one fails without any fault.
 */
export async function exploreClient(
  { workspace = 'hangar.json', client, signal, ...given }: ExploreOptions,
  startEmulator: StartParent,
): Promise<ExploreResult> {
  const settings = checkedSettings(checked(ExploreSettings, given, 'explore'));
  const run = async <Result>(work: (exploration: Exploration) => Promise<Result>): Promise<Result> => {
    const emulator = await startEmulator({ workspace });
    const hangar = connect(new URL(emulator.url), undefined);
    try {
      return await work({
        ...{ settings, hangar, open: emulator.open, shard: { index: 1, of: 1 }, progress: () => {} },
        client: inProcessClient(client, settings.trialTimeoutSeconds),
        signal: signal ?? new AbortController().signal,
        next: nextCalls,
        remark: '',
        // Timers of this process are not changed.
        clientSpeed: 1,
      });
    } finally {
      hangar.close();
      await emulator.stop();
    }
  };
  const report = await run(explore);
  if (report.baseline.length > 0) throw new Error(report.text);
  return resultOf(report, run);
}

/** Lines of code that repeat and debug a counterexample. */
function nextCalls(schedule: readonly object[]): string[] {
  const text = JSON.stringify(schedule);
  return [
    `Repeat it:  await result.replay(${text})`,
    `Debug it:   await emulator.applySchedule(${text}), then start the client.`,
  ];
}

function resultOf(
  report: ExploreReport,
  run: <Result>(work: (exploration: Exploration) => Promise<Result>) => Promise<Result>,
): ExploreResult {
  return {
    ...report,
    assert: () => {
      if (!report.holds) throw new Error(report.counterexamples.map(({ message }) => message).join('\n\n'));
    },
    replay: async (schedule) => {
      const read = checked(Schedule, schedule, 'replay');
      const { reproduced, report: again } = await run((exploration) => replaySchedule(exploration, read));
      return { ...resultOf(again, run), reproduced };
    },
  };
}

/** The arguments of a client in this process. */
export interface ExploreClientOptions {
  readonly url: string;
  readonly apiKey: string;
  /** Aborted when the time of the trial is over. */
  readonly signal: AbortSignal;
  /** From 1, in the order of the search; 0 for a trial that only shrinks or repeats. */
  readonly trial: number;
}

/** A client in this process. One that rejects ended without success. */
export type ExploreClient = (options: ExploreClientOptions) => unknown;

/** Time for a client to stop after its signal, in milliseconds. */
const STOP_TIME = 1000;

/** Runs a function as the client of trials. */
function inProcessClient(client: ExploreClient, timeoutSeconds: number): RunClient {
  return async ({ url, apiKey, number }) => {
    const stop = new AbortController();
    const ended = endOf(() => client({ url, apiKey, signal: stop.signal, trial: number }));
    const inTime = await within(ended, timeoutSeconds * 1000);
    if (inTime !== undefined) return inTime;
    stop.abort(new Error('The time of the trial is over.'));
    const stopped = await within(ended, STOP_TIME);
    const end = stopped === undefined ? 'left' : 'timeout';
    return { end, exitCode: null, output: stopped?.output ?? 'The client did not stop.' };
  };
}

async function endOf(client: () => unknown): Promise<ClientResult> {
  try {
    await client();
    return { end: 'success', exitCode: 0, output: '' };
  } catch (error) {
    return { end: 'failure', exitCode: 1, output: messageOf(error) };
  }
}

async function within<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
