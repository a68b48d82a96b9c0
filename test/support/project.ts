import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { block } from './docs.ts';
import { PROGRAM } from './program.ts';

/** Writes files of the documentation, each a block by its tag, into a folder of somebody's project. */
export async function writeBlocks(folder: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), block(name));
}

/** Makes the built program what `npx hangar` starts in a folder. */
export async function linkHangar(folder: string): Promise<void> {
  const link = join(folder, 'node_modules', '.bin', 'hangar');
  await mkdir(dirname(link), { recursive: true });
  await writeFile(link, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, { mode: 0o755 });
}
