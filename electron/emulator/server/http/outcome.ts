import { ApiError, type ErrorFacts } from '../../../../shared/http/errors.ts';
import type { FileAnswer, GzipFile } from './handler.ts';
import { type JsonPieces, JsonText } from '../request/json-text.ts';
import { messageOf } from '../../../../shared/values/messages.ts';

/** A response before it is sent: status, body, and the error that it reports. */
export interface Outcome {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: ReportedError;
}

/** The error that a response reports. */
export interface ReportedError extends Pick<ApiError, 'message' | 'decision'> {
  readonly code: string;
  readonly facts?: ErrorFacts | undefined;
}

/** Content type of JSON responses. */
export const JSON_TYPE = 'application/json';

/** Serialised frozen results: a finished run never changes, so its JSON is written once. */
const written = new WeakMap<object, Buffer<ArrayBuffer>>();

/** Serialises a result; for a frozen object returns the cached bytes. */
function jsonOf(answer: unknown): string | Buffer<ArrayBuffer> {
  if (answer instanceof JsonText) return answer.text;
  if (typeof answer !== 'object' || answer === null || !Object.isFrozen(answer)) return JSON.stringify(answer);
  const known = written.get(answer);
  if (known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify(answer));
  written.set(answer, bytes);
  return bytes;
}

/** JSON response. */
export function jsonOutcome(answer: unknown, status = 200): Outcome {
  return { status, type: JSON_TYPE, body: jsonOf(answer) };
}

/** JSON response produced while it is sent. */
export function jsonStreamOutcome(body: ReadableStream<Uint8Array>): Outcome {
  return { status: 200, type: JSON_TYPE, body };
}

/** Event stream response. */
export function streamOutcome(stream: ReadableStream<Uint8Array> | null): Outcome {
  return { status: 200, type: 'text/event-stream', body: stream, headers: { 'Cache-Control': 'no-store' } };
}

/** File download. Never runs as a page of this origin, even as HTML. */
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

/** File download compressed while it is sent. */
export function gzipOutcome({ pieces, name }: GzipFile, report: (error: unknown) => void): Outcome {
  return {
    status: 200,
    type: 'application/gzip',
    body: gzipped(pieces, report),
    headers: { 'Content-Disposition': `attachment; filename="${name}"`, 'X-Content-Type-Options': 'nosniff' },
  };
}

/** Compresses pieces while they are read. */
export function gzipped(pieces: JsonPieces, report: (error: unknown) => void): ReadableStream<Uint8Array> {
  // The stream types of Node and of browsers differ.
  const gzip = new CompressionStream('gzip') as TransformStream<Uint8Array, Uint8Array>;
  return pieces.stream(report).pipeThrough(gzip);
}

/** Maximum length of a file name, in characters, as in file systems. */
const LONGEST_NAME = 255;

/** Encodes a name as in RFC 8187. Names from an export may be any text, including lone surrogates. */
function encodedName(name: string): string {
  const whole = name.slice(0, LONGEST_NAME).replace(/\p{Surrogate}/gu, '\ufffd');
  return encodeURIComponent(whole).replace(/['()*]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Maximum length of an error message. Messages quote client input of any length. */
const MESSAGE_LENGTH = 4000;

/** Error response. The only place that maps errors to status and body (decision `errors`). */
export function errorOutcome(thrown: ApiError): Outcome {
  const { message, code, headers, decision, state, facts } = thrown;
  const isLong = message.length > MESSAGE_LENGTH;
  const error = isLong
    ? new ApiError(code, `${message.slice(0, MESSAGE_LENGTH)}…`, { headers, decision, state, facts })
    : thrown;
  const body = JSON.stringify({ error: error.message, code: error.code, state });
  return { status: error.status, type: JSON_TYPE, body, headers: error.headers, error };
}

/** Converts a thrown value to an API error. Unexpected errors are reported as faults of Hangar. */
export function asApiError(thrown: unknown, report: (error: unknown) => void): ApiError {
  if (thrown instanceof ApiError) return thrown;
  report(thrown);
  const reason = messageOf(thrown);
  return new ApiError('internal', `Hangar failed to process this request: ${reason}`);
}

/** JSON response from serialised text. */
export function jsonOutcomeOfText(body: string, status: number): Outcome {
  return { status, type: JSON_TYPE, body };
}
