import { Readable, pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { z } from 'zod';
import { type Archive, workspaceOf } from '../../../../shared/contract/emulator/archive.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { Slug } from '../../../../shared/values/identifier.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { LATEST } from '../../../../shared/values/timestamp.ts';
import { archivePieces, mapped, ArchiveError, OWN_LIMITS, readArchive, readHeader } from '../../archive/archive.ts';
import type { EmulatorContent } from '../../engine/context/ports.ts';
import type { Disk, DiskFile } from '../state/disk.ts';

/** Content in memory. */
export interface LoadedContent extends EmulatorContent {
  readonly state: readonly Json[];
}

const Moment = z.int().min(0).max(LATEST);
const Count = z.int().min(0);

/** Facts about a checkpoint, in the header of its file. */
const CheckpointFacts = z.object({
  name: Slug,
  /** Time of the machine. */
  createdAt: Moment,
  /** Emulated time. */
  now: Moment,
  ...{ runs: Count, sessions: Count, prompts: Count },
});
export type CheckpointFacts = z.output<typeof CheckpointFacts>;
const Header = z.object({ checkpoint: CheckpointFacts });

/** Bytes at the beginning of a file that have its header, compressed or not. */
const HEADER_BYTES = 4096;
/** Characters that are compressed at once. */
const CHUNK = 64 * 1024;

/** Writes a checkpoint, a compressed archive with its secrets, to a new file and syncs it. Throws 413 when it is too large. */
export async function writeCheckpoint(
  file: DiskFile,
  checkpoint: CheckpointFacts,
  { workspace, state, rules }: EmulatorContent,
): Promise<void> {
  const fields = [
    ['workspace', JSON.stringify(workspace)],
    ['faults', JSON.stringify(rules.faults)],
    ['answers', JSON.stringify(rules.answers)],
    ['state', mapped(state, (record) => JSON.stringify(record))],
  ] as const;
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  // An error of the pieces ends the compression, and so the loop.
  pipeline(Readable.from(chunks(archivePieces('checkpoint', { checkpoint }, fields))), gzip, () => undefined);
  let size = 0;
  for await (const bytes of gzip as AsyncIterable<Buffer>) {
    file.write(bytes, size);
    size += bytes.length;
  }
  await file.sync();
}

function* chunks(pieces: Iterable<string>): Generator<string, void> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Reads the facts about a checkpoint. Throws `ApiError('conflict')` for another file. */
export function readFacts(disk: Disk, name: string): { readonly facts: CheckpointFacts; readonly bytes: number } {
  return openedAs(disk, name, (file) => {
    const parsed = Header.safeParse(readHeader(file.read(0, HEADER_BYTES)));
    if (!parsed.success) throw new ArchiveError('is damaged: its first line is not that of a checkpoint');
    return { facts: parsed.data.checkpoint, bytes: file.size() };
  });
}

/** Reads a whole checkpoint. Throws `ApiError('conflict')` that names a damaged file. */
export async function readCheckpoint(disk: Disk, name: string): Promise<LoadedContent> {
  const bytes = openedAs(disk, name, (file) => file.read(0, file.size()));
  const archive: Archive = await readArchive(bytes, OWN_LIMITS, true).catch((error: unknown) =>
    refuse(disk, name, error),
  );
  const { faults, answers, state = [] } = archive;
  return { workspace: workspaceOf(archive), state, rules: { faults, answers } };
}

function openedAs<Result>(disk: Disk, name: string, read: (file: DiskFile) => Result): Result {
  try {
    const file = disk.open(name, 'read');
    try {
      return read(file);
    } finally {
      file.close();
    }
  } catch (error) {
    return refuse(disk, name, error);
  }
}

/** Names the file in an error about it. */
function refuse(disk: Disk, name: string, error: unknown): never {
  const isSystem = error instanceof Error && 'code' in error && !(error instanceof ApiError);
  if (!isSystem && !(error instanceof ArchiveError)) throw error;
  const reason = error instanceof ArchiveError ? error.message : `cannot be read: ${error.message}`;
  throw new ApiError('conflict', `The checkpoint file ${disk.name}/${name} ${reason}. Delete it and save another.`);
}
