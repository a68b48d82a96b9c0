import type { UploadRecord } from './records.ts';

/**
 * The path to read or write a file. That of a run's file contains a secret and ends with its name; others are below `/_emulator`.
 */
export function uploadPath({ id, name, access }: UploadRecord, purpose: 'read' | 'write'): string {
  if (access === undefined) return `/_emulator/uploads/${id}`;
  return `/v0/uploads/${id}/${purpose}/${access[purpose]}/${encodeURIComponent(name)}`;
}
