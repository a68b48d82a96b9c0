import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';

/** A display for windows that nobody needs to see. */
export interface Display {
  /** Value of `DISPLAY`; `undefined` on systems without it. */
  readonly name: string | undefined;
  readonly close: () => void;
}

/** Reason why no window can be opened on this machine; "" when one can. */
export function displayMissing(): string {
  if (process.platform !== 'linux' || xvfb() !== undefined || (process.env['DISPLAY'] ?? '') !== '') return '';
  return 'no display: neither Xvfb nor DISPLAY';
}

/**
 * A display of one's own where Xvfb is installed, else that of the person.
 * @param isManaged with a window manager, which decides what is in front and knows how to maximize
 */
export async function openDisplay(isManaged = false): Promise<Display> {
  const program = xvfb();
  if (program === undefined) return { name: process.env['DISPLAY'], close: () => {} };
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const server: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  // The fourth of `stdio`, a pipe that it writes the display's number to.
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  const name = `:${number.toString().trim()}`;
  const manager = isManaged ? spawn('openbox', { env: { ...process.env, DISPLAY: name }, stdio: 'ignore' }) : undefined;
  return {
    name,
    close: () => {
      manager?.kill();
      server.kill();
    },
  };
}

function xvfb(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'Xvfb')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
