import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_FILE_BYTES, readRegularFileSync } from '../../emulator/files/read-file.ts';
import { isLoopback } from '../flags/reachable-host.ts';
import { replaceFileSync } from '../../emulator/platform/replace-file.ts';

const Address = z.object({ url: z.url({ protocol: /^https?$/ }).max(1000) });

/** File of a data folder with the address of the current or latest Hangar of the folder. */
function fileIn(folder: string): string {
  return join(folder, 'server.json');
}

/** Saves the address of a server in its data folder, for commands of the same user. Ignores failures. */
export function saveAddress(folder: string, url: string): void {
  const file = fileIn(folder);
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify({ url })}\n`, { mode: 0o600 });
    replaceFileSync(`${file}.new`, file);
  } catch {
    // Ignored: without it, commands need --url.
  }
}

/**
 * The saved address of a data folder; `undefined` when there is none. The server may have ended since, and the file may say
 * anything: an address that is not on this machine is ignored.
 * @param warn receives the reason
 */
export function savedAddress(folder: string, warn: (line: string) => void): URL | undefined {
  const address = readAddress(folder);
  if (address === undefined || isLoopback(address.hostname.replace(/^\[|\]$/g, ''))) return address;
  warn(`${fileIn(folder)} names ${address.origin}, which is not on this machine, and is ignored; name it with --url`);
  return undefined;
}

function readAddress(folder: string): URL | undefined {
  try {
    const text = readRegularFileSync(fileIn(folder), MAX_FILE_BYTES.record).toString('utf8');
    return new URL(Address.parse(JSON.parse(text)).url);
  } catch {
    return undefined;
  }
}
