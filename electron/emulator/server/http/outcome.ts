import { ApiError } from '../../../../shared/http/errors.ts';
import type { FileAnswer } from './handler.ts';
import { JsonText } from '../request/json-text.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';

/** What will be sent: status and body, and the error that it tells of. */
export interface Outcome {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: ApiError;
}

/** The type of JSON answers. */
export const JSON_TYPE = 'application/json';

/** A finished run never changes, so neither do its bytes: what the engine answers twice is written once. */
const written = new WeakMap<object, Buffer<ArrayBuffer>>();

/** An answer's JSON: of a frozen object the bytes that were made before. */
function jsonOf(answer: unknown): string | Buffer<ArrayBuffer> {
  if (answer instanceof JsonText) return answer.text;
  if (typeof answer !== 'object' || answer === null || !Object.isFrozen(answer)) return JSON.stringify(answer);
  const known = written.get(answer);
  if (known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify(answer));
  written.set(answer, bytes);
  return bytes;
}

/** A JSON answer. */
export function jsonOutcome(answer: unknown, status = 200): Outcome {
  return { status, type: JSON_TYPE, body: jsonOf(answer) };
}

/** A JSON answer that is written while it is sent. */
export function jsonStreamOutcome(body: ReadableStream<Uint8Array>): Outcome {
  return { status: 200, type: JSON_TYPE, body };
}

/** An event stream. */
export function streamOutcome(stream: ReadableStream<Uint8Array> | null): Outcome {
  return { status: 200, type: 'text/event-stream', body: stream, headers: { 'Cache-Control': 'no-store' } };
}

/** Bytes to save: never run as a page of this origin, whatever they say they are. */
export function fileOutcome({ bytes, type, name }: FileAnswer): Outcome {
  return {
    status: 200,
    type: /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/.test(type) ? type : 'application/octet-stream',
    body: new Uint8Array(bytes),
    headers: {
      'Content-Disposition': `attachment; filename*=UTF-8''${encodedName(name)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/** Longer names fit no file system, in characters. */
const LONGEST_NAME = 255;

/** A name as RFC 8187 writes it; one that came with an export may be any text, half characters included. */
function encodedName(name: string): string {
  const whole = name.slice(0, LONGEST_NAME).replace(/\p{Surrogate}/gu, '\ufffd');
  return encodeURIComponent(whole).replace(/['()*]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Characters of an error's sentence; messages quote what a client sent, which may be of any length. */
const MESSAGE_LENGTH = 4000;

/** An error, rendered: the one place where meaning becomes status and body (decision `errors`). */
export function errorOutcome(thrown: ApiError): Outcome {
  const { message, code, headers } = thrown;
  const isLong = message.length > MESSAGE_LENGTH;
  const error = isLong ? new ApiError(code, `${message.slice(0, MESSAGE_LENGTH)}…`, headers) : thrown;
  const body = JSON.stringify({ error: error.message, code: error.code });
  return { status: error.status, type: JSON_TYPE, body, headers: error.headers, error };
}

/** The error that a thrown value stands for; what was not foreseen is a fault of Hangar, and is reported. */
export function asApiError(thrown: unknown, report: (fault: unknown) => void): ApiError {
  if (thrown instanceof ApiError) return thrown;
  report(thrown);
  const reason = messageOf(thrown);
  return new ApiError('internal', `Hangar failed at this request: ${reason}`);
}

/** A JSON answer that is text already. */
export function jsonOutcomeOfText(body: string, status: number): Outcome {
  return { status, type: JSON_TYPE, body };
}
