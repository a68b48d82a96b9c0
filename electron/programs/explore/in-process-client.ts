import { messageOf } from '../../../shared/values/messages.ts';
import { clearTimeout, setTimeout } from '../../emulator/timers/timers.ts';
import type { ClientResult, RunClient } from './sandbox-trial.ts';

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
export function inProcessClient(client: ExploreClient, timeoutSeconds: number): RunClient {
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
