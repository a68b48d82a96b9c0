import { ApiError } from '../../../../shared/http/errors.ts';
import { createMasker } from '../../../../shared/model/masking.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';
import { Slices } from '../../slices/slices.ts';
import type { ServerPorts } from './ports.ts';
import { restoredExchange, storedText } from './stored-exchange.ts';
import { type LoggedExchange, trafficID, type TrafficStart } from './logged-exchange.ts';
import { MAX_LOG_BYTES, type TrafficLog } from './traffic-log.ts';

/** Delay from an answer until it is written, in milliseconds. */
const DELAY = 200;
/** Maximum number of delays in a row after which a flood is written. */
const MAX_POSTPONED = 25;
/** Maximum number of requests that are written after one delay; the others follow after further ones. */
const MAX_REQUESTS = 1000;
/** Delay until a failed write is tried again, in milliseconds. */
const RETRY_DELAY = 1000;
/** Characters per write. */
const BATCH = 256 * 1024;

type Ports = Pick<ServerPorts, 'clock' | 'trafficFiles' | 'settings' | 'options'>;

/**
 * Writes the traffic log to files in the background, and reads it again on demand. A failing disk loses only entries that leave
 * the log before it works again.
 */
export class KeptTraffic {
  readonly #traffic: TrafficLog;
  readonly #ports: Ports;
  /** Number of the newest requests that are not written yet. */
  #unsaved = 0;
  /** `#unsaved` at the beginning of the current delay. */
  #unsavedBefore = 0;
  #cancelTimer: (() => void) | undefined;
  /** Number of delays in a row after which nothing was written. */
  #postponed = 0;
  #isFailing = false;
  /** Resolves when all operations on the files so far have ended. */
  #queue: Promise<void> = Promise.resolve();
  /** null once the requests of earlier starts are in the log. */
  #loading: Promise<void> | null | undefined;
  readonly #unsubscribe: () => void = () => undefined;
  readonly #showsToken: (text: string) => boolean;

  constructor(traffic: TrafficLog, ports: Ports) {
    this.#traffic = traffic;
    this.#ports = ports;
    this.#showsToken = tokenFinder(ports.options.adminToken);
    if (ports.trafficFiles === null) this.#loading = null;
    else
      this.#unsubscribe = traffic.subscribe(({ type }) => {
        if (type === 'added') this.#noteAdded();
      });
  }

  #noteAdded(): void {
    this.#unsaved += 1;
    this.#saveLater(DELAY);
  }

  /** Saves after a delay, unless a save is planned already. */
  #saveLater(milliseconds: number): void {
    this.#cancelTimer ??= this.#ports.clock.after(milliseconds, () => {
      this.#cancelTimer = undefined;
      if (this.#isFlooded()) this.#postpone();
      else void this.#save();
    });
  }

  /** True when more requests came during the delay than the log holds: those before them have left it already. */
  #isFlooded(): boolean {
    return this.#postponed < MAX_POSTPONED && this.#unsaved - this.#unsavedBefore > this.#traffic.length;
  }

  #postpone(): void {
    this.#postponed += 1;
    this.#unsavedBefore = this.#unsaved;
    this.#saveLater(DELAY);
  }

  /** Reads the requests of earlier starts at the first call. Returns null once they are in the log. Never rejects. */
  ready(): Promise<void> | null {
    if (this.#loading === undefined)
      this.#loading = this.#load().finally(() => {
        this.#loading = null;
      });
    return this.#loading;
  }

  /** Calls once the requests of earlier starts are in the log. */
  whenReady<Result>(call: () => Promise<Result>): Promise<Result>;
  whenReady<Result>(call: () => Result | Promise<Result>): Result | Promise<Result>;
  whenReady<Result>(call: () => Result | Promise<Result>): Result | Promise<Result> {
    return this.ready()?.then(call) ?? call();
  }

  /** Clears all requests. Rejects when their files cannot be deleted. */
  clear(): Promise<void> {
    const { trafficFiles: files } = this.#ports;
    this.#traffic.clear();
    [this.#unsaved, this.#unsavedBefore] = [0, 0];
    this.#loading = null;
    if (files === null) return Promise.resolve();
    const cleared = this.#queue.then(() => files.clear());
    this.#queue = cleared.catch(() => undefined);
    return cleared;
  }

  /** Writes the remaining requests, and stops. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#save(Infinity);
    this.#cancelTimer?.();
  }

  /** @param most maximum number of requests that are written now */
  #save(most = MAX_REQUESTS): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#postponed = 0;
    return (this.#queue = this.#queue.then(() => this.#write(most)));
  }

  /** Writes the oldest unsaved requests in batches, in time slices; those that have left the log meanwhile are not written. */
  async #write(most: number): Promise<void> {
    const { trafficFiles: files, settings } = this.#ports;
    if (files === null || this.#unsaved === 0) return;
    const slices = new Slices();
    const unsaved = this.#traffic.newest(this.#unsaved);
    const entries = unsaved.slice(0, most);
    this.#unsaved = unsaved.length - entries.length;
    this.#unsavedBefore = this.#unsaved;
    if (this.#unsaved > 0) this.#saveLater(DELAY);
    let saved = 0;
    try {
      while (saved < entries.length) {
        const batch = await this.#nextBatch(entries.slice(saved), slices);
        await files.append(batch.texts, settings.trafficEntries());
        saved += batch.entries;
      }
      if (entries.length === 0) await files.append([], settings.trafficEntries());
      this.#isFailing = false;
    } catch (error) {
      this.#noteFailure(error);
      this.#unsaved += entries.length - saved;
      this.#saveLater(RETRY_DELAY);
    }
  }

  async #nextBatch(entries: readonly LoggedExchange[], slices: Slices): Promise<{ texts: string[]; entries: number }> {
    const texts: string[] = [];
    let [size, count] = [0, 0];
    for (const logged of entries) {
      if (size >= BATCH) break;
      const text = storedText(logged, trafficID(logged));
      count += 1;
      // The token is never written.
      if (!this.#showsToken(text)) texts.push(text);
      size += text.length;
      if (slices.isDue) await slices.pause();
    }
    return { texts, entries: count };
  }

  #noteFailure(error: unknown): void {
    // The state reports a missing data folder.
    if (!this.#isFailing && !(error instanceof ApiError))
      this.#ports.trafficFiles?.warn(`Traffic is not kept until the disk can be written again: ${messageOf(error)}`);
    this.#isFailing = true;
  }

  async #load(): Promise<void> {
    const { trafficFiles: files, settings } = this.#ports;
    if (files === null) return;
    const loaded = new LoadedTraffic(this.#traffic.prefix);
    try {
      for await (const { values } of files.read()) {
        await loaded.add(values());
        if (loaded.entries.length >= settings.trafficEntries() || loaded.bytes > MAX_LOG_BYTES) break;
      }
    } catch (error) {
      files.warn(`The traffic of earlier starts cannot be read: ${messageOf(error)}`);
    }
    // Cleared meanwhile.
    if (this.#loading === null) return;
    const { damaged, entries } = loaded;
    if (damaged > 0)
      files.warn(`${damaged} damaged ${damaged === 1 ? 'line' : 'lines'} of the kept traffic were skipped.`);
    this.#traffic.restore(entries);
  }
}

/** Returns a function that is true for a text with the admin token, in any spelling. */
function tokenFinder(token: string | null): (text: string) => boolean {
  if (token === null) return () => false;
  const mask = createMasker([token]);
  // Masking ignores tokens of fewer than four characters.
  return (text) => text.includes(token) || mask(text) !== text;
}

/** Requests read from segments, the newest segment first. */
class LoadedTraffic {
  /** Oldest first. */
  entries: LoggedExchange[] = [];
  bytes = 0;
  damaged = 0;
  readonly #starts = new Map<string, TrafficStart>();
  readonly #ids = new Set<string>();
  readonly #ownPrefix: string;
  readonly #slices = new Slices();

  /** @param ownPrefix prefix of the IDs of this start, which are in the log already */
  constructor(ownPrefix: string) {
    this.#ownPrefix = ownPrefix;
  }

  /** Adds a segment that is older than the previous ones. */
  async add(values: Iterable<object | undefined>): Promise<void> {
    const restored: ReturnType<typeof restoredExchange>[] = [];
    for (const value of values) {
      const exchange = value && restoredExchange(value);
      if (exchange === undefined) this.damaged += 1;
      else if (exchange.prefix !== this.#ownPrefix) restored.push(exchange);
      await this.#slices.pauseIfDue();
    }
    const entries: LoggedExchange[] = [];
    for (const exchange of restored.reverse()) if (exchange !== undefined) this.#take(exchange, entries);
    this.entries = [...entries.reverse(), ...this.entries];
  }

  #take({ prefix, logged }: NonNullable<ReturnType<typeof restoredExchange>>, entries: LoggedExchange[]): void {
    let start = this.#starts.get(prefix);
    if (start === undefined) {
      start = { prefix, order: -1 - this.#starts.size };
      this.#starts.set(prefix, start);
    }
    const entry = { ...logged, start };
    const id = trafficID(entry);
    // Skips duplicates of a write that failed halfway and was repeated.
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.bytes += entry.bytes;
    entries.push(entry);
  }
}
