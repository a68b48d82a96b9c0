import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { lackOf, toolPath } from '../../tools/tools.ts';

/** A display for windows that nobody needs to see. */
export interface Display {
  /** Value of `DISPLAY`; `undefined` on systems without it. */
  readonly name: string | undefined;
  readonly close: () => void;
}

/**
 * A display of one's own where Xvfb is installed, else that of the person.
 * @param isManaged with a window manager, which decides what is in front and knows how to maximize
 */
export async function openDisplay(isManaged = false): Promise<Display> {
  const program = toolPath('display') ?? '';
  // The name of the person's display.
  if (!isAbsolute(program)) return { name: process.env['DISPLAY'], close: () => {} };
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const server: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  // The fourth of `stdio`, a pipe that it writes the display's number to.
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  const name = `:${number.toString().trim()}`;
  const manager =
    isManaged && lackOf('window manager') === ''
      ? spawn('openbox', { env: { ...process.env, DISPLAY: name }, stdio: 'ignore' })
      : undefined;
  return {
    name,
    close: () => {
      manager?.kill();
      server.kill();
    },
  };
}
