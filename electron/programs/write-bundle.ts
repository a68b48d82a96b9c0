import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Emulator } from '../emulator/emulator.ts';
import { messageOf } from '../../shared/values/message-of.ts';
import { printError } from './flags/program-options.ts';

/** Writes a bundle of an emulator to a file. Prints a failure, since the command has ended. */
export async function writeBundle(emulator: Emulator, path: string): Promise<void> {
  try {
    const stream = await emulator.bundle(emulator.lab.findings.atEnd());
    await pipeline(Readable.fromWeb(stream), createWriteStream(path, { mode: 0o600 }));
    printError(`hangar exec: wrote ${path}; hangar serve --bundle opens it`);
  } catch (error) {
    printError(`hangar exec: cannot write the bundle: ${messageOf(error)}`);
  }
}
