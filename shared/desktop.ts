/**
 * What the desktop adds to the window: only what a browser lacks. The preload script exposes it as `window.hangar`;
 * renderer/core/desktop.ts is the only place that asks whether it is there.
 */
export interface DesktopBridge {
  readonly platform: 'darwin' | 'linux' | 'win32';
  /** Shows an operating system notification; a click brings the window to the front and opens `path` in it. */
  notify(notification: DesktopNotification): void;
  /** The number on the dock or task bar; 0 removes it. */
  setBadge(count: number): void;
  /** Shows a file or folder in the system's file manager. */
  reveal(path: string): Promise<void>;
  /** Lets the user choose a file; its path, or null when they chose none. */
  chooseFile(request: FileChoice): Promise<string | null>;
  /** The commands of the native menu, whenever they change. */
  setMenu(commands: readonly MenuCommand[]): void;
  /** A menu entry was chosen: gives the command's ID. Returns how to stop listening. */
  onCommand(listener: (id: string) => void): () => void;
  /** A place is to be opened (notification, tray, deep link). Returns how to stop listening. */
  onOpen(listener: (path: string) => void): () => void;
}

/** A notification of the operating system. */
export interface DesktopNotification {
  readonly title: string;
  readonly body: string;
  /** The place in the window that a click opens, such as `/prompts/pmt…`. */
  readonly path: string;
}

/** What to choose in a file dialog. */
export interface FileChoice {
  readonly title: string;
  readonly extensions: readonly string[];
}

/** A command as the native menu shows it. */
export interface MenuCommand {
  readonly id: string;
  readonly title: string;
  /** The menu it stands in. */
  readonly menu: string;
  /** As in `mod+K`: `mod` is Cmd on macOS and Ctrl elsewhere; '' when none. */
  readonly shortcut: string;
  readonly enabled: boolean;
}
