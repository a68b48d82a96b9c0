import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Json } from '../../../../../shared/values/json.ts';
import { parseFiniteJson } from '../../../../../shared/values/json-problem.ts';
import { checkOutput, shapeOf } from '../../json-shape.ts';
import { OUTPUT_LIMITS } from '../../limits.ts';

/** The answer to a request as the output of its run, with the names that SDKs read. */
export interface RestAnswer {
  readonly status_code: number;
  /** A JSON value for a JSON content type, otherwise text. */
  readonly response: Json;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads a whole answer. Rejects when it exceeds the limits of outputs. */
export async function readAnswer(answer: IncomingMessage): Promise<RestAnswer> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const text = await textOf(answer, headers['content-encoding'] ?? '');
  const response = responseOf(text, headers['content-type'] ?? '');
  const read = { status_code: answer.statusCode ?? 0, response, headers };
  const json = JSON.stringify(read);
  checkOutput(json.length, shapeOf(json));
  return read;
}

async function textOf(answer: IncomingMessage, encoding: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const decodedChunks: AsyncIterable<Buffer> = decoded(answer, encoding);
  for await (const chunk of decodedChunks) {
    size += chunk.length;
    if (size > OUTPUT_LIMITS.characters) {
      answer.destroy();
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function decoded(answer: IncomingMessage, encoding: string): Readable {
  const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const [, create] = Object.entries(decoders).find(([name]) => name === encoding.trim().toLowerCase()) ?? [];
  if (create === undefined) return answer;
  const decoder = create();
  let size = 0;
  // An endless answer may decode to nothing.
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > OUTPUT_LIMITS.characters) answer.destroy(tooLarge());
  });
  answer.on('error', (error) => decoder.destroy(error));
  return answer.pipe(decoder);
}

function tooLarge(): Error {
  return new Error(`the answer is larger than ${OUTPUT_LIMITS.characters / 1_000_000} MB`);
}

function responseOf(text: string, type: string): Json {
  if (text === '' || !/[/+]json\b/i.test(type)) return text;
  // A text that is too deep or too large is refused before it is parsed.
  checkOutput(text.length, shapeOf(text));
  try {
    return parseFiniteJson(text);
  } catch {
    return text;
  }
}
