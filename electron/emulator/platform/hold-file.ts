import fs from 'node:fs';
import { isSystemError } from '../files/system-error.ts';

/**
 * Flag of an open that only one process at a time may have, until its end: libuv's `UV_FS_O_EXLOCK` on Windows, which shares the file
 * with nobody, and `O_EXLOCK` on macOS, a lock as of `flock`. Linux needs none: there a process tells when it started.
 */
const EXCLUSIVE: Partial<Record<NodeJS.Platform, { readonly flag: number; readonly refusal: string }>> = {
  win32: { flag: 0x1000_0000, refusal: 'EBUSY' },
  darwin: { flag: 0x20, refusal: 'EAGAIN' },
};

/** The outcome of `holdFile`: a hold of this process, one of somebody else, or no knowledge, where the system or the disk has no holds. */
export type Hold =
  | { readonly kind: 'own'; readonly release: () => void }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unknown' };

/** Replaceable parts of `holdFile`. */
export interface HoldOptions {
  readonly platform?: NodeJS.Platform;
  readonly open?: (file: string, flags: number) => number;
  readonly close?: (descriptor: number) => void;
}

/**
 * Holds a file, which is created if needed, until it is released or this process has ended in whatever way. The file must stay: a
 * removed one could be held twice. Throws system errors other than a refusal.
 */
export function holdFile(
  file: string,
  { platform = process.platform, open = openPrivate, close = fs.closeSync }: HoldOptions = {},
): Hold {
  const exclusive = EXCLUSIVE[platform];
  if (exclusive === undefined) return { kind: 'unknown' };
  const wait = fs.constants.O_NONBLOCK as number | undefined;
  try {
    const descriptor = open(file, fs.constants.O_RDWR | fs.constants.O_CREAT | exclusive.flag | (wait ?? 0));
    return { kind: 'own', release: () => close(descriptor) };
  } catch (error) {
    if (isSystemError(error, exclusive.refusal)) return { kind: 'foreign' };
    // Some network disks have no such locks.
    if (isSystemError(error, 'ENOTSUP') || isSystemError(error, 'EOPNOTSUPP')) return { kind: 'unknown' };
    throw error;
  }
}

function openPrivate(file: string, flags: number): number {
  return fs.openSync(file, flags, 0o600);
}
