import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { makeFolderSync } from '../emulator/files/make-folder.ts';
import { userDataFolder } from '../emulator/host/user-data.ts';
import type { Flags } from '../programs/flags/flags.ts';
import { APP_ID, APP_NAME, LINK_PROTOCOL } from './identity.ts';

/** What Chromium does of its own accord over the network, switched off: Hangar talks to nobody but this machine. */
const NO_BACKGROUND_NETWORK = [
  ...['disable-background-networking', 'disable-component-update', 'disable-domain-reliability'],
  ...['disable-sync', 'no-pings', 'no-first-run'],
];

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
  makeFolderSync(ofWindow);
  app.setPath('userData', folder);
  app.setPath('sessionData', ofWindow);
  app.setPath('crashDumps', join(ofWindow, 'crashes'));
  // Whatever preferences a window is made with. For root, who needs the switch, no page would ever load.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  for (const name of NO_BACKGROUND_NETWORK) app.commandLine.appendSwitch(name);
  // Whatever Chromium might want to reach all the same is not found, by name or by address.
  const own = ['127.0.0.1', 'localhost', '[::1]', ...(flags.host === undefined ? [] : [flags.host])];
  const rules = ['MAP * ~NOTFOUND', ...own.map((host) => `EXCLUDE ${host}`)].join(', ');
  app.commandLine.appendSwitch('host-resolver-rules', rules);
  // Chromium complains of every desktop service that is not there; only what ends it is of interest.
  if (!app.commandLine.hasSwitch('enable-logging')) app.commandLine.appendSwitch('log-level', '3');
  return folder;
}

/**
 * Makes this application the one that opens `hangar://` links, where it is the application that says so: on Windows and
 * macOS. On Linux the package's desktop file does; what runs from sources leaves the system as it is.
 */
export function registerLinks(): void {
  if (!app.isPackaged || process.platform === 'linux') return;
  const protocol = LINK_PROTOCOL.replace(':', '');
  if (!app.isDefaultProtocolClient(protocol)) app.setAsDefaultProtocolClient(protocol);
}

/** In memory nothing stays: what Chromium cannot do without goes when the process does. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hangar-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
