import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmulatedClock } from '../engine/clock/emulated-clock.ts';
import type { Ids } from '../engine/ports.ts';
import type { UploadRecord } from '../engine/records.ts';
import type { State } from '../engine/state-port.ts';
import { STORED_IDS } from '../../../shared/registry/ids.ts';
import { MAX_FILE_BYTES } from '../files/limits.ts';
import { makeFolder } from '../files/make-folder.ts';
import { readRegularFile } from '../files/read-file.ts';
import { isSystemError } from '../files/system-error.ts';

/** Storage of uploaded bytes, by ID. */
export interface Blobs {
  readonly write: (id: string, bytes: Uint8Array) => Promise<void>;
  /** Resolves to `undefined` when there are none. */
  readonly read: (id: string) => Promise<Uint8Array | undefined>;
}

/** Stores bytes in memory. @param others where to read those that are not stored here */
export function memoryBlobs(others?: Blobs): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    write: (id, bytes) => {
      kept.set(id, bytes.slice());
      return Promise.resolve();
    },
    read: async (id) => kept.get(id) ?? (await others?.read(id)),
  };
}

/** Stores bytes as files in a folder, which is created with the first upload. */
export function folderBlobs(folder: string): Blobs {
  return {
    write: async (id, bytes) => {
      const file = fileOf(folder, id);
      await makeFolder(folder);
      // An existing file or link is not overwritten.
      await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    },
    read: async (id) => {
      const file = fileOf(folder, id);
      try {
        return await readRegularFile(file, MAX_FILE_BYTES.upload);
      } catch (error) {
        if (isSystemError(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
  };
}

/**
 * Returns the path of an upload's file. Throws for anything but the ID of an upload: records may come from an export or a
 * file.
 */
function fileOf(folder: string, id: string): string {
  if (!STORED_IDS.upload.safeParse(id).success) throw new Error('The ID of an upload names no file.');
  return join(folder, id);
}

/** Dependencies of uploads. */
interface UploadPorts {
  readonly blobs: Blobs;
  readonly state: State;
  readonly time: EmulatedClock;
  readonly ids: Ids;
}

/**
 * Files stored for parameters of type upload (decision `param-types`). Bytes are written first, so that a record always has
 * them.
 */
export function createUploads({ blobs, state, time, ids }: UploadPorts) {
  return {
    store: async (file: { name: string; type: string; bytes: Uint8Array }): Promise<UploadRecord> => {
      const createdAt = time.now();
      const id = ids.next('upload', createdAt);
      await blobs.write(id, file.bytes);
      const record = { id, name: file.name, type: file.type, size: file.bytes.byteLength, createdAt };
      state.put('upload', record);
      await state.flushed();
      return record;
    },
    read: async (id: string): Promise<{ record: UploadRecord; bytes: Uint8Array } | undefined> => {
      const record = state.get('upload', id);
      const bytes = record === undefined ? undefined : await blobs.read(record.id);
      return record === undefined || bytes === undefined ? undefined : { record, bytes };
    },
  };
}
