import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { type BrowserWindow, dialog, ipcMain, shell, type WebFrameMain } from 'electron';
import { z } from 'zod';
import {
  DESKTOP_MESSAGES,
  type DesktopSettings,
  type FileChoice,
  type MenuCommand,
  type TerminalLink,
} from '../../shared/desktop.ts';
import { editorCommand, startDetached } from '../emulator/platform/editor.ts';
import { mergedVariables } from '../emulator/platform/environment.ts';
import { definedFields } from '../../shared/values/objects.ts';
import { SettingsChange } from './settings-file.ts';

/** Dependencies of the bridge between window and main process. */
export interface BridgePorts {
  /** True for the only frame that may send messages. */
  readonly isOwn: (sender: WebFrameMain | null) => boolean;
  readonly window: () => BrowserWindow | undefined;
  /** Opens a workspace or a bundle by its absolute path, after a question. */
  readonly open: (file: string) => Promise<void>;
  readonly closeBundle: () => Promise<void>;
  readonly setMenu: (commands: readonly MenuCommand[]) => void;
  readonly settings: () => DesktopSettings;
  readonly changeSettings: (change: Partial<DesktopSettings>) => void;
  readonly terminal: () => TerminalLink;
  readonly makeTerminal: () => TerminalLink;
}

const AbsolutePath = z.string().refine(isAbsolute, 'must be an absolute path');
const Place = z.object({ path: z.string(), line: z.int().min(1) });
const Commands: z.ZodType<readonly MenuCommand[]> = z.array(
  z.object({
    ...{ id: z.string(), title: z.string(), menu: z.string() },
    ...{ shortcut: z.string(), keys: z.string(), enabled: z.boolean() },
  }),
);
const Choice: z.ZodType<FileChoice> = z.object({
  title: z.string(),
  extensions: z.array(z.string().regex(/^[\w-]+$/)),
});

/** Handles messages from the window. Rejects messages from other frames and messages that do not match their schema. */
export function connectBridge(ports: BridgePorts): void {
  /** Registers a handler that checks the sender and parses the payload. */
  const answer = <Sent>(message: string, sent: z.ZodType<Sent>, give: (sent: Sent) => unknown): void => {
    ipcMain.handle(message, (event, value: unknown) => {
      if (!ports.isOwn(event.senderFrame)) throw new Error('Only the window of Hangar may send this message.');
      return give(sent.parse(value));
    });
  };
  answer(DESKTOP_MESSAGES.reveal, z.string(), reveal);
  answer(DESKTOP_MESSAGES.edit, Place, edit);
  answer(DESKTOP_MESSAGES.chooseFile, Choice, (choice) => chooseFile(choice, ports.window()));
  answer(DESKTOP_MESSAGES.openFile, AbsolutePath, ports.open);
  answer(DESKTOP_MESSAGES.closeBundle, z.undefined(), ports.closeBundle);
  answer(DESKTOP_MESSAGES.settings, z.undefined(), ports.settings);
  answer(DESKTOP_MESSAGES.changeSettings, SettingsChange, (change) => {
    ports.changeSettings(definedFields(change));
    return ports.settings();
  });
  answer(DESKTOP_MESSAGES.terminal, z.undefined(), ports.terminal);
  answer(DESKTOP_MESSAGES.makeTerminal, z.undefined(), ports.makeTerminal);
  ipcMain.on(DESKTOP_MESSAGES.setMenu, (event, value: unknown) => {
    const commands = Commands.safeParse(value);
    if (commands.success && ports.isOwn(event.senderFrame)) ports.setMenu(commands.data);
  });
}

async function reveal(path: string): Promise<boolean> {
  const isFound = await isThere(path);
  if (isFound) shell.showItemInFolder(path);
  return isFound;
}

/** Endings of files that the system opens and never executes, as it does some with code. */
const OPENED = /\.(?:ya?ml|json)$/i;

async function edit({ path, line }: z.output<typeof Place>): Promise<boolean> {
  if (!(await isThere(path))) return false;
  const variables = mergedVariables([process.env]);
  // From the home, since Windows looks for programs in the working folder first.
  const command = editorCommand(path, line, { platform: process.platform, cwd: homedir(), variables });
  if (command !== undefined && (await startDetached(...command))) return true;
  if (!OPENED.test(path) || (await shell.openPath(path)) !== '') shell.showItemInFolder(path);
  return true;
}

/** True for an absolute path of something that exists. */
async function isThere(path: string): Promise<boolean> {
  if (!isAbsolute(path)) return false;
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function chooseFile(
  { title, extensions }: FileChoice,
  window: BrowserWindow | undefined,
): Promise<string | null> {
  if (window === undefined) return null;
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    properties: ['openFile'],
    filters: extensions.length === 0 ? [] : [{ name: extensions.join(', '), extensions: [...extensions] }],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
