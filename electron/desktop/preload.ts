import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { DESKTOP_MESSAGES as MESSAGES, type DesktopBridge, ORIGIN_ARGUMENT } from '../../shared/desktop.ts';

// The page's `location`; this compilation has no DOM types.
declare const location: { readonly origin: string };

/**
 * Relays messages of the main process to listeners. The latest message that arrives before the first listener is kept for
 * it.
 */
function relay(message: string): (listener: (text: string) => void) => () => void {
  const listeners = new Set<(text: string) => void>();
  let waiting: string | undefined;
  ipcRenderer.on(message, (_event, text: string) => {
    waiting = listeners.size === 0 ? text : undefined;
    listeners.forEach((listener) => listener(text));
  });
  return (listener) => {
    listeners.add(listener);
    if (waiting !== undefined) listener(waiting);
    waiting = undefined;
    return () => void listeners.delete(listener);
  };
}

/** Calls the main process; its handler returns the type that the bridge promises. */
function invoke<Value>(message: string, ...args: readonly unknown[]): Promise<Value> {
  return ipcRenderer.invoke(message, ...args) as Promise<Value>;
}

/** Hangar supports these three platforms only. */
const platform = process.platform as DesktopBridge['platform'];

const bridge: DesktopBridge = {
  platform,
  reveal: (path) => invoke(MESSAGES.reveal, path),
  edit: (path, line) => invoke(MESSAGES.edit, { path, line }),
  chooseFile: (request) => invoke(MESSAGES.chooseFile, request),
  pathOf: (file) => webUtils.getPathForFile(file as File),
  open: (path) => invoke(MESSAGES.openFile, path),
  closeBundle: () => invoke(MESSAGES.closeBundle),
  setMenu: (commands) => ipcRenderer.send(MESSAGES.setMenu, commands),
  onCommand: relay(MESSAGES.command),
  onOpen: relay(MESSAGES.open),
  settings: () => invoke(MESSAGES.settings),
  terminal: () => invoke(MESSAGES.terminal),
  makeTerminal: () => invoke(MESSAGES.makeTerminal),
  changeSettings: (change) => invoke(MESSAGES.changeSettings, change),
};

// A page of another origin gets no bridge, although the window never leaves its server.
if (process.argv.includes(`${ORIGIN_ARGUMENT}${location.origin}`)) contextBridge.exposeInMainWorld('hangar', bridge);
