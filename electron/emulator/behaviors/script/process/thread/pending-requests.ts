import { REQUEST_LIMITS } from '../../../limits.ts';
import type { RequestMessage, RequestName } from '../../protocol/messages.ts';
import type { ErrorMessage, Requests, ToThread } from '../../protocol/protocol.ts';

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
