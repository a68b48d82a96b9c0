import type { FindingRule } from '../../../../shared/registry/finding-rules.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import { trimInBatches } from '../../../../shared/values/trim.ts';
import { NONE, type Detector, type Occurrence } from './detectors.ts';
import type { ObservedRequest } from './observed-request.ts';

/** Maximum number of runs whose reads are counted. */
const MAX_RUNS = 2000;
/** More reads than this in each of so many seconds in a row are a finding. */
const MAX_READS_PER_SECOND = 5;
const SECONDS = 3;
/** Number of reads after the end that are a finding. */
const MIN_READS_AFTER_END = 5;
/** Requests kept as evidence. */
const EVIDENCE = 20;

/** Reads of one run by one client. */
interface Reads {
  readonly sender: string;
  readonly runID: string;
  /** Reads in each of the latest seconds, the current one last, and the start of that one. */
  seconds: number[];
  secondBegan: number;
  total: number;
  /** Machine time at which the client saw the end, and the number of later reads. */
  endSeenAt: number;
  afterEnd: number;
  readonly latest: ObservedRequest[];
  /** Mistakes found so far, which count further reads. */
  found: readonly FindingRule[];
}

const NO_MISTAKES: readonly FindingRule[] = [];

/** Finds runs that are read too often, or after the client saw their end. */
export function polling(): Detector {
  const runs = new Map<string, Reads>();
  /** The previous one, since most reads are of the same run as the previous read. */
  let last: Reads | undefined;

  const readsOf = (request: ObservedRequest): Reads => {
    const id = subjectOf(request);
    const known = runs.get(id);
    if (known !== undefined) return known;
    const reads = noReads(request);
    runs.set(id, reads);
    trimInBatches(runs, MAX_RUNS);
    return reads;
  };

  return {
    observe: (request) => {
      if (request.operation !== 'runs/get' || request.runStatus === '' || request.isSpoiled) return NONE;
      const reads = last?.runID === request.runID && last.sender === request.sender ? last : readsOf(request);
      last = reads;
      reads.latest.push(request);
      if (reads.latest.length > EVIDENCE) reads.latest.shift();
      reads.total += 1;
      const rule = TERMINAL_RUN_STATUSES.has(request.runStatus)
        ? countAfterEnd(reads, request)
        : countSecond(reads, request);
      if (rule === undefined || reads.found.includes(rule)) return NONE;
      reads.found = [...reads.found, rule];
      return [MISTAKES[rule](reads)];
    },
    clear: () => {
      runs.clear();
      last = undefined;
    },
  };
}

function subjectOf({ sender, runID }: Pick<Reads, 'sender' | 'runID'>): string {
  return `${sender}\n${runID}`;
}

function noReads({ startedAt, sender, runID }: ObservedRequest): Reads {
  // One literal: a spread with further fields takes microseconds.
  return {
    sender,
    runID,
    seconds: [0],
    secondBegan: startedAt,
    total: 0,
    endSeenAt: Infinity,
    afterEnd: 0,
    latest: [],
    found: NO_MISTAKES,
  };
}

/** Counts a read in its second, and finds that each of the seconds before had too many. */
function countSecond(reads: Reads, { startedAt }: ObservedRequest): 'fast-polling' | undefined {
  const passed = Math.floor((startedAt - reads.secondBegan) / 1000);
  if (passed > 0) {
    const gone = Array.from({ length: Math.min(passed, SECONDS + 1) }, () => 0);
    reads.seconds = [...reads.seconds, ...gone].slice(-SECONDS - 1);
    reads.secondBegan += passed * 1000;
  }
  reads.seconds[reads.seconds.length - 1] = (reads.seconds.at(-1) ?? 0) + 1;
  const whole = reads.seconds.slice(0, -1);
  const isFast = whole.length === SECONDS && whole.every((count) => count > MAX_READS_PER_SECOND);
  return isFast ? 'fast-polling' : undefined;
}

function countAfterEnd(reads: Reads, { startedAt, endedAt }: ObservedRequest): 'polling-after-end' | undefined {
  // Reads in flight do not count: their client did not know the end.
  if (startedAt >= reads.endSeenAt) reads.afterEnd += 1;
  reads.endSeenAt = Math.min(reads.endSeenAt, endedAt);
  return reads.afterEnd < MIN_READS_AFTER_END ? undefined : 'polling-after-end';
}

/** The findings about the reads of a run. They count further reads by themselves. */
const MISTAKES = {
  'fast-polling': (reads: Reads): Occurrence => ({
    rule: 'fast-polling',
    subject: subjectOf(reads),
    message: `The unfinished run ${reads.runID} was read ${reads.seconds.slice(0, -1).join(', then ')} times a second.`,
    requests: reads.latest,
    runIDs: [reads.runID],
    get calls() {
      return reads.total;
    },
  }),
  'polling-after-end': (reads: Reads): Occurrence => ({
    rule: 'polling-after-end',
    subject: subjectOf(reads),
    get message() {
      return `The run ${reads.runID} was read ${reads.afterEnd} times after its answer said that it had ended.`;
    },
    requests: reads.latest,
    runIDs: [reads.runID],
    get calls() {
      return reads.afterEnd;
    },
  }),
} as const;
