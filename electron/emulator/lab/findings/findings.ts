import type { Finding } from '../../../../shared/contract/emulator/findings.ts';
import { FINDING_RULES, type FindingRule } from '../../../../shared/registry/finding-rules.ts';
import { formatTimestamp, type Micros } from '../../../../shared/values/timestamp.ts';
import type { Ids, MachineClock } from '../../engine/context/ports.ts';
import { callAttempts } from './call-attempts.ts';
import {
  missingBuiltIns,
  NONE,
  type Detector,
  type Occurrence,
  ignoredValues,
  reusedKeys,
  unreadPages,
  unreadRuns,
} from './detectors.ts';
import { trim } from '../../../../shared/values/trim.ts';
import type { ObservedRequest } from './observed-request.ts';
import { polling } from './polling.ts';

/** Maximum number of findings, and of request and run IDs of each. */
const MAX_FINDINGS = 1000;
const MAX_IDS = 100;
/** Maximum number of queued requests; above it, requests are observed at once. */
const MAX_QUEUED = 250;
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
  /** Faults with unused `times`. */
  readonly unusedFaults: () => readonly { readonly slug: string; readonly text: string }[];
  /** Reports an error of Hangar itself. */
  readonly reportError: (error: unknown) => void;
}

/** A mistake without requests. */
export interface Remark {
  readonly rule: FindingRule;
  readonly subject: string;
  readonly message: string;
  readonly runIDs: readonly string[];
}

/** A stored finding. Formatted when it is read, since every request may repeat the mistake. */
interface KeptFinding {
  /** The latest occurrence. */
  occurrence: Occurrence;
  count: number;
  readonly firstAt: Micros;
  readonly requests: ObservedRequest[];
  readonly runIDs: Set<string>;
}

/** Mistakes of clients (lab, "Findings"). */
export class Findings {
  readonly #ports: FindingPorts;
  readonly #detectors: readonly Detector[] = [
    callAttempts(),
    reusedKeys(),
    polling(),
    ignoredValues(),
    missingBuiltIns(),
    unreadPages(),
    unreadRuns(),
  ];
  /** By rule and subject, in the order of their discovery. */
  readonly #kept = new Map<string, KeptFinding>();
  /** Findings of a bundle. */
  #restored: readonly Finding[] = [];
  #queue: ObservedRequest[] = [];
  #cancel: (() => void) | undefined;

  constructor(ports: FindingPorts) {
    this.#ports = ports;
  }

  /** Queues a finished request. */
  add(request: ObservedRequest): void {
    this.#queue.push(request);
    if (this.#queue.length >= MAX_QUEUED) this.#observeAll();
    else this.#cancel ??= this.#ports.clock.after(DELAY, () => this.#observeAll());
  }

  /** Adds a mistake without requests. */
  remark(remark: Remark): void {
    this.#keep({ ...remark, requests: [] });
    this.#ports.changed();
  }

  /** The findings, newest first. */
  readonly list = (): Finding[] => {
    this.#observeAll();
    const now = this.#ports.clock.monotonic();
    return this.#sorted(
      this.#detectors.flatMap((detector) => detector.open?.(now) ?? []),
      this.#restored,
    );
  };

  /** Replaces all findings by those of an archive. They are not found again at the end. */
  replace(findings: readonly Finding[]): void {
    this.clear();
    this.#restored = findings;
  }

  /** Adds findings that were cleared to those found since. */
  putBack(before: readonly Finding[]): void {
    const known = new Set(before.map(({ id }) => id));
    this.replace([...before, ...this.list().filter(({ id }) => !known.has(id))]);
    this.#ports.changed();
  }

  /** The findings as if no request followed, newest first, including unread runs and unused faults. */
  readonly atEnd = (): Finding[] => {
    this.#observeAll();
    const left = this.#detectors.flatMap(({ open, atEnd }) => [...(open?.(Infinity) ?? []), ...(atEnd?.() ?? [])]);
    const unused = this.#ports.unusedFaults().map(({ slug, text }): Occurrence => ({
      ...{ rule: 'fault-unused', subject: slug, message: text, requests: [], runIDs: [] },
    }));
    return this.#sorted([...left, ...unused]);
  };

  /** Forgets the requests of clients, but keeps the findings. For a replaced state. */
  forgetRequests(): void {
    this.#observeAll();
    for (const detector of this.#detectors) detector.clear();
  }

  /** Clears the findings and forgets the requests of clients. */
  readonly clear = (): void => {
    this.forgetRequests();
    this.#kept.clear();
    this.#restored = [];
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
    for (const request of queue) {
      for (const detector of this.#detectors) {
        for (const occurrence of this.#observed(detector, request)) {
          this.#keep(occurrence);
          isChanged = true;
        }
      }
    }
    if (isChanged) this.#ports.changed();
  }

  /** A failing detector must not affect the others. */
  #observed(detector: Detector, request: ObservedRequest): readonly Occurrence[] {
    try {
      return detector.observe(request);
    } catch (error) {
      this.#ports.reportError(error);
      return NONE;
    }
  }

  /** Merges an occurrence with earlier ones of the same rule and subject. */
  #keep(occurrence: Occurrence): void {
    const id = keyOf(occurrence);
    const known = this.#kept.get(id);
    const kept = known ?? this.#newFinding(occurrence);
    if (known === undefined) {
      this.#kept.set(id, kept);
      trim(this.#kept, MAX_FINDINGS);
    }
    kept.occurrence = occurrence;
    kept.count += 1;
    addEvidence(kept, occurrence);
  }

  #newFinding(occurrence: Occurrence): KeptFinding {
    const firstAt = occurrence.requests[0]?.at ?? this.#ports.now();
    return { occurrence, count: 0, firstAt, requests: [], runIDs: new Set() };
  }

  #finding(kept: KeptFinding): Finding {
    // A continuing mistake has counted further requests.
    addEvidence(kept, kept.occurrence);
    const { occurrence, count, firstAt, requests, runIDs } = kept;
    const { rule, message, calls = count } = occurrence;
    const last = occurrence.requests.at(-1);
    const mask = last?.mask ?? ((text: string): string => text);
    return {
      id: `fnd${this.#ports.ids.digest(keyOf(occurrence)).slice(0, 16)}`,
      rule,
      level: FINDING_RULES[rule].level,
      message: mask(message),
      client: mask(last?.client ?? ''),
      apiKey: this.#ports.keyName(last?.callerID ?? ''),
      firstAt: formatTimestamp(firstAt),
      lastAt: formatTimestamp(last?.at ?? firstAt),
      count: calls,
      requestIDs: requests.slice(-MAX_IDS).map(({ id }) => id),
      runIDs: [...runIDs].slice(-MAX_IDS),
    };
  }

  #sorted(others: readonly Occurrence[], restored: readonly Finding[] = []): Finding[] {
    const more = others.map((occurrence) => ({ ...this.#newFinding(occurrence), count: 1 }));
    const found = [...this.#kept.values(), ...more].reverse().map((kept) => this.#finding(kept));
    const ids = new Set(found.map(({ id }) => id));
    return [...found, ...restored.filter(({ id }) => !ids.has(id))].sort((a, b) =>
      a.lastAt === b.lastAt ? 0 : a.lastAt < b.lastAt ? 1 : -1,
    );
  }
}

function keyOf({ rule, subject }: Pick<Occurrence, 'rule' | 'subject'>): string {
  return `${rule}\n${subject}`;
}

/** Adds new requests and runs of an occurrence. Keeps at most twice the number shown. */
function addEvidence({ requests, runIDs }: KeptFinding, occurrence: Occurrence): void {
  const found = occurrence.requests;
  const last = requests.at(-1);
  // Evidence is ordered, and most of it is known from the previous occurrence.
  let from = found.length;
  while (from > 0 && found[from - 1] !== last) from -= 1;
  for (const request of found.slice(from)) if (!requests.includes(request)) requests.push(request);
  if (requests.length > 2 * MAX_IDS) requests.splice(0, requests.length - MAX_IDS);
  for (const id of occurrence.runIDs) if (id !== '') runIDs.add(id);
  trim(runIDs, MAX_IDS);
}
