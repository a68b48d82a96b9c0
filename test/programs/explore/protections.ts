import type { ExploreClient } from '../../../electron/programs/testing.ts';
import { GOOD, serviceOf, StatusError, tryAgain } from './clients.ts';

/** The ways in which a careful client protects itself. */
export interface Protections {
  /** Sends one key for each action, and the same one with every retry. */
  readonly key: boolean;
  readonly retriesWrites: boolean;
  readonly retriesReads: boolean;
  readonly obeysRetryAfter: boolean;
  readonly growingPauses: boolean;
  /** Fails when an action has failed. */
  readonly seesFailures: boolean;
  /** Reads the end of a run before it takes it for a success. */
  readonly readsOutcome: boolean;
  /** Asks whether an action was done before a job that failed does it again. */
  readonly rereads: boolean;
}

/** A client with every protection. */
export const PROTECTED: Protections = {
  ...{ key: true, retriesWrites: true, retriesReads: true, obeysRetryAfter: true },
  ...{ growingPauses: true, seesFailures: true, readsOutcome: true, rereads: true },
};

let keys = 0;
const newKey = (): string => `attempt-${++keys}`;
const FINAL: ReadonlySet<string> = new Set(['Succeeded', 'Failed', 'Cancelled']);

/** A client that refunds an order and waits for the end, with these protections. */
export function refunding(given: Protections): ExploreClient {
  return async (options) => {
    const service = serviceOf(options);
    const { tryWrite, tryRead } = triesOf(given);
    const key = (): string => (given.key ? 'refund-AB1' : newKey());
    try {
      const runID = await tryWrite(() => service.execute('refund', 'AB1', { key: key() }));
      if (!given.readsOutcome) return;
      for (let read = 1; read <= 20; read++) {
        const status = await tryRead(() => service.status(runID));
        if (status === 'Succeeded') return;
        if (FINAL.has(status)) throw new Error(`the refund is ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error('the refund has not ended');
    } catch (error) {
      if (given.seesFailures) throw error;
    }
  };
}

/** A job that is done again as a whole when a part fails. Its key is new each time, so that asking first protects it. */
export function repeating(given: Protections): ExploreClient {
  return async (options) => {
    const service = serviceOf(options);
    const { tryWrite, tryRead } = triesOf(given);
    const job = async (): Promise<void> => {
      const key = newKey();
      if (!given.rereads || (await tryRead(() => service.newest('refund', 'AB1'))) === undefined)
        await tryWrite(() => service.execute('refund', 'AB1', { key }));
      // Tried once: the job is what is tried again.
      await service.execute('mail', 'AB1', { key: 'mail-AB1' });
    };
    await tryAgain(job);
  };
}

type Try = <Result>(work: () => Promise<Result>) => Promise<Result>;

function triesOf({ retriesWrites, retriesReads, obeysRetryAfter, growingPauses }: Protections) {
  const again: Try = growingPauses
    ? (work) => tryAgain(work, { ...GOOD, attempts: 6, pause: 25, obeysRetryAfter })
    : (work) => steadily(work);
  const once: Try = (work) => work();
  return { tryWrite: retriesWrites ? again : once, tryRead: retriesReads ? again : once };
}

/** Tries six times with the same short pause. */
async function steadily<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 6 || (error instanceof StatusError && error.status < 500)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
