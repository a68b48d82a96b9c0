/**
 * Functions that the desktop application offers its window, and a browser lacks. The preload script exposes them as
 * `window.hangar`; only renderer/core/data/desktop.ts checks for them. Badge, tray and notifications of prompts do not depend on the
 * window: the application shows them even while it is closed.
 */
export interface DesktopBridge {
  readonly platform: 'darwin' | 'linux' | 'win32';
  /** Shows a file or folder in the system's file manager; false when there is none at this absolute path. */
  reveal(path: string): Promise<boolean>;
  /** Opens a file in the user's editor, at a line where the editor is known; false when there is none at this absolute path. */
  edit(path: string, line: number): Promise<boolean>;
  /** Lets the user choose a file; its path, or null when they chose none. */
  chooseFile(request: FileChoice): Promise<string | null>;
  /** The absolute path of a file that was dropped onto the window. @param file a `File` of the page */
  pathOf(file: object): string;
  /** Opens a workspace or a bundle, after a question to the user. @param path absolute */
  open(path: string): Promise<void>;
  /** Closes the open bundle and serves the workspace that was open before. */
  closeBundle(): Promise<void>;
  /** Replaces the commands of the native menu. */
  setMenu(commands: readonly MenuCommand[]): void;
  /** Calls the listener with the command's ID when a menu item is chosen. Returns a function that stops it. */
  onCommand(listener: (id: string) => void): () => void;
  /** Calls the listener with the path of a page to open (notification, tray, deep link). Returns a function that stops it. */
  onOpen(listener: (path: string) => void): () => void;
  settings(): Promise<DesktopSettings>;
  /** State of `hangar` for the terminal. */
  terminal(): Promise<TerminalLink>;
  /** Makes `hangar` for the terminal. Rejects when another file is in its place. */
  makeTerminal(): Promise<TerminalLink>;
  /** Changes some of the settings; gives them all. */
  changeSettings(change: Partial<DesktopSettings>): Promise<DesktopSettings>;
}

/** Settings of the desktop application. */
export interface DesktopSettings {
  /** True when Hangar goes on serving after its window is closed; null until the user has chosen, at the first close. */
  readonly keepServing: boolean | null;
  /** Notify of a new prompt while the window is in the background. */
  readonly notifications: boolean;
  /** The port of the next start without `--port`; null for the default. */
  readonly port: number | null;
}

/** `hangar` for the terminal: a file in the user's home that starts the application without a window. */
export interface TerminalLink {
  /** Absolute path of the application's program. */
  readonly program: string;
  /** Absolute path of the file; "" on systems without one. */
  readonly path: string;
  /** `made` for this application, `outdated` for one in another place, `foreign` for a file that Hangar did not make. */
  readonly state: 'absent' | 'made' | 'outdated' | 'foreign';
  /** True when its folder is in `PATH`. */
  readonly isOnSearchPath: boolean;
}

/** Options of a file dialog. */
export interface FileChoice {
  readonly title: string;
  /** Without dots; an empty list allows any file. */
  readonly extensions: readonly string[];
}

/** A command as the native menu shows it. */
export interface MenuCommand {
  readonly id: string;
  readonly title: string;
  /** Menu that contains it. */
  readonly menu: string;
  /** Shortcut such as `mod+K`: `mod` is Cmd on macOS and Ctrl elsewhere; '' when none. */
  readonly shortcut: string;
  /** The shortcut as the window shows it, for one that no native menu does. */
  readonly keys: string;
  readonly enabled: boolean;
}

/** Names of the messages between the window's preload script and the main process. */
export const DESKTOP_MESSAGES = {
  reveal: 'desktop:reveal',
  edit: 'desktop:edit',
  chooseFile: 'desktop:choose-file',
  openFile: 'desktop:open-file',
  closeBundle: 'desktop:close-bundle',
  setMenu: 'desktop:set-menu',
  command: 'desktop:command',
  open: 'desktop:open',
  settings: 'desktop:settings',
  changeSettings: 'desktop:change-settings',
  terminal: 'desktop:terminal',
  makeTerminal: 'desktop:make-terminal',
} as const;

/** Process argument that gives the preload script the origin of Hangar. */
export const ORIGIN_ARGUMENT = '--hangar-origin=';
