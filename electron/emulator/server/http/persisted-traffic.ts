import { ApiError } from '../../../../shared/http/errors.ts';
import { createMasker } from '../../../../shared/model/masking.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { Slices } from '../../slices/slices.ts';
import { performance } from '../../timers/timers.ts';
import type { ServerPorts } from './ports.ts';
import { restoredExchange, storedText } from './stored-exchange.ts';
import { type LoggedExchange, trafficID, type TrafficStart } from './logged-exchange.ts';
import { MAX_LOG_BYTES, type TrafficLog } from './traffic-log.ts';

/** Delay from an answer until it is written, in milliseconds. */
const DELAY = 200;
/** Delay until a failed write is tried again, in milliseconds. */
const RETRY_DELAY = 1000;
/** The next write comes after this many times the duration of the last one, so that writing takes little of the processor. */
const REST = 50;
/** Characters per write. */
const BATCH = 256 * 1024;

type Ports = Pick<ServerPorts, 'clock' | 'storedTraffic' | 'settings' | 'options'>;

/**
 * Writes the traffic log to a file in the background, and reads it again on demand. Only what is still in the log is written: a
 * failing disk, or more requests at once than the log holds, loses nothing else.
 */
export class PersistedTraffic {
  readonly #traffic: TrafficLog;
  readonly #ports: Ports;
  /** Number of the newest requests that are not written yet. */
  #unsaved = 0;
  #delay = DELAY;
  #cancelTimer: (() => void) | undefined;
  #isFailing = false;
  /** Resolves when all operations on the file so far have ended. */
  #queue: Promise<void> = Promise.resolve();
  /** null once the requests of earlier starts are in the log. */
  #loading: Promise<void> | null | undefined;
  readonly #unsubscribe: () => void = () => undefined;
  readonly #showsToken: (text: string) => boolean;

  constructor(traffic: TrafficLog, ports: Ports) {
    this.#traffic = traffic;
    this.#ports = ports;
    this.#showsToken = tokenFinder(ports.options.adminToken);
    if (ports.storedTraffic === null) this.#loading = null;
    else
      this.#unsubscribe = traffic.subscribe(({ type }) => {
        if (type !== 'added') return;
        this.#unsaved += 1;
        this.#saveLater(this.#delay);
      });
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

  /** Clears all requests. Rejects when their file cannot be deleted. */
  clear(): Promise<void> {
    const { storedTraffic: stored } = this.#ports;
    this.#traffic.clear();
    this.#unsaved = 0;
    this.#loading = null;
    if (stored === null) return Promise.resolve();
    const cleared = this.#queue.then(() => stored.clear());
    this.#queue = cleared.catch(() => undefined);
    return cleared;
  }

  /** Replaces all requests by those of an archive, oldest first. Rejects when the former file cannot be deleted. */
  replace(entries: readonly LoggedExchange[]): Promise<void> {
    const cleared = this.clear();
    this.#traffic.restore(entries);
    if (this.#ports.storedTraffic !== null) this.#unsaved = this.#traffic.length;
    this.#saveLater(DELAY);
    return cleared;
  }

  /** Writes the remaining requests, and stops. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#save();
    this.#cancelTimer?.();
  }

  /** Saves after a delay, unless a save is planned already. */
  #saveLater(milliseconds: number): void {
    this.#cancelTimer ??= this.#ports.clock.after(milliseconds, () => void this.#save());
  }

  #save(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    return (this.#queue = this.#queue.then(() => this.#write()));
  }

  /** Writes the unsaved requests in batches, in time slices. */
  async #write(): Promise<void> {
    const { storedTraffic: stored, settings } = this.#ports;
    if (stored === null || this.#unsaved === 0) return;
    const began = performance.now();
    const entries = this.#traffic.newest(this.#unsaved);
    this.#unsaved = 0;
    let saved = 0;
    try {
      if (settings.trafficEntries() === 0) await stored.clear();
      for (const slices = new Slices(); saved < entries.length;) {
        const batch = await this.#nextBatch(entries.slice(saved), slices);
        await stored.append(batch.texts);
        saved += batch.entries;
      }
      this.#isFailing = false;
      this.#delay = Math.max(DELAY, REST * (performance.now() - began));
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
      await slices.pauseIfDue();
    }
    return { texts, entries: count };
  }

  #noteFailure(error: unknown): void {
    // The state reports a missing data folder.
    if (!this.#isFailing && !(error instanceof ApiError))
      this.#ports.storedTraffic?.warn(`Traffic is not kept until the disk can be written again: ${messageOf(error)}`);
    this.#isFailing = true;
  }

  async #load(): Promise<void> {
    const { storedTraffic: stored, settings } = this.#ports;
    if (stored === null) return;
    const loaded = new LoadedTraffic(this.#traffic.prefix);
    const slices = new Slices();
    try {
      for await (const value of stored.newestFirst()) {
        if (loaded.entries.length >= settings.trafficEntries() || loaded.bytes > MAX_LOG_BYTES) break;
        loaded.add(value);
        await slices.pauseIfDue();
      }
    } catch (error) {
      stored.warn(`The traffic of earlier starts cannot be read: ${messageOf(error)}`);
    }
    // Cleared meanwhile.
    if (this.#loading === null) return;
    const { damaged, entries } = loaded;
    if (damaged > 0)
      stored.warn(`${damaged} damaged ${damaged === 1 ? 'line' : 'lines'} of the kept traffic were skipped.`);
    this.#traffic.restore(entries.reverse());
  }
}

/** Returns a function that is true for a text with the admin token, in any spelling. */
function tokenFinder(token: string | null): (text: string) => boolean {
  if (token === null) return () => false;
  const mask = createMasker([token]);
  // Masking ignores tokens of fewer than four characters.
  return (text) => text.includes(token) || mask(text) !== text;
}

/** Requests of earlier starts. */
class LoadedTraffic {
  /** Newest first. */
  readonly entries: LoggedExchange[] = [];
  bytes = 0;
  damaged = 0;
  readonly #starts = new Map<string, TrafficStart>();
  readonly #ids = new Set<string>();
  readonly #ownPrefix: string;

  /** @param ownPrefix prefix of the IDs of this start, which are in the log already */
  constructor(ownPrefix: string) {
    this.#ownPrefix = ownPrefix;
  }

  /** Adds a request that is older than the previous ones, or counts a damaged line. */
  add(value: object | undefined): void {
    const exchange = value && restoredExchange(value);
    if (exchange === undefined) {
      this.damaged += 1;
      return;
    }
    const { prefix, logged } = exchange;
    if (prefix === this.#ownPrefix) return;
    const start = this.#starts.get(prefix) ?? { prefix, order: -1 - this.#starts.size };
    this.#starts.set(prefix, start);
    const entry = { ...logged, start };
    const id = trafficID(entry);
    // Skips duplicates of a write that failed halfway and was repeated.
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.bytes += entry.bytes;
    this.entries.push(entry);
  }
}
