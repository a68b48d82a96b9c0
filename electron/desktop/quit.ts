import { app, type BrowserWindow, powerMonitor } from 'electron';
import { quitRule } from '../emulator/platform/quit-rule.ts';
import { onStopSignal } from '../emulator/platform/stop-signals.ts';
import { EXIT_CODES } from '../emulator/host/start-error.ts';
import { messageOf } from '../../shared/values/messages.ts';
import { desktopSystem } from './system.ts';

/** Parts to close before the application exits. */
interface QuitPorts {
  /** Closes the window; false when the user stays. `force` skips the question. */
  readonly close: (force: boolean) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** In milliseconds. Together with the second for a hanging page, the process exits within five seconds, as `programs/serve.ts` does. */
const STOP_TIMEOUT = 4000;

/**
 * Shuts down gracefully when the menu, tray, system or a signal asks to quit. Electron itself does not wait for promises.
 */
export function quitGracefully(ports: QuitPorts): void {
  let isEnding = false;
  const end = async (force: boolean): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    if (!(await ports.close(force))) {
      isEnding = false;
      return;
    }
    setTimeout(() => app.exit(EXIT_CODES.failed.code), STOP_TIMEOUT);
    try {
      await ports.stop();
      app.exit(EXIT_CODES.stopped.code);
    } catch (error) {
      console.error(`hangar: ${messageOf(error)}`);
      app.exit(EXIT_CODES.failed.code);
    }
  };
  const rule = quitRule();
  app.on('before-quit', (event) => {
    const { waits, asks } = rule.onQuit();
    if (waits) event.preventDefault();
    void end(!asks);
  });
  const { sessionEnd } = desktopSystem();
  if (sessionEnd === 'machine') void app.whenReady().then(() => powerMonitor.on('shutdown', rule.onSystemEnd));
  if (sessionEnd === 'window')
    app.on('browser-window-created', (_event, window: BrowserWindow) =>
      window.on('session-end', () => {
        rule.onSystemEnd();
        void end(true);
      }),
    );
  onStopSignal((_signal, count) => {
    if (count > 1) app.exit(EXIT_CODES.failed.code);
    void end(true);
  });
}
