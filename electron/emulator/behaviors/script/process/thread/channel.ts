import type { MessagePort } from 'node:worker_threads';
import type { LogLevel } from '../../../../../../shared/model/log-level.ts';
import { RECORD_CHARACTERS, REQUEST_LIMITS } from '../../../limits.ts';
import type { ScriptRecord, RequestMessage, RequestName } from '../../protocol/messages.ts';
import {
  MAX_MESSAGES_IN_FLIGHT,
  SHARED,
  type FromThread,
  type ErrorMessage,
  type Requests,
  type ToThread,
} from '../../protocol/protocol.ts';
import { clearTimeout, setTimeout } from '../../../../timers/timers.ts';

/** Maximum number of characters in flight to the server. A single message may be longer. */
const MAX_CHARACTERS_IN_FLIGHT = 4_000_000;
/** Maximum number of batched records before the script has to wait. */
const MAX_BATCH = 500;
/** Maximum number of characters of batched records. */
const MAX_BATCH_CHARACTERS = 1_000_000;
/** Delay before a batch is sent, in milliseconds. */
const BATCH_DELAY = 5;
/** Maximum length of a logged text, in characters. The server's limits are lower. */
const TEXT_CHARACTERS = 20_000_000;

/**
 * The script thread's channel to the server. Sends records at once while there are few, in batches while there are many, and
 * blocks the script while the server is behind: a script that never yields would otherwise fill the memory.
 */
export class Channel {
  readonly #port: MessagePort;
  readonly #shared: Int32Array;
  #batch: ScriptRecord[] = [];
  #characters = 0;
  /** Lengths of the messages in flight, oldest first. */
  readonly #inFlight: number[] = [];
  #charactersInFlight = 0;
  /** Number of messages known to be acknowledged. */
  #acknowledged = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(port: MessagePort, shared: Int32Array) {
    this.#port = port;
    this.#shared = shared;
  }

  /** Sends batched records, then the message. */
  send(message: FromThread): void {
    this.#flush();
    this.#post(message);
  }

  log(level: LogLevel, text: string): void {
    const end = Math.min(text.length, TEXT_CHARACTERS);
    let from = 0;
    do {
      if (Atomics.load(this.#shared, SHARED.logClosed) === 1) return;
      const to = endOfPart(text, from, end);
      this.record({ do: 'log', level, text: text.slice(from, to) });
      from = to;
    } while (from < end);
  }

  /** Sends text of the script's standard output. */
  print(text: string): void {
    for (let from = 0; from < text.length; from += RECORD_CHARACTERS)
      this.record({ do: 'print', text: text.slice(from, from + RECORD_CHARACTERS) });
  }

  record(record: ScriptRecord): void {
    this.#batch.push(record);
    this.#characters += 'text' in record ? record.text.length : record.json.length + record.path.length;
    if (!this.#isBusy()) this.#flush();
    else if (this.#batch.length >= MAX_BATCH || this.#characters >= MAX_BATCH_CHARACTERS) this.#flushWhenAcknowledged();
    else this.#timer ??= setTimeout(() => this.#flush(), BATCH_DELAY);
  }

  #flushWhenAcknowledged(): void {
    while (this.#isBusy()) Atomics.wait(this.#shared, SHARED.acknowledged, this.#acknowledged);
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#batch.length === 0) return;
    this.#post({ type: 'records', records: this.#batch });
    this.#batch = [];
    this.#characters = 0;
  }

  #post(message: FromThread): void {
    const text = JSON.stringify(message);
    this.#inFlight.push(text.length);
    this.#charactersInFlight += text.length;
    this.#port.postMessage(text);
  }

  #isBusy(): boolean {
    const acknowledged = Atomics.load(this.#shared, SHARED.acknowledged);
    for (; this.#acknowledged < acknowledged; this.#acknowledged++)
      this.#charactersInFlight -= this.#inFlight.shift() ?? 0;
    return this.#inFlight.length >= MAX_MESSAGES_IN_FLIGHT || this.#charactersInFlight >= MAX_CHARACTERS_IN_FLIGHT;
  }
}

/** The end of the part that begins at `from`: after a line end or a space if possible, so that a secret is not split and can be masked. */
function endOfPart(text: string, from: number, end: number): number {
  if (end - from <= RECORD_CHARACTERS) return end;
  const part = text.slice(from, from + RECORD_CHARACTERS);
  const cut = Math.max(part.lastIndexOf('\n'), part.lastIndexOf(' '));
  return from + (cut > 0 ? cut + 1 : RECORD_CHARACTERS);
}

interface PendingRequest {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  /** Has the stack of the author's call. */
  readonly call: Error;
}

/** The pending requests of a script to the server. */
export class PendingRequests {
  readonly #send: (message: RequestMessage) => void;
  readonly #pending = new Map<number, PendingRequest>();
  #last = 0;

  constructor(send: (message: RequestMessage) => void) {
    this.#send = send;
  }

  /** Sends a request. Resolves with its result; rejects with the server's error and the stack of this call. */
  request<Name extends RequestName>(name: Name, args: Requests[Name]['args']): Promise<Requests[Name]['result']> {
    const most = REQUEST_LIMITS.inFlight;
    if (this.#pending.size >= most)
      return Promise.reject(new RangeError(`a script may have ${most.toLocaleString('en')} pending requests`));
    const id = ++this.#last;
    const call = new Error();
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, call });
      // The compiler cannot relate `name` to its arguments.
      this.#send({ type: 'request', id, name, args } as RequestMessage);
    });
  }

  reply(reply: ToThread & { type: 'reply' }): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('error' in reply) pending?.reject(errorOf(reply.error, pending.call));
    else pending?.resolve(reply.value as never);
  }

  /** Rejects all pending requests. */
  rejectAll(reason: unknown): void {
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }
}

/** Creates the error for the script, with the stack of its call. */
function errorOf({ name, message, fields }: ErrorMessage, call: Error): Error {
  // A class with this name, which Node prints.
  const { [name]: Named = Error } = { [name]: class extends Error {} };
  const error = Object.assign(new Named(message), fields);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  error.stack = `${name}: ${message}\n${(call.stack ?? '').split('\n').slice(1).join('\n')}`;
  return error;
}
