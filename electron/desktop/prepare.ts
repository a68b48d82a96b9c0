import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { makeFolderSync } from '../emulator/files/folders.ts';
import type { Flags } from '../programs/flags/flags.ts';
import { ownFolder } from '../programs/flags/program-options.ts';
import { APP_ID, APP_NAME, LINK_PROTOCOL } from './identity.ts';
import { desktopSystem } from './system.ts';

/** Switches that turn off Chromium's own network requests: Hangar talks to this machine only. */
const NO_BACKGROUND_NETWORK = [
  ...['disable-background-networking', 'disable-component-update', 'disable-domain-reliability'],
  ...['disable-sync', 'no-pings', 'no-first-run'],
];

/**
 * Applies the settings that must be set before the application is ready: name, folders, sandbox and network switches. Each
 * data folder has one instance at a time. Returns the data folder.
 */
export function prepareApplication(flags: Flags): string {
  app.setName(APP_NAME);
  app.setAppUserModelId(APP_ID);
  const folder = flags.inMemory ? temporaryFolder() : resolve(flags.data ?? ownFolder());
  // Chromium writes many files; they get a folder of their own.
  const ofWindow = join(folder, 'window');
  makeFolderSync(ofWindow);
  app.setPath('userData', folder);
  app.setPath('sessionData', ofWindow);
  app.setPath('crashDumps', join(ofWindow, 'crashes'));
  // Applies to every window. Root needs `--no-sandbox`, otherwise no page would load.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  for (const name of NO_BACKGROUND_NETWORK) app.commandLine.appendSwitch(name);
  // Blocks every other host that Chromium might contact, by name or address.
  const own = ['127.0.0.1', 'localhost', '[::1]', ...(flags.host === undefined ? [] : [flags.host])];
  const rules = ['MAP * ~NOTFOUND', ...own.map((host) => `EXCLUDE ${host}`)].join(', ');
  app.commandLine.appendSwitch('host-resolver-rules', rules);
  // Hides Chromium's warnings about missing desktop services; only fatal errors matter.
  if (!app.commandLine.hasSwitch('enable-logging')) app.commandLine.appendSwitch('log-level', '3');
  return folder;
}

/**
 * Registers `hangar://` links on Windows and macOS. On Linux the package's desktop file does that. An application run from
 * sources registers nothing.
 */
export function registerLinks(): void {
  if (!app.isPackaged || !desktopSystem().registersLinks) return;
  const protocol = LINK_PROTOCOL.replace(':', '');
  if (!app.isDefaultProtocolClient(protocol)) app.setAsDefaultProtocolClient(protocol);
}

/** Creates a temporary folder for the files that Chromium needs; removed when the process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hangar-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
