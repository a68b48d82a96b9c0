import type { MessagePort } from 'node:worker_threads';
import type { LogLevel } from '../../../../../../shared/model/log-level.ts';
import { RECORD_CHARACTERS } from '../../../limits.ts';
import type { ScriptRecord } from '../../protocol/messages.ts';
import { MAX_MESSAGES_IN_FLIGHT, SHARED, type FromThread } from '../../protocol/protocol.ts';

/** Characters that may be under way to the server; a single message may be longer. */
const CHARACTERS_UNDER_WAY = 4_000_000;
/** Records that are gathered at most before the script is made to wait. */
const GATHERED = 500;
/** Characters of these. */
const GATHERED_CHARACTERS = 1_000_000;
/** How soon gathered records follow when the script gives the thread a moment, in milliseconds. */
const SOON = 5;
/** Longer texts are cut here already; the server's own limits are lower. */
const TEXT_CHARACTERS = 20_000_000;

/**
 * The thread's way of telling the server what the script does: at once while there is little, in batches while there is much,
 * and no faster than the server takes it, since a script that never yields would otherwise fill memory.
 */
export class Channel {
  readonly #port: MessagePort;
  readonly #shared: Int32Array;
  #gathered: ScriptRecord[] = [];
  #characters = 0;
  /** Lengths of the messages under way, oldest first. */
  readonly #underWay: number[] = [];
  #charactersUnderWay = 0;
  /** Messages that are known to be taken. */
  #known = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(port: MessagePort, shared: Int32Array) {
    this.#port = port;
    this.#shared = shared;
  }

  /** Sends what was recorded before, then the message. */
  send(message: FromThread): void {
    this.#flush();
    this.#post(message);
  }

  log(level: LogLevel, text: string): void {
    const end = Math.min(text.length, TEXT_CHARACTERS);
    let from = 0;
    do {
      if (Atomics.load(this.#shared, SHARED.logClosed) === 1) return;
      const to = endOfPiece(text, from, end);
      this.record({ do: 'log', level, text: text.slice(from, to) });
      from = to;
    } while (from < end);
  }

  record(record: ScriptRecord): void {
    this.#gathered.push(record);
    this.#characters += record.do === 'log' ? record.text.length : record.json.length + record.path.length;
    if (!this.#isBusy()) this.#flush();
    else if (this.#gathered.length >= GATHERED || this.#characters >= GATHERED_CHARACTERS) this.#flushWhenTaken();
    else this.#timer ??= setTimeout(() => this.#flush(), SOON);
  }

  #flushWhenTaken(): void {
    while (this.#isBusy()) Atomics.wait(this.#shared, SHARED.taken, this.#known);
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.length === 0) return;
    this.#post({ type: 'records', records: this.#gathered });
    this.#gathered = [];
    this.#characters = 0;
  }

  #post(message: FromThread): void {
    const text = JSON.stringify(message);
    this.#underWay.push(text.length);
    this.#charactersUnderWay += text.length;
    this.#port.postMessage(text);
  }

  #isBusy(): boolean {
    const taken = Atomics.load(this.#shared, SHARED.taken);
    for (; this.#known < taken; this.#known++) this.#charactersUnderWay -= this.#underWay.shift() ?? 0;
    return this.#underWay.length >= MAX_MESSAGES_IN_FLIGHT || this.#charactersUnderWay >= CHARACTERS_UNDER_WAY;
  }
}

/** The end of the piece that begins at `from`: after a line end or a space where there is one, so that a secret stays in one piece and can be masked. */
function endOfPiece(text: string, from: number, end: number): number {
  if (end - from <= RECORD_CHARACTERS) return end;
  const piece = text.slice(from, from + RECORD_CHARACTERS);
  const cut = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf(' '));
  return from + (cut > 0 ? cut + 1 : RECORD_CHARACTERS);
}
