import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { FileRefusedError, readRegularFileSync } from '../../files/read-file.ts';
import { ownIdentity, type ProcessIdentity } from '../../platform/process-identity.ts';
import { StoreError } from '../store-error.ts';
import { isSystemError } from '../../files/system-error.ts';
import { isJsonObject, jsonOfText } from '../../../../shared/values/json.ts';
import { messageOf } from '../../../../shared/values/messages.ts';

/** Maximum size of a lock file; none is nearly as long. */
const MAX_BYTES = 4096;

/** Content of a lock file. Every field has a default: unknown content counts as that of a dead process. */
const LockContent = z.object({
  pid: z.int().min(1).catch(0),
  started: z.string().catch(''),
  namespace: z.string().catch(''),
  host: z.string().max(255).catch(''),
  /** Random; identifies one acquisition and is part of file names. */
  token: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .catch(''),
});
type LockContent = z.output<typeof LockContent>;

/** A parsed lock file. */
export interface FoundLock {
  readonly holder: ProcessIdentity;
  /** Identifies one acquisition; does not change with heartbeats. */
  readonly key: string;
  /** The whole text; changes with every heartbeat. "" when its holder is about to write it, on a disk without links. */
  readonly text: string;
}

/** An open lock file of this process. */
export interface OwnLock {
  readonly descriptor: number;
  readonly content: LockContent;
}

/** Text of a lock after a number of heartbeats. Its length is constant, so that readers never see a partial text. */
export function lockText(content: LockContent, beat: number): string {
  return JSON.stringify({ ...content, beat: String(beat).padStart(12, '0') });
}

/**
 * Creates a lock file; `undefined` when the name is taken. It is whole from its beginning, where the disk supports links.
 * @param link `null` where nobody else may read the lock before it is written
 */
export function createLock(lock: string, link: typeof fs.linkSync | null = fs.linkSync): OwnLock | undefined {
  const token = randomBytes(8).toString('hex');
  const draft = `${lock}.${process.pid}-${token}`;
  const content = { ...ownIdentity(), token };
  try {
    if (link === null) return { descriptor: writeLock(lock, content), content };
    const descriptor = writeLock(draft, content);
    try {
      link(draft, lock);
    } catch (error) {
      fs.closeSync(descriptor);
      if (isSystemError(error, 'EEXIST')) return undefined;
      // Disks such as exFAT have no links.
      return { descriptor: writeLock(lock, content), content };
    }
    return { descriptor, content };
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return undefined;
    throw new StoreError(`The data folder ${path.dirname(lock)} cannot be used: ${messageOf(error)}.`);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Writes a new lock file; throws when the name is taken. Returns its descriptor. */
function writeLock(file: string, content: LockContent): number {
  const descriptor = fs.openSync(file, 'wx+', 0o600);
  try {
    fs.writeSync(descriptor, lockText(content, 0), 0);
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}

/** Reads a lock file; `undefined` when there is none. Anything else in its place, such as a named pipe, is a lock of nobody. */
export function readLock(lock: string): FoundLock | undefined {
  let text = 'unreadable';
  try {
    text = readRegularFileSync(lock, MAX_BYTES).toString('utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    if (!(error instanceof FileRefusedError))
      throw new StoreError(`The data folder ${path.dirname(lock)} cannot be used: ${messageOf(error)}.`);
  }
  const json = jsonOfText(text);
  const holder = LockContent.parse(isJsonObject(json) ? json : {});
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { holder, key: holder.token || digest, text };
}
