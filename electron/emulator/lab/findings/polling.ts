import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import { NONE, trim, type Detector, type Occurrence } from './detector.ts';
import type { ObservedRequest } from './observed-request.ts';

const MAX_RUNS = 2000;
const MOST_READS_PER_SECOND = 5;
const SECONDS = 3;
const READS_AFTER_END = 5;
/** Requests kept as evidence. */
const EVIDENCE = 20;

/** Reads of one run by one client. */
interface Reads {
  /** Reads in each of the latest seconds, the present one last, and when that began. */
  seconds: number[];
  secondBegan: number;
  total: number;
  /** Machine time at which the client saw the end, and the reads that began after it. */
  endSeenAt: number;
  afterEnd: number;
  latest: ObservedRequest[];
}

/** Finds runs that are read too often, or after the client saw that they ended. */
export function polling(): Detector {
  const runs = new Map<string, Reads>();
  return {
    observe: (request) => {
      if (request.operation !== 'runs/get' || request.runStatus === '' || request.isSpoiled) return NONE;
      const id = `${request.sender}\n${request.runID}`;
      const reads = runs.get(id) ?? noReads(request);
      runs.delete(id);
      runs.set(id, reads);
      trim(runs, MAX_RUNS);
      reads.latest.push(request);
      if (reads.latest.length > EVIDENCE) reads.latest.shift();
      reads.total += 1;
      const isEnded = TERMINAL_RUN_STATUSES.has(request.runStatus);
      if (isEnded) return afterEnd(id, reads, request);
      return countSecond(reads, request) ? [fastPolling(id, reads, request)] : NONE;
    },
    clear: () => runs.clear(),
  };
}

function noReads({ startedAt }: ObservedRequest): Reads {
  return { seconds: [0], secondBegan: startedAt, total: 0, endSeenAt: Infinity, afterEnd: 0, latest: [] };
}

/** Counts a read in its second; true when the whole seconds before it have too many. */
function countSecond(reads: Reads, { startedAt }: ObservedRequest): boolean {
  const passed = Math.floor((startedAt - reads.secondBegan) / 1000);
  if (passed > 0) {
    const gone = Array.from({ length: Math.min(passed, SECONDS + 1) }, () => 0);
    reads.seconds = [...reads.seconds, ...gone].slice(-SECONDS - 1);
    reads.secondBegan += passed * 1000;
  }
  reads.seconds[reads.seconds.length - 1] = (reads.seconds.at(-1) ?? 0) + 1;
  const whole = reads.seconds.slice(0, -1);
  return whole.length === SECONDS && whole.every((count) => count > MOST_READS_PER_SECOND);
}

function fastPolling(subject: string, { seconds, latest, total }: Reads, { runID }: ObservedRequest): Occurrence {
  return {
    rule: 'fast-polling',
    subject,
    message: `The unfinished run ${runID} was read ${seconds.slice(0, -1).join(', then ')} times a second.`,
    requests: latest,
    runIDs: [runID],
    calls: total,
  };
}

function afterEnd(subject: string, reads: Reads, request: ObservedRequest): readonly Occurrence[] {
  const { runID, runStatus } = request;
  // Reads that were on their way could not know of it.
  if (request.startedAt >= reads.endSeenAt) reads.afterEnd += 1;
  reads.endSeenAt = Math.min(reads.endSeenAt, request.endedAt);
  if (reads.afterEnd < READS_AFTER_END) return NONE;
  return [
    {
      rule: 'polling-after-end',
      subject,
      message: `The run ${runID} was read ${reads.afterEnd} times after its answer said ${runStatus}.`,
      requests: reads.latest,
      runIDs: [runID],
      calls: reads.afterEnd,
    },
  ];
}
