import { app } from 'electron';
import { builtWindow } from '../emulator/host/built-window.ts';
import type { StartScriptProcess } from '../emulator/emulator.ts';
import { APP_NAME } from './identity.ts';
import { temporaryFolder } from './prepare.ts';
import { scriptProcesses } from './script-process.ts';

/**
 * Runs a command of the terminal without a window, then exits.
 * @param program URL of the built main program
 * @param args of the command
 */
export function runInTerminal(program: string, args: readonly string[]): void {
  app.setName(APP_NAME);
  app.dock?.hide();
  const folder = temporaryFolder();
  for (const name of ['userData', 'sessionData', 'crashDumps'] as const) app.setPath(name, folder);
  // Electron starts processes for scripts only once it is ready.
  const startScriptProcess: StartScriptProcess = async (environment, run) => {
    await app.whenReady();
    return scriptProcesses(program)(environment, run);
  };
  const host = { gui: builtWindow(program), startScriptProcess };
  void import('../programs/run-program.ts').then(({ runProgram }) => runProgram({ args, host }));
}
