/* oxlint-disable tests/asks-for-tools -- its fixture (desktop.ts) asks for the window manager */
import { spawnSync } from 'node:child_process';

/** A window on an X display, as its window manager sees it. */
export interface NativeWindow {
  readonly id: string;
  readonly title: string;
}

/** The windows of one display, handled as a person handles them: by the window manager and by keys. */
export class NativeWindows {
  readonly #display: string;

  /** @param display as in `DISPLAY` */
  constructor(display: string) {
    this.#display = display;
  }

  /** Those of a process. */
  of(process: number): NativeWindow[] {
    return this.#run('wmctrl', '-lp')
      .split('\n')
      .map((line) => /^(0x\w+) +\S+ +(\d+) +\S+ ?(.*)$/.exec(line))
      .flatMap((found) => (Number(found?.[2]) === process ? [{ id: found?.[1] ?? '', title: found?.[3] ?? '' }] : []));
  }

  /** Clicks the cross. */
  close({ id }: NativeWindow): void {
    this.#run('wmctrl', '-i', '-c', id);
  }

  activate({ id }: NativeWindow): void {
    this.#run('wmctrl', '-i', '-a', id);
  }

  /** True for the one that keys go to. */
  isActive({ id }: NativeWindow): boolean {
    return Number(this.#run('xdotool', 'getactivewindow')) === Number(id);
  }

  minimize({ id }: NativeWindow): void {
    this.#run('xdotool', 'windowminimize', id);
  }

  setMaximized({ id }: NativeWindow, isMaximized: boolean): void {
    this.#run('wmctrl', '-i', '-r', id, '-b', `${isMaximized ? 'add' : 'remove'},maximized_vert,maximized_horz`);
  }

  place({ id }: NativeWindow, { x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
    this.#run('wmctrl', '-i', '-r', id, '-e', `0,${x},${y},${width},${height}`);
  }

  /** Types keys into a window, as xdotool calls them. */
  press(window: NativeWindow, ...keys: string[]): void {
    this.activate(window);
    this.#run('xdotool', 'windowfocus', '--sync', window.id);
    this.#run('xdotool', 'key', '--delay', '50', ...keys);
  }

  #run(program: string, ...args: string[]): string {
    const env = { ...process.env, DISPLAY: this.#display };
    return spawnSync(program, args, { env, encoding: 'utf8', timeout: 60_000 }).stdout;
  }
}
