import { app, type BrowserWindow, type NativeImage } from 'electron';
import { pendingText } from './pending-prompts.ts';

/** The application's badge with the number of pending prompts, which the window has in its title (`renderer/app/attention.ts`). Windows has no numbers there and shows a dot. */
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

  /** Sets the badge again, for example on a new window. */
  refresh(): void {
    app.setBadgeCount(this.#count);
    if (process.platform !== 'win32') return;
    this.#window()?.setOverlayIcon(this.#count === 0 ? null : this.#dot, pendingText(this.#count));
  }
}
