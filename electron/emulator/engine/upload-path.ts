import type { UploadRecord } from './records.ts';

/**
 * The path at which a file is read or written. That of a run's file holds a secret and ends with its name; others are read
 * below `/_emulator`.
 */
export function uploadPath({ id, name, access }: UploadRecord, purpose: 'read' | 'write'): string {
  if (access === undefined) return `/_emulator/uploads/${id}`;
  return `/v0/uploads/${id}/${purpose}/${access[purpose]}/${encodeURIComponent(name)}`;
}
