import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { folderWith } from './behaviors.ts';
import { startLive, type Live } from './live.ts';

const SDK = fileURLToPath(new URL('../../node_modules/airplane', import.meta.url));

/** Starts an emulator whose workspace file lies in a project that has installed the service's own SDK, and has these files. */
export function startWithSdk(
  workspace: Omit<AuthoredWorkspace, 'version'>,
  files: Readonly<Record<string, string>> = {},
): Promise<Live> {
  const folder = folderWith(files);
  const linked = join(folder, 'node_modules/airplane');
  mkdirSync(dirname(linked), { recursive: true });
  // Its own dependencies are found beside the real folder.
  symlinkSync(SDK, linked);
  const settings = { sdk: 'airplane', ...workspace.settings };
  const file = join(folder, 'workspace.json');
  writeFileSync(file, JSON.stringify({ version: 1, ...workspace, settings }));
  return startLive(file);
}
