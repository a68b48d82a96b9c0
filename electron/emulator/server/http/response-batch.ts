import type { ServerResponse } from 'node:http';
import { type HttpResponse, writeResponse } from './http-response.ts';
import { setImmediate } from '../../timers/timers.ts';

/** A response to write. */
interface PendingResponse {
  readonly outgoing: ServerResponse;
  readonly response: HttpResponse;
  /** Called when it cannot be written. */
  readonly fail: (error: unknown) => void;
}

/** Maximum number of responses in a batch, so that the first clients get theirs while others are served. */
const MAX_RESPONSES = 16;

/**
 * Responses that are available at once, written together at the end of the turn of the event loop. Written one by one, between
 * the requests that the turn has read, each takes a sixth more processor time.
 */
export class ResponseBatch {
  #pending: PendingResponse[] = [];

  add(response: PendingResponse): void {
    const count = this.#pending.push(response);
    if (count === 1) setImmediate(() => this.#write());
    else if (count === MAX_RESPONSES) this.#write();
  }

  #write(): void {
    const responses = this.#pending;
    this.#pending = [];
    for (const response of responses) write(response);
  }
}

function write({ outgoing, response, fail }: PendingResponse): void {
  try {
    writeResponse(outgoing, response)?.catch(fail);
  } catch (error) {
    fail(error);
  }
}
