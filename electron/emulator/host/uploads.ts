import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../../shared/http/errors.ts';
import type { EmulatedClock } from '../engine/clock/emulated-clock.ts';
import type { Ids } from '../engine/context/ports.ts';
import type { UploadRecord } from '../engine/context/records.ts';
import type { State } from '../engine/context/state-port.ts';
import type { Blobs, ByteSource } from './blobs.ts';

/** Maximum number of files of runs; older ones are deleted. */
const MAX_RUN_UPLOADS = 10_000;
/** Length of secrets. Shorter ones are refused: they are placeholders of a bundle. */
const SECRET_LENGTH = 32;
/** The prefix of API keys, so that the secrets in URLs are masked like keys. */
const SECRET_PREFIX = 'tkn_';

/** Dependencies of uploads. */
interface UploadPorts {
  readonly blobs: Blobs;
  readonly state: State;
  readonly time: EmulatedClock;
  readonly ids: Ids;
}

/** A file announced by a run. */
interface NewRunUpload {
  readonly runID: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** The parts of a file's URL. */
interface UploadAddress {
  readonly id: string;
  readonly secret: string;
  readonly fileName: string;
  readonly purpose: 'read' | 'write';
}

/**
 * Files stored for parameters of type upload (decision `param-types`), and those of runs. Bytes are written before the record;
 * those of a run's file arrive after it.
 */
export function createUploads(ports: UploadPorts) {
  const { blobs, state } = ports;
  return {
    ...filling(ports),
    read: async (id: string): Promise<{ record: UploadRecord; bytes: Uint8Array } | undefined> => {
      const record = state.get('upload', id);
      const bytes = record === undefined ? undefined : await blobs.read(record.id);
      return record === undefined || bytes === undefined ? undefined : { record, bytes };
    },
    /** The file of a URL with a secret; `undefined` when the secret is wrong for the file and the purpose. */
    at: ({ id, secret, fileName, purpose }: UploadAddress): UploadRecord | undefined => {
      const record = state.get('upload', id);
      const wanted = record?.access?.[purpose] ?? '';
      // Compared for unknown files too, so that the time reveals nothing.
      const isSame = sameText(secret, wanted);
      return isSame && wanted.length >= SECRET_LENGTH && record?.name === fileName ? record : undefined;
    },
    /** Deletes all files. */
    clear: async (): Promise<void> => {
      for (const { id } of [...state.all('upload')]) await remove(ports, id);
    },
  };
}

/** The operations that store files. They throw 413 when a budget is full. */
function filling({ blobs, state, time, ids }: UploadPorts) {
  return {
    store: async (file: { name: string; type: string; bytes: Uint8Array }): Promise<UploadRecord> => {
      const createdAt = time.nextTimestamp();
      const id = ids.next('upload', createdAt);
      await blobs.write(id, file.bytes);
      const record = { id, name: file.name, type: file.type, size: file.bytes.byteLength, createdAt };
      try {
        state.put('upload', record);
      } catch (error) {
        await blobs.remove(id);
        throw error;
      }
      await state.flushed();
      return record;
    },
    /** Stores the record of a file that a run will send. */
    announce: async ({ runID, name, size }: NewRunUpload): Promise<UploadRecord> => {
      await removeOldest({ state, blobs });
      const createdAt = time.nextTimestamp();
      const secret = () => SECRET_PREFIX + ids.secret();
      const access = { runID, read: secret(), write: secret() };
      const type = 'application/octet-stream';
      const record = { id: ids.next('upload', createdAt), name, type, size, createdAt, access };
      state.put('upload', record);
      return record;
    },
    /** Stores the bytes of a file. Throws 400 unless their number is the announced one. */
    fill: async (record: UploadRecord, type: string, source: ByteSource): Promise<void> => {
      await blobs.writeStream(record.id, ofSize(source, record.size));
      if (state.get('upload', record.id) === undefined) {
        // It was deleted meanwhile, such as with its run.
        await blobs.remove(record.id);
        throw new ApiError('not_found', 'There is no such file any more.');
      }
      state.put('upload', { ...record, type });
    },
  };
}

async function remove({ state, blobs }: Pick<UploadPorts, 'state' | 'blobs'>, id: string): Promise<void> {
  state.remove('upload', id);
  await blobs.remove(id);
}

/** Deletes the oldest files of runs when there are too many. */
async function removeOldest(ports: Pick<UploadPorts, 'state' | 'blobs'>): Promise<void> {
  const known = [...ports.state.all('upload')].filter(({ access }) => access !== undefined);
  for (const { id } of known.slice(0, Math.max(0, known.length - MAX_RUN_UPLOADS + 1))) await remove(ports, id);
}

/** Forwards bytes. Throws 400 once there are too many, and at the end for too few. */
async function* ofSize(source: ByteSource, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  let count = 0;
  for await (const chunk of source) {
    count += chunk.length;
    if (count > size) throw wrongSize(`more than ${size}`, size);
    yield chunk;
  }
  if (count < size) throw wrongSize(String(count), size);
}

/** The error for a file whose size is not `sizeBytes`. */
function wrongSize(found: string, size: number): ApiError {
  return new ApiError('invalid_request', `The file has ${found} bytes, and sizeBytes was ${size}: send it whole.`);
}

/** Compares in constant time. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
