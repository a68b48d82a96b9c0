import { REQUEST_LIMITS } from '../../../limits.ts';
import type { RequestMessage, RequestName } from '../../protocol/messages.ts';
import type { ErrorMessage, Requests, ToThread } from '../../protocol/protocol.ts';

interface PendingRequest {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  /** Holds the stack of the author's call. */
  readonly call: Error;
}

/** Questions of the script to the server that wait for their answers. */
export class PendingRequests {
  readonly #send: (message: RequestMessage) => void;
  readonly #waiting = new Map<number, PendingRequest>();
  #last = 0;

  constructor(send: (message: RequestMessage) => void) {
    this.#send = send;
  }

  /** Resolves with the answer; rejects with the server's error, whose stack is that of this call. */
  request<Name extends RequestName>(name: Name, ask: Requests[Name]['ask']): Promise<Requests[Name]['answer']> {
    const most = REQUEST_LIMITS.inFlight;
    if (this.#waiting.size >= most)
      return Promise.reject(new RangeError(`a script may wait for ${most.toLocaleString('en')} answers at a time`));
    const id = ++this.#last;
    const call = new Error();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, call });
      // The compiler cannot see that `name` and `ask` belong together.
      this.#send({ type: 'ask', id, name, ask } as RequestMessage);
    });
  }

  reply(reply: ToThread & { type: 'reply' }): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('error' in reply) waiting?.reject(errorOf(reply.error, waiting.call));
    else waiting?.resolve(reply.value as never);
  }

  /** Rejects all that is waited for. */
  rejectAll(reason: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

/** The error as the script sees it; its stack begins where the script asked. */
function errorOf({ name, message, fields }: ErrorMessage, call: Error): Error {
  // A class of that name, so that the error also prints under it.
  const { [name]: Named = Error } = { [name]: class extends Error {} };
  const error = Object.assign(new Named(message), fields);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  error.stack = `${name}: ${message}\n${(call.stack ?? '').split('\n').slice(1).join('\n')}`;
  return error;
}
