import { basename } from 'node:path';
import {
  PARAMETER_TYPES,
  type ParameterType,
  type ParameterTypeName,
} from '../../../shared/registry/parameter-types.ts';
import { ANY_SETUP } from '../../../shared/model/typed-value.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../shared/values/json.ts';
import { messageOf, quoteForMessage } from '../../../shared/values/messages.ts';
import { readRegularFile } from '../../emulator/files/read-file.ts';
import type { Hangar } from '../client/hangar.ts';
import { UsageError } from '../flags/field.ts';

/** The fields of a parameter that the parsing of its value depends on. */
export interface GivenParameter {
  readonly slug: string;
  readonly type: string;
  readonly multi: boolean;
}

/** Maximum size of a file or of standard input, in bytes. */
const MAX_BYTES = 100_000_000;

/**
 * Parses arguments such as `amount=5` by the types of the parameters. `@file` is the content of a file, `-` standard input, `@@`
 * an `@`. Only parameters with several values may be repeated. Throws `UsageError`.
 */
export async function parameterValues(
  { upload }: Pick<Hangar, 'upload'>,
  texts: readonly string[],
  parameters: readonly GivenParameter[],
): Promise<JsonObject> {
  const values = new Map<string, Json>();
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at <= 0) throw new UsageError(`"${quoteForMessage(text)}" must have the form name=value`);
    const slug = text.slice(0, at);
    const parameter = parameters.find((one) => one.slug === slug);
    if (parameter === undefined) throw new UsageError(unknownName(slug, parameters));
    const value = await readValue(text.slice(at + 1), parameter, upload);
    values.set(slug, parameter.multi ? joined(values.get(slug), value) : value);
  }
  return Object.fromEntries(values);
}

/** Adds a value to those of a parameter with several values; a JSON list has all of them. */
function joined(before: Json | undefined, value: Json): Json {
  return [...(Array.isArray(before) ? before : []), ...(Array.isArray(value) ? value : [value])];
}

function unknownName(slug: string, parameters: readonly GivenParameter[]): string {
  const known = parameters.map((one) => one.slug).join(', ');
  return `there is no parameter "${quoteForMessage(slug)}"; ${known === '' ? 'there are no parameters' : `there is ${known}`}`;
}

async function readValue(text: string, { slug, type, multi }: GivenParameter, upload: Hangar['upload']): Promise<Json> {
  if (type === 'upload' && text.startsWith('@') && !text.startsWith('@@')) {
    const path = text.slice(1);
    return upload(basename(path), await fileOf(slug, path));
  }
  if (type === 'upload' && text === '-') return upload('input', await standardInput());
  const content = await contentOf(slug, text);
  if (multi && content.trimStart().startsWith('[')) return parsedJson(slug, content);
  return typedValue(slug, type, content);
}

async function contentOf(slug: string, text: string): Promise<string> {
  if (text === '-') return (await standardInput()).toString('utf8');
  if (text.startsWith('@@')) return text.slice(1);
  return text.startsWith('@') ? (await fileOf(slug, text.slice(1))).toString('utf8') : text;
}

async function fileOf(slug: string, path: string): Promise<Buffer> {
  try {
    return await readRegularFile(path, MAX_BYTES);
  } catch (error) {
    throw new UsageError(`${slug}: ${messageOf(error)}`);
  }
}

/** Parses a value by the type of its parameter. The server checks the rest. */
function typedValue(slug: string, type: string, text: string): Json {
  if (type === 'json' || type === 'object') {
    const value = parsedJson(slug, text);
    if (type === 'object' && !isJsonObject(value)) throw new UsageError(`${slug} must be a JSON object`);
    return value;
  }
  const known: ParameterType | undefined = isTypeName(type) ? PARAMETER_TYPES[type] : undefined;
  if (known === undefined || known.isText) return text;
  const result = known.check(text.trim(), ANY_SETUP);
  if ('problem' in result) throw new UsageError(`${slug} ${result.problem}, not "${quoteForMessage(text)}"`);
  return result.value;
}

function isTypeName(type: string): type is ParameterTypeName {
  return Object.hasOwn(PARAMETER_TYPES, type);
}

function parsedJson(slug: string, text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${slug} must be JSON: ${messageOf(error)}`);
  }
}

/** Reads standard input to its end. Throws `UsageError` when it is too large. */
async function standardInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) throw new UsageError(`standard input is larger than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
