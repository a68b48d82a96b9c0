import type { Readable } from 'node:stream';
import { gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { ApiError } from '../../../../shared/http/errors.ts';
import { isCompressed } from '../../archive/archive.ts';
import { Slices } from '../../slices/slices.ts';
import type { RequestHeaders } from './request-headers.ts';
import { messageOf, quoteForMessage } from '../../../../shared/values/messages.ts';

/** Thrown when the client disconnected before its body was complete. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

type Decoder = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;
type ZlibFunction = (bytes: Buffer, options: ZlibOptions, done: (error: Error | null, result: Buffer) => void) => void;

function asDecoder(decode: ZlibFunction): Decoder {
  return (bytes, options) =>
    new Promise((resolve, reject) => {
      decode(bytes, options, (error, result) => (error === null ? resolve(result) : reject(error)));
    });
}

/** `deflate` means the zlib format, but some clients send the raw one. */
function inflateEither(bytes: Buffer, options: ZlibOptions): Promise<Buffer> {
  const hasZlibHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0;
  return (hasZlibHeader ? asDecoder(inflate) : asDecoder(inflateRaw))(bytes, options);
}

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: asDecoder(gunzip),
  'x-gzip': asDecoder(gunzip),
  deflate: inflateEither,
};
const MAX_ENCODINGS = 5;
const BODY = { decision: 'body-any-content-type' } as const;
/** Bytes of a body whose chunks are joined in slices: 100 MB take 100 ms. */
const LONG_BODY = 4 * 1024 * 1024;

/** Reads the body of a request that is a file, which may be compressed though its headers do not say so. */
export async function readFileBody(source: Readable | null, headers: RequestHeaders, limit: number): Promise<Buffer> {
  const bytes = await readBody(source, headers, limit);
  return isCompressed(bytes) ? decoded(asDecoder(gunzip), bytes, limit) : bytes;
}

/**
 * Reads the body of a request and decodes its `Content-Encoding`. Decision `body-any-content-type`.
 * @param limit maximum number of bytes after decoding
 */
export function readBody(source: Readable | null, headers: RequestHeaders, limit: number): Promise<Buffer> {
  const decoders = decodersOf(headers.contentEncoding);
  if (source === null) return Promise.resolve(Buffer.alloc(0));
  // Compressed data may be slightly larger than its content; beyond that it cannot fit.
  const allowance = decoders.length === 0 ? limit : Math.ceil(limit * 1.01) + 65_536;
  if (Number(headers.contentLength ?? 0) > allowance) throw tooLarge(limit);
  const received = collect(source, allowance, limit);
  return decoders.length === 0 ? received : received.then((bytes) => decodedByAll(decoders, bytes, limit));
}

async function decodedByAll(decoders: readonly Decoder[], received: Buffer, limit: number): Promise<Buffer> {
  let bytes = received;
  if (bytes.length === 0) return bytes;
  for (const decode of decoders) bytes = await decoded(decode, bytes, limit);
  return bytes;
}

function decodersOf(encoding: string | undefined): Decoder[] {
  if (encoding === undefined) return [];
  const names = encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS) {
    throw new ApiError('unsupported_media_type', `The body is encoded more than ${MAX_ENCODINGS} times.`, BODY);
  }
  // Encodings are listed in the order in which they were applied.
  return names.reverse().map((name) => {
    const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (decoder !== undefined) return decoder;
    throw new ApiError(
      'unsupported_media_type',
      `The Content-Encoding "${quoteForMessage(name, 50)}" is not supported; use gzip or deflate.`,
      BODY,
    );
  });
}

async function decoded(decode: Decoder, bytes: Buffer, limit: number): Promise<Buffer> {
  try {
    return await decode(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limit);
    const reason = messageOf(error);
    throw new ApiError('invalid_request', `The body cannot be decoded as its Content-Encoding says: ${reason}.`, BODY);
  }
}

function tooLarge(limit: number): ApiError {
  return new ApiError(
    'payload_too_large',
    `The body is larger than ${limit} bytes, the limit that the setting "maxBodyBytes" gives.`,
    BODY,
  );
}

/** The chunks as one buffer. */
function joined(chunks: readonly Buffer[], size: number): Buffer | Promise<Buffer> {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  return size > LONG_BODY ? joinedInSlices(chunks, size) : Buffer.concat(chunks);
}

async function joinedInSlices(chunks: readonly Buffer[], size: number): Promise<Buffer> {
  const slices = new Slices();
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  for (const chunk of chunks) {
    length += chunk.copy(bytes, length);
    await slices.pauseIfDue();
  }
  return bytes;
}

const ignore = (): void => undefined;

function collect(source: Readable, allowance: number, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (act: () => void) => {
      source.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      // A later error must not go uncaught.
      source.on('error', ignore);
      act();
    };
    const onData = (chunk: Uint8Array) => {
      const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      size += buffer.length;
      // The rest is discarded with the response.
      if (size > allowance) settle(() => reject(tooLarge(limit)));
      else chunks.push(buffer);
    };
    const onEnd = () => settle(() => resolve(joined(chunks, size)));
    const onGone = () =>
      settle(() => reject(new ClientGoneError('The client disconnected before its body was complete.')));
    if (source.readableEnded) onEnd();
    else if (source.destroyed) onGone();
    else source.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}
