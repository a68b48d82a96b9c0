import { app, type BrowserWindow, type NativeImage } from 'electron';
import { pendingText } from './pending-prompts.ts';

/** The number of waiting prompts at the application's icon; Windows, which has no numbers there, gets a dot. */
export class Badge {
  readonly #dot: NativeImage;
  readonly #window: () => BrowserWindow | undefined;
  #count = 0;

  constructor(dot: NativeImage, window: () => BrowserWindow | undefined) {
    this.#dot = dot;
    this.#window = window;
  }

  show(count: number): void {
    this.#count = count;
    this.refresh();
  }

  /** Shows the same again, as on a new window. */
  refresh(): void {
    app.setBadgeCount(this.#count);
    if (process.platform !== 'win32') return;
    this.#window()?.setOverlayIcon(this.#count === 0 ? null : this.#dot, pendingText(this.#count));
  }
}
