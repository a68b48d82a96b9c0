import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { userDataFolder } from '../host/user-data.ts';
import type { Flags } from '../options/flags.ts';
import { APP_ID, APP_NAME } from './identity.ts';

/**
 * Settles all that must be settled before the application is ready: its name and its folders. One instance runs
 * for each folder of data, as only one Hangar may use it. Gives that folder.
 */
export function prepareApplication(flags: Flags): string {
  app.setName(APP_NAME);
  app.setAppUserModelId(APP_ID);
  const folder = flags.inMemory
    ? temporaryFolder()
    : resolve(flags.data ?? userDataFolder(process.platform, process.env));
  // Chromium's own files are many: they get a folder of their own in it.
  const ofWindow = join(folder, 'window');
  mkdirSync(ofWindow, { recursive: true });
  app.setPath('userData', folder);
  app.setPath('sessionData', ofWindow);
  app.setPath('crashDumps', join(ofWindow, 'crashes'));
  // Chromium complains of every desktop service that is not there; only what ends it is of interest.
  if (!app.commandLine.hasSwitch('enable-logging')) app.commandLine.appendSwitch('log-level', '3');
  return folder;
}

/** In memory nothing stays: what Chromium cannot do without goes when the process does. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hangar-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
