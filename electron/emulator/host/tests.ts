import { gzip, gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { SuiteTest, TestDetail, TestOutcome, TestRow, TestView } from '../../../shared/contract/emulator/tests.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';
import { formatTimestamp } from '../../../shared/values/timestamp.ts';
import type { EngineEvent, MachineClock } from '../engine/context/ports.ts';
import { parseOwnJson } from '../../../shared/values/json.ts';

/** Maximum number of ended tests that are listed. */
const MAX_ENDED = 2000;

/** Dependencies of the list of tests. */
interface TestPorts {
  readonly clock: MachineClock;
  readonly emit: (event: EngineEvent) => void;
  readonly reportError: (error: unknown) => void;
}

/** A test that begins. */
interface NewTest {
  readonly id: string;
  readonly test: SuiteTest;
  readonly url: string;
  readonly server: TestedServer;
}

interface Entry {
  readonly id: string;
  readonly test: SuiteTest;
  readonly startedAt: string;
  readonly began: number;
  /** The running emulator; `undefined` once it has ended. */
  running: Pick<NewTest, 'url' | 'server'> | undefined;
  outcome: TestOutcome | null;
  milliseconds: number | undefined;
  endedAt: string | null;
  counts: ReturnType<TestedServer['testCounts']>;
  kept: KeptTest | undefined;
}

/** The tests whose sandboxes run, and those that have ended, with what is kept of them. */
export class Tests {
  readonly #ports: TestPorts;
  /** In the order of their beginnings. */
  readonly #entries = new Map<string, Entry>();
  /** In the order of their ends. */
  #ended: readonly Entry[] = [];

  constructor(ports: TestPorts) {
    this.#ports = ports;
  }

  /** The tests, newest first. */
  list(): TestRow[] {
    return [...this.#entries.values()].map(this.#row).reverse();
  }

  /** The test with this ID; `undefined` for none. */
  find(id: string): TestRow | undefined {
    const entry = this.#entries.get(id);
    return entry && this.#row(entry);
  }

  /** A test with what happened in its emulator. Throws 404. */
  async detail(id: string): Promise<TestDetail> {
    const { began, running, kept } = this.#require(id);
    const view = running?.server.testView(began) ?? (kept === undefined ? null : await keptView(kept));
    return { row: this.#row(this.#require(id)), view };
  }

  /** The bundle of a test. Throws 404 when it is no longer kept. */
  async bundle(id: string): Promise<Uint8Array> {
    const { began, running, kept } = this.#require(id);
    const known = kept ?? (running && (await keepTest(running.server, began)));
    if (known === undefined) throw new ApiError('not_found', `The bundle of this test is no longer kept.`);
    return known.bundle;
  }

  /** Adds a test that runs. */
  begin({ id, test, ...running }: NewTest): void {
    const { clock } = this.#ports;
    this.#entries.set(id, {
      ...{ id, test, running, outcome: null, milliseconds: undefined, endedAt: null, kept: undefined },
      ...{ startedAt: formatTimestamp(clock.now()), began: clock.monotonic(), counts: running.server.testCounts() },
    });
    this.changed(id);
  }

  /** Says that something happened in the emulator of a test. */
  changed(id: string): void {
    if (this.#entries.has(id)) this.#ports.emit({ type: 'test', id });
  }

  /** Tells the outcome of a test; a later one counts. Throws 404. */
  tell(id: string, outcome: TestOutcome): TestRow {
    const entry = this.#require(id);
    entry.outcome = outcome;
    if (entry.running !== undefined) entry.milliseconds = this.#since(entry);
    this.#shrink();
    this.changed(id);
    return this.#row(entry);
  }

  /** Keeps the end of a test, if the sandbox is for one, before its emulator stops. */
  async end(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry?.running === undefined) return;
    const { server } = entry.running;
    entry.milliseconds ??= this.#since(entry);
    try {
      entry.kept = await keepTest(server, entry.began);
    } catch (error) {
      this.#ports.reportError(error);
    }
    entry.counts = server.testCounts();
    entry.endedAt = formatTimestamp(this.#ports.clock.now());
    entry.running = undefined;
    this.#ended = [...this.#ended, entry];
    this.#shrink();
    this.changed(id);
  }

  /** Forgets the tests that have ended. Returns a function that puts them back; `undefined` when there were none. */
  forget(): (() => void) | undefined {
    const before = this.#ended;
    if (before.length === 0) return undefined;
    this.#ended = [];
    for (const { id } of before) this.#entries.delete(id);
    this.#ports.emit({ type: 'tests' });
    return () => this.#putBack(before);
  }

  #putBack(before: readonly Entry[]): void {
    const since = [...this.#entries.values()];
    this.#entries.clear();
    for (const entry of [...before, ...since]) this.#entries.set(entry.id, entry);
    this.#ended = [...before, ...this.#ended];
    this.#shrink();
    this.#ports.emit({ type: 'tests' });
  }

  /** Drops what is too old. */
  #shrink(): void {
    for (const { id } of this.#ended.slice(0, -MAX_ENDED)) this.#entries.delete(id);
    this.#ended = this.#ended.slice(-MAX_ENDED);
    const kept = this.#ended.filter((entry) => entry.kept !== undefined);
    const keepable = kept.map((entry) => ({ entry, isPassed: isPassed(entry), bytes: bytesOf(entry) }));
    for (const { entry } of notKept(keepable)) {
      entry.kept = undefined;
      this.changed(entry.id);
    }
  }

  #require(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    throw new ApiError('not_found', `There is no test "${quoteForMessage(id)}"; it may be too old.`);
  }

  #since({ began }: Entry): number {
    return Math.round(this.#ports.clock.monotonic() - began);
  }

  readonly #row = (entry: Entry): TestRow => {
    const { id, test, outcome, running, startedAt, endedAt, milliseconds, kept } = entry;
    const { calls, findings } = running?.server.testCounts() ?? entry.counts;
    return {
      ...{ id, test, outcome, startedAt, endedAt, calls, findings },
      state: outcome?.state ?? (running === undefined ? 'ended' : 'running'),
      url: running?.url ?? '',
      milliseconds: milliseconds ?? this.#since(entry),
      ...{ kept: kept !== undefined, bytes: bytesOf(entry) },
    };
  };
}

function isPassed({ outcome }: Entry): boolean {
  return outcome?.state === 'passed';
}

function bytesOf({ kept }: Entry): number {
  return kept === undefined ? 0 : bytesOfKept(kept);
}

/** Maximum numbers of kept tests, and their maximum size together in bytes. */
export const KEPT_TESTS = { passed: 50, others: 200, bytes: 256_000_000 } as const;

/** The end of a test as it is kept: its bundle, and its view as compressed JSON. */
interface KeptTest {
  readonly bundle: Buffer;
  readonly view: Buffer;
}

/** The emulator of a test, as the list of tests reads it. */
export interface TestedServer {
  readonly testCounts: () => { readonly calls: number; readonly findings: number };
  /** @param began when the test began, on the clock that never goes back */
  readonly testView: (began: number) => TestView;
  readonly bundle: () => Promise<ReadableStream<Uint8Array>>;
}

/** Reads what is kept of a test from its emulator; `undefined` when it is larger than all tests together may be. */
async function keepTest(server: TestedServer, began: number): Promise<KeptTest | undefined> {
  const view = await promisify(gzip)(JSON.stringify(server.testView(began)));
  const pieces: Uint8Array[] = [];
  let size = view.length;
  for await (const piece of await server.bundle()) {
    size += piece.length;
    if (size > KEPT_TESTS.bytes) return undefined;
    pieces.push(piece);
  }
  return { bundle: Buffer.concat(pieces), view };
}

/** Reads the view of a kept test. */
async function keptView({ view }: KeptTest): Promise<TestView> {
  return parseOwnJson<TestView>((await promisify(gunzip)(view)).toString());
}

/** Size of a kept test in bytes. */
function bytesOfKept({ bundle, view }: KeptTest): number {
  return bundle.length + view.length;
}

/** An ended test, as far as the rules of keeping see it. */
interface Keepable {
  readonly isPassed: boolean;
  readonly bytes: number;
}

/**
 * The tests to keep no longer. Of those that passed, the last 50 are kept, of others the last 200; when all are too large, those
 * that passed go first.
 * @param tests in the order of their ends
 */
export function notKept<Test extends Keepable>(tests: readonly Test[]): Test[] {
  const passed = tests.filter(({ isPassed }) => isPassed);
  const others = tests.filter(({ isPassed }) => !isPassed);
  const tooMany = [...passed.slice(0, -KEPT_TESTS.passed), ...others.slice(0, -KEPT_TESTS.others)];
  const rest = [...passed.slice(-KEPT_TESTS.passed), ...others.slice(-KEPT_TESTS.others)];
  let bytes = rest.reduce((sum, test) => sum + test.bytes, 0);
  const tooLarge = rest.filter((test) => {
    const isGone = bytes > KEPT_TESTS.bytes;
    if (isGone) bytes -= test.bytes;
    return isGone;
  });
  return [...tooMany, ...tooLarge];
}
