import { ApiError } from '../../../../shared/http/errors.ts';
import { isJsonObject, type Json, asJson } from '../../../../shared/values/json.ts';
import { listOf } from '../../../../shared/values/json-path.ts';
import { jsonProblem } from '../../../../shared/values/json-problem.ts';
import { STORED_LEVELS } from '../../../../shared/values/limits.ts';
import type { Slices } from '../../slices/slices.ts';
import type { Disk, DiskFile } from '../state/disk.ts';
import { STATE_VERSION } from '../state/state-file.ts';
import { unseal } from '../state/sealed-line.ts';
import { type LoadedContent, CheckpointHeader, MAX_CHECKPOINT_BYTES, MAX_LINE } from './checkpoint-file.ts';

/** Bytes read at once. */
const CHUNK = 256 * 1024;

const NEWLINE = 0x0a;

/** Thrown for a file that is not a whole checkpoint. The message follows the name of the file. */
class DamagedError extends Error {
  override readonly name = 'DamagedError';
}

/** Reads the header of a checkpoint. Throws `ApiError('conflict')` for another file or a newer version. */
export function readHeader(disk: Disk, name: string): { readonly header: CheckpointHeader; readonly bytes: number } {
  return named(disk, name, () => {
    const file = disk.open(name, 'read');
    try {
      const start = file.read(0, 4096);
      const end = start.indexOf(NEWLINE);
      return { header: headerIn(end === -1 ? undefined : unseal(start.subarray(0, end))), bytes: file.size() };
    } finally {
      file.close();
    }
  });
}

/** Reads a whole checkpoint in time slices. Throws `ApiError('conflict')` that names a damaged file. */
export async function readCheckpoint(disk: Disk, name: string, slices: Slices): Promise<LoadedContent> {
  const file = named(disk, name, () => disk.open(name, 'read'));
  try {
    return await contentIn(file, slices);
  } catch (error) {
    return named(disk, name, () => {
      throw error;
    });
  } finally {
    file.close();
  }
}

/** Runs a function that reads a file; names the file in errors about it. */
function named<T>(disk: Disk, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedError || (error instanceof Error && 'code' in error && !(error instanceof ApiError))))
      throw error;
    const reason = error instanceof DamagedError ? error.message : `cannot be read: ${error.message}`;
    throw new ApiError('conflict', `The checkpoint file ${disk.name}/${name} ${reason}. Delete it and save another.`);
  }
}

function headerIn(line: object | undefined): CheckpointHeader {
  const parsed = CheckpointHeader.safeParse(line);
  if (!parsed.success) throw new DamagedError('is damaged: its first line is not that of a checkpoint');
  if (parsed.data.version > STATE_VERSION)
    throw new DamagedError(`was written by a newer Hangar (version ${parsed.data.version} of the format)`);
  return parsed.data;
}

async function contentIn(file: DiskFile, slices: Slices): Promise<LoadedContent> {
  if (file.size() > MAX_CHECKPOINT_BYTES + MAX_LINE) throw new DamagedError('is too large');
  let count = 0;
  let workspace: Json | undefined;
  let isComplete = false;
  const state: Json[] = [];
  for await (const lines of sealedLines(file, slices)) {
    for (const line of lines) {
      if (isComplete) throw new DamagedError('is damaged: something follows its end');
      if (count === 0) headerIn(line);
      else if (count === 1) workspace = workspaceIn(line);
      else if ('end' in line) isComplete = line.end === count;
      else addRecord(state, line, count);
      count += 1;
    }
  }
  if (!isComplete || workspace === undefined) throw new DamagedError('is damaged: it ends too early');
  return { workspace, state };
}

function workspaceIn(line: object): Json {
  // The workspace's own limits are stricter; the check here keeps deep nesting from the code before them.
  if (!('workspace' in line) || jsonProblem(line.workspace, STORED_LEVELS) !== undefined)
    throw new DamagedError('is damaged: it has no workspace');
  return asJson(line.workspace);
}

/** Adds a record, or more of the last record's log. */
function addRecord(state: Json[], line: object, count: number): void {
  const last = state.at(-1);
  if ('record' in line && isJsonObject(line.record)) state.push(line.record);
  else if ('logs' in line && Array.isArray(line.logs) && isJsonObject(last) && Array.isArray(last['logs']))
    for (const each of listOf(line.logs)) last['logs'].push(each);
  else throw new DamagedError(`is damaged: its line ${count + 1} is no record`);
}

/** Iterates over the lines of a file, those of a chunk at once. Throws `DamagedError` for a line whose checksum is wrong. */
async function* sealedLines(file: DiskFile, slices: Slices): AsyncGenerator<readonly object[], void, undefined> {
  const size = file.size();
  let rest: Buffer[] = [];
  let restBytes = 0;
  let count = 0;
  for (let at = 0; at < size;) {
    const chunk = file.read(at, Math.min(CHUNK, size - at));
    if (chunk.length === 0) break;
    at += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE);
    if (end !== -1) {
      const lines = linesIn(Buffer.concat([...rest, chunk.subarray(0, end)]), count);
      count += lines.length;
      yield lines;
      [rest, restBytes] = [[], 0];
    }
    rest.push(chunk.subarray(end + 1));
    restBytes += chunk.length - end - 1;
    if (restBytes > MAX_LINE) throw new DamagedError(`is damaged: its line ${count + 1} is too long`);
    if (slices.isDue) await slices.pause();
  }
  if (restBytes > 0) throw new DamagedError('is damaged: it ends too early');
}

/** @param before number of lines before these */
function linesIn(bytes: Buffer, before: number): object[] {
  const lines: object[] = [];
  for (let from = 0; from <= bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, from);
    const end = newline === -1 ? bytes.length : newline;
    const line = unseal(bytes.subarray(from, end));
    if (line === undefined)
      throw new DamagedError(`is damaged: the checksum of its line ${before + lines.length + 1} is wrong`);
    lines.push(line);
    from = end + 1;
  }
  return lines;
}
