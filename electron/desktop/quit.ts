import { app } from 'electron';
import { onStopSignal } from '../programs/stop-signal.ts';
import { EXIT_CODES } from '../emulator/host/start-error.ts';
import { messageOf } from '../../shared/values/message-of.ts';

/** What has to end before the application may. */
export interface QuitPorts {
  /** Takes the window away; false when the person stays. With `force` nobody is asked. */
  readonly close: (force: boolean) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** With the second that a page may hang, the process ends in any case within five. */
const STOP_TIMEOUT = 4000;

/** Ends the application in order, whoever asks: menu, tray, system or signal. Electron itself waits for no promise. */
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
  app.on('before-quit', (event) => {
    event.preventDefault();
    void end(false);
  });
  onStopSignal((_signal, count) => {
    if (count > 1) app.exit(EXIT_CODES.failed.code);
    void end(true);
  });
}
