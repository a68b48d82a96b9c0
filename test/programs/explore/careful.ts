import type { ExploreClient, ExploreClientOptions } from '../../../electron/programs/testing.ts';
import { type ClientUnderTest, GOOD, type Retries, type Service, serviceOf, StatusError, tryAgain } from './clients.ts';

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

const ALL_PROTECTIONS: Protections = {
  ...{ key: true, retriesWrites: true, retriesReads: true, obeysRetryAfter: true },
  ...{ growingPauses: true, seesFailures: true, readsOutcome: true, rereads: true },
};

/** A client that makes no mistake, and the protections without which it makes one. */
export interface CarefulClient extends ClientUnderTest {
  readonly protections: readonly (keyof Protections)[];
  /** The client without one of its protections; with all of them when none is given. */
  readonly without: (protection?: keyof Protections, retries?: Retries) => ExploreClient;
}

type Try = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The means of a careful client, as far as its protections give them. */
interface Means {
  readonly given: Protections;
  readonly service: Service;
  readonly write: Try;
  readonly read: Try;
  readonly key: (name: string) => string;
}

let keys = 0;
const newKey = (): string => `attempt-${++keys}`;

function meansOf(given: Protections, retries: Retries, options: ExploreClientOptions): Means {
  const again: Try = (work) => tryAgain(work, { ...retries, obeysRetryAfter: given.obeysRetryAfter });
  const steady: Try = (work) => steadily(work, retries.attempts);
  const retried = given.growingPauses ? again : steady;
  const once: Try = (work) => work();
  return {
    given,
    service: serviceOf(options),
    write: given.retriesWrites ? retried : once,
    read: given.retriesReads ? retried : once,
    key: (name) => (given.key ? name : newKey()),
  };
}

/** Tries again with the same short pause each time. */
async function steadily<Result>(work: () => Promise<Result>, attempts: number): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || (error instanceof StatusError && error.status < 500)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

type Described = Pick<ClientUnderTest, 'name' | 'invariants'> & Pick<CarefulClient, 'protections'>;

function careful(described: Described, work: (means: Means) => Promise<unknown>): CarefulClient {
  const without: CarefulClient['without'] = (protection, retries = GOOD) => {
    const given = protection === undefined ? ALL_PROTECTIONS : { ...ALL_PROTECTIONS, [protection]: false };
    return async (options) => {
      try {
        await work(meansOf(given, retries, options));
      } catch (error) {
        if (given.seesFailures) throw error;
      }
    };
  };
  return { ...described, client: without(), without };
}

const ONE = ['once refund per order_id', 'exit 0 means refund per order_id', 'recovers'];
const TWO = [...ONE, 'once mail per order_id', 'exit 0 means mail per order_id'];
const FINAL: ReadonlySet<string> = new Set(['Succeeded', 'Failed', 'Cancelled']);
const WRITING = ['key', 'retriesWrites', 'obeysRetryAfter', 'growingPauses', 'seesFailures'] as const;

/** Clients that make no mistake. */
export const CAREFUL: readonly CarefulClient[] = [
  careful({ name: 'one key for each action', invariants: ONE, protections: WRITING }, ({ service, write, key }) =>
    write(() => service.execute('refund', 'AB1', { key: key('refund-AB1') })),
  ),
  careful(
    {
      name: 'executes and waits for the end',
      invariants: ONE,
      protections: [...WRITING, 'retriesReads', 'readsOutcome'],
    },
    async ({ given, service, write, read, key }) => {
      const runID = await write(() => service.execute('refund', 'AB1', { key: key('refund-AB1') }));
      if (!given.readsOutcome) return;
      for (let reads = 1; reads <= 20; reads++) {
        const status = await read(() => service.status(runID));
        if (status === 'Succeeded') return;
        if (FINAL.has(status)) throw new Error(`the refund is ${status}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error('the refund has not ended');
    },
  ),
  careful(
    { name: 'two actions, one after the other', invariants: TWO, protections: WRITING },
    async ({ service, write, key }) => {
      await write(() => service.execute('refund', 'AB1', { key: key('refund-AB1') }));
      await write(() => service.execute('mail', 'AB1', { key: key('mail-AB1') }));
    },
  ),
  careful(
    { name: 'a job that is tried again as a whole, with the same keys', invariants: TWO, protections: WRITING },
    ({ service, write, key }) =>
      write(async () => {
        await service.execute('refund', 'AB1', { key: key('refund-AB1') });
        await service.execute('mail', 'AB1', { key: key('mail-AB1') });
      }),
  ),
  careful(
    { name: 'two orders, read back at the end', invariants: ONE, protections: [...WRITING, 'retriesReads'] },
    async ({ service, write, read, key }) => {
      for (const order of ['AB1', 'AB2'])
        await write(() => service.execute('refund', order, { key: key(`refund-${order}`) }));
      if ((await read(() => service.newest('refund', 'AB2'))) === undefined) throw new Error('AB2 is missing');
    },
  ),
  careful(
    {
      name: 'a job with new keys that asks what was done before it is tried again',
      invariants: ['once refund per order_id', 'exit 0 means refund per order_id'],
      protections: ['rereads'],
    },
    ({ given, service, write, read, key }) =>
      tryAgain(async () => {
        const attempt = newKey();
        if (!given.rereads || (await read(() => service.newest('refund', 'AB1'))) === undefined)
          await write(() => service.execute('refund', 'AB1', { key: attempt }));
        // Tried once: the job is what is tried again.
        await service.execute('mail', 'AB1', { key: key('mail-AB1') });
      }),
  ),
];
