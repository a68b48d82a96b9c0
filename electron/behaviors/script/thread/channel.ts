import type { MessagePort } from 'node:worker_threads';
import type { LogLevel } from '../../../../shared/model/log-level.ts';
import { SHARED, type FromThread, type ScriptRecord } from '../protocol.ts';

/** So many records may be under way to the server; beyond it they are gathered. */
const UNDER_WAY = 64;
/** So many records are gathered at most before the script is made to wait. */
const GATHERED = 500;
/** So many characters too. */
const GATHERED_CHARACTERS = 1_000_000;
/** How soon gathered records follow when the script gives the thread a moment, in milliseconds. */
const SOON = 5;
/** Longer texts are cut here already; the server's own limits are lower. */
const TEXT_CHARACTERS = 20_000_000;

/**
 * The thread's way of telling the server what the script does: at once while there is little, in batches while there is much,
 * and no faster than the server takes it, since a script that never yields would otherwise fill the server's memory.
 */
export class Channel {
  readonly #port: MessagePort;
  readonly #shared: Int32Array;
  #gathered: ScriptRecord[] = [];
  #characters = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(port: MessagePort, shared: Int32Array) {
    this.#port = port;
    this.#shared = shared;
  }

  /** Sends what was recorded before, then the message. */
  send(message: FromThread): void {
    this.#flush();
    this.#port.postMessage(message);
  }

  log(level: LogLevel, text: string): void {
    if (Atomics.load(this.#shared, SHARED.logClosed) === 0)
      this.record({ do: 'log', level, text: text.slice(0, TEXT_CHARACTERS) });
  }

  record(record: ScriptRecord): void {
    this.#gathered.push(record);
    this.#characters += record.do === 'log' ? record.text.length : record.json.length;
    if (this.#underWay() < UNDER_WAY) this.#flush();
    else if (this.#gathered.length >= GATHERED || this.#characters >= GATHERED_CHARACTERS) this.#flushWhenTaken();
    else this.#timer ??= setTimeout(() => this.#flush(), SOON);
  }

  #flushWhenTaken(): void {
    for (let taken = this.#taken(); this.#sent - taken >= UNDER_WAY; taken = this.#taken())
      Atomics.wait(this.#shared, SHARED.taken, taken);
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.length === 0) return;
    this.#sent += this.#gathered.length;
    this.#port.postMessage({ type: 'records', records: this.#gathered } satisfies FromThread);
    this.#gathered = [];
    this.#characters = 0;
  }

  #underWay(): number {
    return this.#sent - this.#taken();
  }

  #taken(): number {
    return Atomics.load(this.#shared, SHARED.taken);
  }
}
