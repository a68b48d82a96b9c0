import { z } from 'zod';
import type { Desktop } from './desktop.ts';
import type { HostedServer } from './hosted-server.ts';
import type { FileOpener } from './open-file.ts';

/** Data passed from a second start to the first instance: a window path, and a workspace file or a bundle, "" for none. */
export const SecondStart = z
  .object({ path: z.string().catch(''), file: z.string().catch('') })
  .catch({ path: '', file: '' });

/** State of the application while it starts and runs. */
export interface AppState {
  server?: HostedServer;
  desktop?: Pick<Desktop, 'show' | 'close'>;
  opener?: Pick<FileOpener, 'open' | 'closeBundle'>;
  /** Path to open once there is a window. */
  path: string;
  /** Absolute path of the workspace file or bundle to open once the server runs; "" for none. */
  file: string;
}

/** Opens the window, at a path, and a file; while Hangar starts, once that is possible. */
export function openIn(state: AppState, { path = '', file = '' }): void {
  if (state.desktop !== undefined) state.desktop.show(path);
  else if (path !== '') state.path = path;
  if (file === '') return;
  if (state.opener === undefined) state.file = file;
  else void state.opener.open(file);
}
