import type { Handler } from './command.ts';
import type { SETTLED_FLAGS, WAIT_RUN_FLAGS } from './flags.ts';
import { exitOf } from './follow-work.ts';

/** Waits until all runs have ended or wait. */
export const waitSettled: Handler<typeof SETTLED_FLAGS> = async ({ flags, out, hangar }) => {
  const { api } = await hangar();
  const settled = await api.wait({ body: { for: 'settled', timeoutSeconds: flags.timeout ?? 10 } });
  const waiting = 'waiting' in settled ? settled.waiting : [];
  out.table(settled, {
    head: ['run', 'waits for', 'until'],
    rows: waiting.map(({ runID, on, until }) => [runID, on, until ?? '']),
    none: 'All runs have ended.',
  });
};

/** Waits until a run has ended, or has a status. */
export const waitRun: Handler<typeof WAIT_RUN_FLAGS> = async ({ operands: [runID = ''], flags, out, hangar }) => {
  const { api } = await hangar();
  const status = flags.status === undefined ? {} : { status: flags.status };
  const answer = await api.wait({ body: { for: 'run', runID, ...status, timeoutSeconds: flags.timeout ?? 10 } });
  const run = 'run' in answer ? answer.run : undefined;
  out.show(answer, `${runID}: ${run?.status ?? ''}`);
  return flags.status === undefined ? exitOf(run?.status ?? '') : undefined;
};
