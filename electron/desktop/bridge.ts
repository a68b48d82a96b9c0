import { stat } from 'node:fs/promises';
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
import { definedFields } from '../../shared/values/defined-fields.ts';
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
const Commands: z.ZodType<readonly MenuCommand[]> = z.array(
  z.object({ id: z.string(), title: z.string(), menu: z.string(), shortcut: z.string(), enabled: z.boolean() }),
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
  if (!isAbsolute(path)) return false;
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) shell.showItemInFolder(path);
  return isThere;
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
