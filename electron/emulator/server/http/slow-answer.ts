import { endOfTurn } from '../../timers/timers.ts';
import type { Exchange } from './exchange.ts';
import { ALREADY_SENT, type HttpResponse } from './http-response.ts';
import type { Outcome } from './outcome.ts';
import type { RequestPipeline } from './request-pipeline.ts';

/** Interval between two parts of a slow answer, in milliseconds. */
const INTERVAL = 50;
/** Maximum time of a slow answer, in seconds. */
const MAX_SECONDS = 600;
/** Time for the beginning of an answer to arrive before the connection is reset, in milliseconds. */
const RESET_AFTER = 50;

/** An answer to send slowly, or only in part. */
interface PartialAnswer {
  readonly outcome: Outcome;
  /** null for full speed. */
  readonly bytesPerSecond: number | null;
  /** Part of the body after which the connection is reset; `undefined` for the whole answer. */
  readonly fraction: number | undefined;
}

/**
 * Sends an answer slowly. Resets the connection after `fraction` of it, or when the whole would take too long. Resolves to
 * `undefined` without sending when too many requests are delayed.
 */
export async function sendSlowly(
  pipeline: RequestPipeline,
  exchange: Exchange,
  { outcome, bytesPerSecond, fraction }: PartialAnswer,
): Promise<HttpResponse | undefined> {
  const bytes = await bytesOf(outcome);
  const durable = await pipeline.durable(exchange, { ...outcome, body: bytes });
  const { status, body } = durable;
  const whole = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : '');
  const wanted = Math.floor(whole.length * (fraction ?? 1));
  const part = whole.subarray(0, Math.min(wanted, Math.floor((bytesPerSecond ?? Infinity) * MAX_SECONDS)));
  const release = pipeline.waits.hold(whole.length);
  if (release === undefined) return undefined;
  try {
    const sent = { ...durable, body: part };
    const response = pipeline.response(exchange, sent);
    const { outgoing } = exchange;
    // Ended for the clock, since only bytes are left to send.
    pipeline.ports.engine.clock.activity.endRequest(exchange);
    outgoing?.writeHead(status, { ...response.headers, 'Content-Length': whole.length }).flushHeaders();
    const isSent = await writeBody(pipeline, exchange, { bytes: part, bytesPerSecond });
    // Logged only now, to record whether the client waited for the end.
    pipeline.logSent(exchange, sent, response);
    if (outgoing === undefined) return response;
    if (isSent && fraction === undefined && part.length === whole.length) outgoing.end();
    else if (isSent) await resetSoon(pipeline, exchange);
    return ALREADY_SENT;
  } finally {
    release();
  }
}

async function resetSoon({ waits }: RequestPipeline, exchange: Exchange): Promise<void> {
  await waits.wait(RESET_AFTER, exchange.outgoing);
  // After a long turn, timers come before what arrived meanwhile: a client in this process would see both the part and the reset at
  // once, which Node tells it as the end of the connection, and some clients wait then until their own timeout.
  await endOfTurn();
  exchange.reset();
}

interface Bytes {
  readonly bytes: Uint8Array;
  readonly bytesPerSecond: number | null;
}

/** Writes the bytes of a body at a speed; false when the client has disconnected or the server stops. */
async function writeBody(
  { waits }: RequestPipeline,
  { outgoing, method }: Exchange,
  { bytes, bytesPerSecond }: Bytes,
): Promise<boolean> {
  if (outgoing === undefined || method === 'HEAD') return true;
  const speed = bytesPerSecond ?? Infinity;
  const size = speed === Infinity ? bytes.length : Math.max(1, Math.floor((speed * INTERVAL) / 1000));
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    if (speed !== Infinity && !(await waits.wait((chunk.length / speed) * 1000, outgoing))) {
      outgoing.destroy();
      return false;
    }
    outgoing.write(chunk);
  }
  return true;
}

async function bytesOf({ body }: Outcome): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  return typeof body === 'string' ? Buffer.from(body) : new Uint8Array(await new Response(body).arrayBuffer());
}
