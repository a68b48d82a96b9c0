import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import { trimInBatches } from '../../../../shared/values/trim.ts';
import { NONE, type Detector } from './detector.ts';
import type { ObservedRequest } from './observed-request.ts';

/** Maximum number of unread runs that are remembered. */
const MAX_RUNS = 10_000;

/** Finds runs executed by clients without reading the result: neither a final status nor an output. */
export function unreadRuns(): Detector {
  const unread = new Map<string, ObservedRequest>();
  return {
    observe: (request) => {
      const { operation, executed, runID, runStatus, listedRuns, status } = request;
      if ((operation === 'tasks/execute' || operation === 'runs/create') && executed !== '') {
        unread.set(runID, request);
        trimInBatches(unread, MAX_RUNS);
      }
      if (unread.size === 0) return NONE;
      if (operation === 'runs/getOutputs' && status === 200) unread.delete(runID);
      if (runStatus !== '' && TERMINAL_RUN_STATUSES.has(runStatus)) unread.delete(runID);
      for (const run of listedRuns) if (TERMINAL_RUN_STATUSES.has(run.status)) unread.delete(run.id);
      return NONE;
    },
    atEnd: () => {
      const bySender = new Map<string, ObservedRequest[]>();
      for (const request of unread.values()) {
        const known = bySender.get(request.sender);
        if (known === undefined) bySender.set(request.sender, [request]);
        else known.push(request);
      }
      return [...bySender].map(([subject, requests]) => ({
        rule: 'unread-run' as const,
        subject,
        message: `The outcome of ${requests.length === 1 ? 'a run' : `${requests.length} runs`} was never read.`,
        requests,
        runIDs: requests.map(({ runID }) => runID),
        calls: requests.length,
      }));
    },
    clear: () => unread.clear(),
  };
}
