import { app, type BrowserWindow, type NativeImage } from 'electron';
import { type Pending, pendingText } from './pending-prompts.ts';

/** The application's badge with the number of pending prompts and requests; a dot on Windows, which has no numbers there. */
export class Badge {
  readonly #dot: NativeImage;
  readonly #window: () => BrowserWindow | undefined;
  #pending: readonly Pending[] = [];

  constructor(dot: NativeImage, window: () => BrowserWindow | undefined) {
    this.#dot = dot;
    this.#window = window;
  }

  show(pending: readonly Pending[]): void {
    this.#pending = pending;
    this.refresh();
  }

  /** Sets the badge again, for example on a new window. */
  refresh(): void {
    app.setBadgeCount(this.#pending.length);
    if (process.platform !== 'win32') return;
    this.#window()?.setOverlayIcon(this.#pending.length === 0 ? null : this.#dot, pendingText(this.#pending));
  }
}
