import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { STORED_IDS } from '../../../shared/registry/ids.ts';
import { makeFolder } from '../files/folders.ts';
import { MAX_FILE_BYTES, readRegularFile } from '../files/read-file.ts';
import { isSystemError } from '../files/system-error.ts';
import { replaceFile } from '../platform/replace-file.ts';

/** Bytes that arrive over time. */
export type ByteSource = AsyncIterable<Uint8Array>;

/** Storage of uploaded bytes, by ID. */
export interface Blobs {
  readonly write: (id: string, bytes: Uint8Array) => Promise<void>;
  /** Stores bytes as they arrive, and replaces earlier ones unless the source fails. */
  readonly writeStream: (id: string, source: ByteSource) => Promise<void>;
  /** Resolves to `undefined` for an unknown ID. */
  readonly read: (id: string) => Promise<Uint8Array | undefined>;
  readonly remove: (id: string) => Promise<void>;
}

/** Stores bytes in memory. @param others fallback for reading */
export function memoryBlobs(others?: Blobs): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    write: (id, bytes) => {
      kept.set(id, bytes.slice());
      return Promise.resolve();
    },
    writeStream: async (id, source) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of source) chunks.push(chunk);
      kept.set(id, Buffer.concat(chunks));
    },
    read: async (id) => kept.get(id) ?? (await others?.read(id)),
    remove: (id) => {
      kept.delete(id);
      return Promise.resolve();
    },
  };
}

/** The name of an incomplete file. */
const PART_NAME = /^upl\d{8}z[a-z0-9]{10}\.[0-9a-f]{12}\.part$/;

/** Stores bytes as files in a folder. First removes incomplete files of an earlier Hangar that was killed. */
export async function openFolderBlobs(folder: string): Promise<Blobs> {
  // The first upload reports an unreadable folder.
  const names = await readdir(folder).catch(() => []);
  const parts = names.filter((name) => PART_NAME.test(name));
  await Promise.allSettled(parts.map((name) => rm(join(folder, name))));
  return folderBlobs(folder);
}

/** Stores bytes as files in a folder, which is created with the first upload. */
function folderBlobs(folder: string): Blobs {
  return {
    write: async (id, bytes) => {
      const file = fileOf(folder, id);
      await makeFolder(folder);
      // An existing file or link is not overwritten.
      await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    },
    writeStream: async (id, source) => {
      const file = fileOf(folder, id);
      const part = `${file}.${randomBytes(6).toString('hex')}.part`;
      await makeFolder(folder);
      try {
        await pipeline(Readable.from(source), createWriteStream(part, { mode: 0o600, flags: 'wx' }));
        await replaceFile(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
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
    remove: (id) => rm(fileOf(folder, id), { force: true }),
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
