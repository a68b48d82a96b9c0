import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isUtf8 } from 'node:buffer';
import { BUNDLE_VERSION, MAX_BUNDLE_BYTES } from '../../../shared/contract/emulator/bundle.ts';
import { BundleHeader } from '../../../shared/contract/emulator/bundle-file.ts';
import type { Json } from '../../../shared/values/json.ts';
import { STORED_LEVELS } from '../../../shared/values/limits.ts';
import { messageOf } from '../../../shared/values/message-of.ts';
import { readInput } from '../host/read-input.ts';
import { StartError } from '../host/start-error.ts';
import { exceededLimit } from '../../../shared/values/json-limits.ts';
import { parseFiniteJson } from '../../../shared/values/json-problem.ts';

/** Maximum size of the compressed file in bytes. */
const MAX_FILE_BYTES = 100_000_000;
/** Limits of its JSON text. */
const LIMITS = { levels: STORED_LEVELS + 4, parts: 5_000_000, fields: 100_000 };
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Reads a bundle's JSON value; checks that it is a bundle of a known version. */
export async function readBundle(path: string): Promise<Json> {
  const value = jsonIn(path, await bytesOf(path));
  const { version } = checked(path, BundleHeader, value);
  if (version > BUNDLE_VERSION)
    throw refusal(path, `was made by a newer Hangar (version ${version} of the format); open it with that Hangar`);
  return value;
}

async function bytesOf(path: string): Promise<Buffer> {
  const bytes = await readInput('bundle', path, MAX_FILE_BYTES);
  if (!isCompressed(bytes)) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BUNDLE_BYTES });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    const reason = isTooLarge ? `is larger than ${MAX_BUNDLE_BYTES / 1_000_000} MB` : `is damaged: ${messageOf(error)}`;
    throw refusal(path, reason);
  }
}

/** True for the bytes of a compressed file, as bundles are. */
function isCompressed(bytes: Buffer): boolean {
  return bytes.subarray(0, GZIP.length).equals(GZIP);
}

function jsonIn(path: string, bytes: Buffer): Json {
  if (bytes.length > MAX_BUNDLE_BYTES) throw refusal(path, `is larger than ${MAX_BUNDLE_BYTES / 1_000_000} MB`);
  if (!isUtf8(bytes)) throw refusal(path, 'is not a bundle: its text is not UTF-8');
  const text = bytes.toString('utf8');
  const problem = exceededLimit(text, LIMITS);
  if (problem !== undefined) throw refusal(path, `is not a bundle: its text ${problem}`);
  try {
    return parseFiniteJson(text);
  } catch (error) {
    throw refusal(path, `is not a bundle: its text is not valid JSON: ${messageOf(error)}`);
  }
}

/** The part of a schema that checks a value. */
interface Schema<Parsed> {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true; readonly data: Parsed }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
        };
      };
}

/** Checks a value against a schema. Throws `StartError` that names the invalid field. */
export function checked<Parsed>(path: string, schema: Schema<Parsed>, value: unknown): Parsed {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw refusal(path, `is not a bundle: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'not valid'}`);
}

/** The error for a file that cannot be opened. @param reason follows the path of the file */
export function refusal(path: string, reason: string): StartError {
  return new StartError('usage', `${path} ${reason}`);
}
