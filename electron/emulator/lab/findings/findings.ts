import type { Finding } from '../../../../shared/contract/emulator/findings.ts';
import { FINDING_RULES, type FindingRule } from '../../../../shared/registry/finding-rules.ts';
import { formatTimestamp, type Micros } from '../../../../shared/values/timestamp.ts';
import type { Ids, MachineClock } from '../../engine/ports.ts';
import { callAttempts } from './call-attempts.ts';
import { trim, type Detector, type Occurrence } from './detector.ts';
import { ignoredValues } from './ignored-values.ts';
import type { ObservedRequest } from './observed-request.ts';
import { polling } from './polling.ts';
import { reusedKeys } from './reused-keys.ts';
import { unreadPages } from './unread-pages.ts';
import { unreadRuns } from './unread-runs.ts';

const MAX_FINDINGS = 1000;
const MAX_IDS = 100;
/** Requests that wait to be observed; more are observed at once. */
const MAX_QUEUED = 2000;
/** Milliseconds between a request and its observation. */
const DELAY = 100;

/** Dependencies of findings. */
export interface FindingPorts {
  readonly clock: Pick<MachineClock, 'after' | 'monotonic'>;
  readonly ids: Pick<Ids, 'digest'>;
  /** The name of the API key that acts as a user; "" for none. */
  readonly keyName: (userID: string) => string;
  /** The emulated time. */
  readonly now: () => Micros;
  /** Called soon after findings changed. */
  readonly changed: () => void;
  /** Faults with `times` that were met less often. */
  readonly unusedFaults: () => readonly { readonly slug: string; readonly text: string }[];
  /** Reports a fault of Hangar itself. */
  readonly fault: (error: unknown) => void;
}

/** A mistake that is not about requests. */
export interface Remark {
  readonly rule: FindingRule;
  readonly subject: string;
  readonly message: string;
  readonly runIDs: readonly string[];
}

/** Mistakes of clients (lab, "Findings"). */
export class Findings {
  readonly #ports: FindingPorts;
  readonly #detectors: readonly Detector[] = [
    callAttempts(),
    reusedKeys(),
    polling(),
    ignoredValues(),
    unreadPages(),
    unreadRuns(),
  ];
  /** By ID; the one that occurred last is last. */
  readonly #found = new Map<string, Finding>();
  #queue: (() => ObservedRequest)[] = [];
  #cancel: (() => void) | undefined;

  constructor(ports: FindingPorts) {
    this.#ports = ports;
  }

  /** Queues a request that has ended. @param read describes it; called later */
  add(read: () => ObservedRequest): void {
    this.#queue.push(read);
    if (this.#queue.length >= MAX_QUEUED) this.#observeAll();
    else this.#cancel ??= this.#ports.clock.after(DELAY, () => this.#observeAll());
  }

  /** Adds a mistake that is not about requests. */
  remark(remark: Remark): void {
    const at = formatTimestamp(this.#ports.now());
    this.#keep(this.#finding(remark, { client: '', apiKey: '', firstAt: at, lastAt: at, requestIDs: [] }));
    this.#ports.changed();
  }

  /** The findings, newest first. */
  readonly list = (): Finding[] => {
    this.#observeAll();
    const open = this.#detectors.flatMap((detector) => detector.open?.(this.#ports.clock.monotonic()) ?? []);
    return this.#sorted(open.map((occurrence) => this.#ofRequests(occurrence)));
  };

  /** The findings if no request follows, newest first: also runs that nobody read, and faults that were not used up. */
  readonly atEnd = (): Finding[] => {
    this.#observeAll();
    const left = this.#detectors.flatMap(({ open, atEnd }) => [...(open?.(Infinity) ?? []), ...(atEnd?.() ?? [])]);
    const at = formatTimestamp(this.#ports.now());
    const unused = this.#ports
      .unusedFaults()
      .map(({ slug, text }) =>
        this.#finding(
          { rule: 'fault-unused', subject: slug, message: text, runIDs: [] },
          { client: '', apiKey: '', firstAt: at, lastAt: at, requestIDs: [] },
        ),
      );
    return this.#sorted([...left.map((occurrence) => this.#ofRequests(occurrence)), ...unused]);
  };

  /** Forgets what clients have done, but keeps the findings. For a state that was replaced. */
  forgetRequests(): void {
    this.#observeAll();
    for (const detector of this.#detectors) detector.clear();
  }

  /** Forgets the findings, and what clients have done. */
  readonly clear = (): void => {
    this.forgetRequests();
    this.#found.clear();
    this.#ports.changed();
  };

  /** Ends the observation. */
  stop(): void {
    this.#cancel?.();
    this.#queue = [];
  }

  #observeAll(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#queue.length === 0) return;
    const queue = this.#queue;
    this.#queue = [];
    let isChanged = false;
    for (const read of queue) {
      const request = read();
      for (const detector of this.#detectors) {
        for (const occurrence of this.#observed(detector, request)) {
          this.#keep(this.#merged(occurrence));
          isChanged = true;
        }
      }
    }
    if (isChanged) this.#ports.changed();
  }

  /** A detector that fails must not keep the others from observing. */
  #observed(detector: Detector, request: ObservedRequest): readonly Occurrence[] {
    try {
      return detector.observe(request);
    } catch (error) {
      this.#ports.fault(error);
      return [];
    }
  }

  #keep(finding: Finding): void {
    this.#found.delete(finding.id);
    this.#found.set(finding.id, finding);
    trim(this.#found, MAX_FINDINGS);
  }

  /** The finding of an occurrence, together with earlier ones of the same rule and subject. */
  #merged(occurrence: Occurrence): Finding {
    const latest = this.#ofRequests(occurrence);
    const before = this.#found.get(latest.id);
    if (before === undefined) return latest;
    return {
      ...latest,
      firstAt: before.firstAt,
      count: occurrence.calls ?? before.count + 1,
      requestIDs: together(before.requestIDs, latest.requestIDs),
      runIDs: together(before.runIDs, latest.runIDs),
    };
  }

  #ofRequests(occurrence: Occurrence): Finding {
    const { requests, calls } = occurrence;
    const [first, last] = [requests[0], requests.at(-1)];
    const finding = this.#finding(occurrence, {
      client: last?.client ?? '',
      apiKey: this.#ports.keyName(last?.callerID ?? ''),
      firstAt: formatTimestamp(first?.at ?? this.#ports.now()),
      lastAt: formatTimestamp(last?.at ?? this.#ports.now()),
      requestIDs: requests.map(({ id }) => id),
    });
    return { ...finding, count: calls ?? 1 };
  }

  #finding(
    { rule, subject, message, runIDs }: Remark,
    facts: Pick<Finding, 'client' | 'apiKey' | 'firstAt' | 'lastAt' | 'requestIDs'>,
  ): Finding {
    const id = `fnd${this.#ports.ids.digest(JSON.stringify([rule, subject])).slice(0, 16)}`;
    return {
      ...{ id, rule, level: FINDING_RULES[rule].level, message },
      ...facts,
      count: 1,
      requestIDs: together([], facts.requestIDs),
      runIDs: together([], runIDs),
    };
  }

  #sorted(others: readonly Finding[]): Finding[] {
    const all = [...this.#found.values(), ...others].reverse();
    return all.sort((a, b) => (a.lastAt === b.lastAt ? 0 : a.lastAt < b.lastAt ? 1 : -1));
  }
}

/** The latest distinct IDs of two lists. */
function together(before: readonly string[], after: readonly string[]): string[] {
  return [...new Set([...before, ...after])].filter((id) => id !== '').slice(-MAX_IDS);
}
