import type { ExploreClient, ExploreClientOptions } from '../../../electron/programs/testing.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';

/** Tasks of the clients under test. */
export const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  tasks: [
    { slug: 'refund', parameters: [{ slug: 'order_id', type: 'string' }] },
    { slug: 'mail', parameters: [{ slug: 'order_id', type: 'string' }] },
    { slug: 'pay', parameters: [{ slug: 'order_id', type: 'string' }] },
  ],
};

interface CallOptions {
  /** `Idempotency-Key`. */
  readonly key?: string;
}

/** The service as a client of a test calls it. */
export interface Service {
  readonly execute: (task: string, order: string, options?: CallOptions) => Promise<string>;
  readonly status: (runID: string) => Promise<string>;
  /** Status of the newest run of a task; undefined for none. */
  readonly newest: (task: string, order: string) => Promise<string | undefined>;
}

/** An answer that is no success. */
export class StatusError extends Error {
  readonly status: number;
  readonly retryAfter: number;

  constructor(status: number, retryAfter: number) {
    super(`status ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Calls the service without any retry. */
export function serviceOf({ url, apiKey, signal }: Pick<ExploreClientOptions, 'url' | 'apiKey' | 'signal'>): Service {
  const call = async (method: string, path: string, body?: object, key?: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}/v0/${path}`, {
      method,
      signal,
      headers: {
        'X-Service-API-Key': apiKey,
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new StatusError(answer.status, Number(answer.headers.get('retry-after') ?? 0));
    return JSON.parse(text) as Record<string, unknown>;
  };
  return {
    execute: async (slug, order, { key } = {}) =>
      String((await call('POST', 'tasks/execute', { slug, paramValues: { order_id: order } }, key))['runID']),
    status: async (runID) => String((await call('GET', `runs/get?id=${runID}`))['status']),
    newest: async (task, order) => {
      const { runs } = (await call('GET', `runs/list?taskSlug=${task}`)) as unknown as {
        runs: { status: string; paramValues: { order_id?: string } }[];
      };
      return runs.find(({ paramValues }) => paramValues.order_id === order)?.status;
    },
  };
}

/** The way in which calls are tried again. */
export interface Retries {
  readonly attempts: number;
  /** Milliseconds of the first pause, which doubles. */
  readonly pause: number;
  readonly obeysRetryAfter: boolean;
}

export const GOOD: Retries = { attempts: 4, pause: 2, obeysRetryAfter: true };

/** Tries work again after a failure that may pass. */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  { attempts, pause, obeysRetryAfter }: Retries = GOOD,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isFinal = error instanceof StatusError && error.status < 500 && error.status !== 429;
      if (attempt >= attempts || isFinal) throw error;
      const asked = error instanceof StatusError && obeysRetryAfter ? error.retryAfter * 1000 + 5 : 0;
      await new Promise((resolve) => setTimeout(resolve, Math.max(asked, pause * 2 ** attempt)));
    }
  }
}

/** A client with what must hold for it. */
export interface ClientUnderTest {
  readonly name: string;
  readonly invariants: readonly string[];
  readonly client: ExploreClient;
  readonly order?: boolean;
  /** True for those that the first lane tries: one for each kind of mistake. */
  readonly isTypical?: boolean;
}

let keys = 0;
const newKey = (): string => `key-${++keys}`;

/** Deviations of a client from the others, which are to refund once and are tried in the second lane. */
type Special = Partial<Omit<ClientUnderTest, 'name' | 'client'>>;

/** A client with a mistake, by what it does with the service. */
function faulty(
  name: string,
  work: (service: Service, options: ExploreClientOptions) => Promise<unknown>,
  special: Special = {},
): ClientUnderTest {
  return {
    ...{ name, invariants: ['once refund per order_id'], ...special },
    client: async (options) => void (await work(serviceOf(options), options)),
  };
}

/** The refund as it should be: with the same key in every attempt. */
const REFUND = ['refund', 'AB1', { key: 'refund-AB1' }] as const;
const MAIL = ['mail', 'AB1', { key: 'mail-AB1' }] as const;

/** Clients with a mistake each. */
export const FAULTY: readonly ClientUnderTest[] = [
  // A key that is new for every attempt.
  faulty('no key at all', (service) => tryAgain(() => service.execute('refund', 'AB1'))),
  faulty('a new key for every attempt', (service) =>
    tryAgain(() => service.execute('refund', 'AB1', { key: newKey() })),
  ),
  faulty(
    'a key for the first action only',
    async (service) => {
      await tryAgain(() => service.execute(...REFUND));
      await tryAgain(() => service.execute('mail', 'AB1'));
    },
    { isTypical: true, invariants: ['once mail per order_id'] },
  ),
  faulty('a key that is dropped after the second attempt', (service) => {
    let attempt = 0;
    return tryAgain(() => (++attempt > 2 ? service.execute('refund', 'AB1') : service.execute(...REFUND)));
  }),
  // A job that is repeated after a lost read.
  faulty(
    'a job that is repeated when its last read is lost',
    (service) => tryAgain(async () => service.status(await service.execute('refund', 'AB1', { key: newKey() }))),
    { isTypical: true },
  ),
  faulty('a job that is repeated when its second action fails', (service) =>
    tryAgain(async () => {
      const job = newKey();
      await tryAgain(() => service.execute('refund', 'AB1', { key: `${job}-refund` }), { ...GOOD, attempts: 2 });
      await service.execute('mail', 'AB1', { key: `${job}-mail` });
    }),
  ),
  faulty('a job that is repeated when a list is lost', (service) =>
    tryAgain(async () => {
      await service.execute('refund', 'AB1', { key: newKey() });
      await service.newest('refund', 'AB1');
    }),
  ),
  faulty('a job that is repeated once from outside', async (service) => {
    const job = async (): Promise<void> => {
      const runID = await tryAgain(() => service.execute('refund', 'AB1', { key: newKey() }));
      await service.status(runID);
    };
    await job().catch(job);
  }),
  // An outcome that is guessed from an error.
  faulty('takes a lost answer for a failure, and compensates by another refund', (service) =>
    service.execute('refund', 'AB1', { key: 'first' }).catch(() => service.execute('refund', 'AB1', { key: 'second' })),
  ),
  faulty('takes any answer for a success', (service) => service.execute(...REFUND).catch(() => undefined), {
    ...{ isTypical: true, invariants: ['exit 0 means refund per order_id'] },
  }),
  faulty(
    'takes a server error for an execution',
    (service) =>
      service.execute(...REFUND).catch((error: unknown) => {
        if (!(error instanceof StatusError) || error.status < 500) throw error;
      }),
    { invariants: ['exit 0 means refund per order_id'] },
  ),
  faulty(
    'sends no mail when the refund answered late',
    async (service) => {
      const first = { isSure: true };
      await tryAgain(() =>
        service.execute(...REFUND).catch((error: unknown) => {
          first.isSure = false;
          throw error;
        }),
      );
      if (first.isSure) await tryAgain(() => service.execute(...MAIL));
    },
    { invariants: ['exit 0 means mail per order_id'] },
  ),
  // No recovery at all.
  faulty('never tries again', (service) => service.execute(...REFUND), { isTypical: true, invariants: ['recovers'] }),
  faulty(
    'tries reads never again',
    async (service) => service.status(await tryAgain(() => service.execute(...REFUND))),
    { invariants: ['recovers'] },
  ),
  faulty(
    'waits for a run for ever when a read fails',
    async (service, { signal }) => {
      const runID = await tryAgain(() => service.execute(...REFUND));
      await service.status(runID).catch(
        () =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped')));
          }),
      );
    },
    { isTypical: true, invariants: ['ends'] },
  ),
  faulty(
    'repeats before Retry-After is over',
    (service) => tryAgain(() => service.execute(...REFUND), { ...GOOD, obeysRetryAfter: false }),
    { invariants: ['no error findings'] },
  ),
  // A check before an action, which another worker or a lost answer invalidates.
  faulty('asks whether it was done, and does it when the question fails', (service) =>
    tryAgain(async () => {
      const known = await service.newest('refund', 'AB1').catch(() => undefined);
      if (known === undefined) await service.execute('refund', 'AB1', { key: newKey() });
      if ((await service.newest('refund', 'AB1')) === undefined) throw new Error('not refunded');
    }),
  ),
  faulty(
    'two workers that both ask first, one a moment later',
    async (service) => {
      const worker = async (): Promise<void> => {
        if ((await tryAgain(() => service.newest('refund', 'AB1'))) !== undefined) return;
        await tryAgain(() => service.execute('refund', 'AB1', { key: newKey() }));
      };
      const mailed = tryAgain(() => service.execute(...MAIL));
      const first = worker();
      await Promise.race([first, mailed.then(() => new Promise((resolve) => setTimeout(resolve, 2000)))]);
      await Promise.all([first, worker(), mailed]);
    },
    { isTypical: true, order: true },
  ),
  faulty(
    'pays in a second way when the first is not seen in time',
    (service) => service.execute(...REFUND).catch(() => service.execute('pay', 'AB1', { key: 'pay-AB1' })),
    { invariants: ['always runs.filter((run) => run.task === "refund" || run.task === "pay").length < 2'] },
  ),
  faulty('two faults: the first is tried again well, the second with a new key', (service) =>
    service.execute(...REFUND).catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await service.execute(...REFUND).catch(() => service.execute('refund', 'AB1', { key: newKey() }));
    }),
  ),
];
