import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../shared/values/json.ts';

/**
 * Files of a Hangar with version 1 of the store's format: runs with log lines, prompts, sessions, keys; in every kind of file.
 */
const FIXTURE = fileURLToPath(new URL('./fixtures/state-version-1/', import.meta.url));

/** The files of its state, by name. */
export function version1Files(): [name: string, bytes: Buffer][] {
  return readdirSync(FIXTURE)
    .filter((name) => /^(?:archive|journal|snapshot)-/.test(name))
    .map((name) => [name.replace(/\.txt$/, ''), readFileSync(join(FIXTURE, name))]);
}

/** Writes them to a folder, which is made; gives them. */
export function writeVersion1(folder: string): [name: string, bytes: Buffer][] {
  mkdirSync(folder, { recursive: true });
  const files = version1Files();
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  return files;
}

/** The workspace of its time. */
export function version1Workspace(): string {
  return readFileSync(join(FIXTURE, 'workspace.json.txt'), 'utf8');
}

/** The answers of that Hangar, by path, with the key `tkn_fixture`. */
export function version1Answers(): Record<string, Json> {
  return JSON.parse(readFileSync(join(FIXTURE, 'answers.json'), 'utf8')) as Record<string, Json>;
}
