import type { ServerResponse } from 'node:http';
import { type HttpResponse, writeResponse } from './http-response.ts';

/** A response to write. */
interface Answer {
  readonly outgoing: ServerResponse;
  readonly response: HttpResponse;
  /** Called when it cannot be written. */
  readonly fail: (error: unknown) => void;
}

/** Number of answers that are written before the turn ends, so that the first get theirs while others are served. */
const MOST = 16;

/**
 * Answers that are available at once, written together at the end of the turn of the event loop. Written one by one, between
 * the requests that the turn has read, each takes a sixth more of the processor.
 */
export class TurnAnswers {
  #waiting: Answer[] = [];

  add(answer: Answer): void {
    const count = this.#waiting.push(answer);
    if (count === 1) setImmediate(() => this.#write());
    else if (count === MOST) this.#write();
  }

  #write(): void {
    const answers = this.#waiting;
    this.#waiting = [];
    for (const answer of answers) write(answer);
  }
}

function write({ outgoing, response, fail }: Answer): void {
  try {
    writeResponse(outgoing, response)?.catch(fail);
  } catch (error) {
    fail(error);
  }
}
