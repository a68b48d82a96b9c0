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

const ONCE = ['once refund per order_id'];

let keys = 0;
const newKey = (): string => `key-${++keys}`;

/** Clients with a mistake each. */
export const FAULTY: readonly ClientUnderTest[] = [
  // A key that is new for every attempt.
  {
    name: 'no key at all',
    invariants: ONCE,
    client: (options) => tryAgain(() => serviceOf(options).execute('refund', 'AB1')),
  },
  {
    name: 'a new key for every attempt',
    invariants: ONCE,
    client: (options) => tryAgain(() => serviceOf(options).execute('refund', 'AB1', { key: newKey() })),
  },
  {
    name: 'a key for the first action only',
    isTypical: true,
    invariants: ['once mail per order_id'],
    client: async (options) => {
      const service = serviceOf(options);
      await tryAgain(() => service.execute('refund', 'AB1', { key: 'refund-AB1' }));
      await tryAgain(() => service.execute('mail', 'AB1'));
    },
  },
  {
    name: 'a key that is dropped after the second attempt',
    invariants: ONCE,
    client: (options) => {
      let attempt = 0;
      return tryAgain(() => serviceOf(options).execute('refund', 'AB1', ++attempt > 2 ? {} : { key: 'refund-AB1' }));
    },
  },
  // A job that is repeated after a lost read.
  {
    name: 'a job that is repeated when its last read is lost',
    isTypical: true,
    invariants: ONCE,
    client: (options) =>
      tryAgain(async () => {
        const service = serviceOf(options);
        await service.status(await service.execute('refund', 'AB1', { key: newKey() }));
      }),
  },
  {
    name: 'a job that is repeated when its second action fails',
    invariants: ONCE,
    client: (options) =>
      tryAgain(async () => {
        const service = serviceOf(options);
        const job = newKey();
        await tryAgain(() => service.execute('refund', 'AB1', { key: `${job}-refund` }), { ...GOOD, attempts: 2 });
        await service.execute('mail', 'AB1', { key: `${job}-mail` });
      }),
  },
  {
    name: 'a job that is repeated when a list is lost',
    invariants: ONCE,
    client: (options) =>
      tryAgain(async () => {
        const service = serviceOf(options);
        await service.execute('refund', 'AB1', { key: newKey() });
        await service.newest('refund', 'AB1');
      }),
  },
  {
    name: 'a job that is repeated once from outside',
    invariants: ONCE,
    client: async (options) => {
      const job = async (): Promise<void> => {
        const service = serviceOf(options);
        const runID = await tryAgain(() => service.execute('refund', 'AB1', { key: newKey() }));
        await service.status(runID);
      };
      await job().catch(job);
    },
  },
  // An outcome that is guessed from an error.
  {
    name: 'takes a lost answer for a failure, and compensates by another refund',
    invariants: ONCE,
    client: async (options) => {
      const service = serviceOf(options);
      await service
        .execute('refund', 'AB1', { key: 'first' })
        .catch(() => service.execute('refund', 'AB1', { key: 'second' }));
    },
  },
  {
    name: 'takes any answer for a success',
    isTypical: true,
    invariants: ['exit 0 means refund per order_id'],
    client: async (options) => {
      await serviceOf(options)
        .execute('refund', 'AB1', { key: 'refund-AB1' })
        .catch(() => undefined);
    },
  },
  {
    name: 'takes a server error for an execution',
    invariants: ['exit 0 means refund per order_id'],
    client: async (options) => {
      await serviceOf(options)
        .execute('refund', 'AB1', { key: 'refund-AB1' })
        .catch((error: unknown) => {
          if (!(error instanceof StatusError) || error.status < 500) throw error;
        });
    },
  },
  {
    name: 'sends no mail when the refund answered late',
    invariants: ['exit 0 means mail per order_id'],
    client: async (options) => {
      const service = serviceOf(options);
      const first = { isSure: true };
      await tryAgain(() =>
        service.execute('refund', 'AB1', { key: 'refund-AB1' }).catch((error: unknown) => {
          first.isSure = false;
          throw error;
        }),
      );
      if (first.isSure) await tryAgain(() => service.execute('mail', 'AB1', { key: 'mail-AB1' }));
    },
  },
  // No recovery at all.
  {
    name: 'never tries again',
    isTypical: true,
    invariants: ['recovers'],
    client: (options) => serviceOf(options).execute('refund', 'AB1', { key: 'refund-AB1' }),
  },
  {
    name: 'tries reads never again',
    invariants: ['recovers'],
    client: async (options) => {
      const service = serviceOf(options);
      await service.status(await tryAgain(() => service.execute('refund', 'AB1', { key: 'refund-AB1' })));
    },
  },
  {
    name: 'waits for a run for ever when a read fails',
    isTypical: true,
    invariants: ['ends'],
    client: async (options) => {
      const service = serviceOf(options);
      const runID = await tryAgain(() => service.execute('refund', 'AB1', { key: 'refund-AB1' }));
      await service.status(runID).catch(
        () =>
          new Promise((_, reject) => {
            options.signal.addEventListener('abort', () => reject(new Error('stopped')));
          }),
      );
    },
  },
  {
    name: 'repeats before Retry-After is over',
    invariants: ['no error findings'],
    client: (options) =>
      tryAgain(() => serviceOf(options).execute('refund', 'AB1', { key: 'refund-AB1' }), {
        ...GOOD,
        obeysRetryAfter: false,
      }),
  },
  // A check before an action, which another worker or a lost answer invalidates.
  {
    name: 'asks whether it was done, and does it when the question fails',
    invariants: ONCE,
    client: (options) =>
      tryAgain(async () => {
        const service = serviceOf(options);
        const known = await service.newest('refund', 'AB1').catch(() => undefined);
        if (known === undefined) await service.execute('refund', 'AB1', { key: newKey() });
        if ((await service.newest('refund', 'AB1')) === undefined) throw new Error('not refunded');
      }),
  },
  {
    name: 'two workers that both ask first, one a moment later',
    isTypical: true,
    invariants: ONCE,
    order: true,
    client: async (options) => {
      const service = serviceOf(options);
      const worker = async (): Promise<void> => {
        if ((await tryAgain(() => service.newest('refund', 'AB1'))) !== undefined) return;
        await tryAgain(() => service.execute('refund', 'AB1', { key: newKey() }));
      };
      const mailed = tryAgain(() => service.execute('mail', 'AB1', { key: 'mail-AB1' }));
      const first = worker();
      await Promise.race([first, mailed.then(() => new Promise((resolve) => setTimeout(resolve, 2000)))]);
      await Promise.all([first, worker(), mailed]);
    },
  },
  {
    name: 'pays in a second way when the first is not seen in time',
    invariants: ['always runs.filter((run) => run.task === "refund" || run.task === "pay").length < 2'],
    client: async (options) => {
      const service = serviceOf(options);
      await service.execute('refund', 'AB1', { key: 'refund-AB1' }).catch(async () => {
        await service.execute('pay', 'AB1', { key: 'pay-AB1' });
      });
    },
  },
  {
    name: 'two faults: the first is tried again well, the second with a new key',
    invariants: ONCE,
    client: async (options) => {
      const service = serviceOf(options);
      const key = 'refund-AB1';
      await service.execute('refund', 'AB1', { key }).catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await service
          .execute('refund', 'AB1', { key })
          .catch(() => service.execute('refund', 'AB1', { key: newKey() }));
      });
    },
  },
];
