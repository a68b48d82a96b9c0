import { join, resolve } from 'node:path';
import { Menu, app, dialog } from 'electron';
import type { z } from 'zod';
import { version } from '../../package.json';
import { builtWindow } from '../emulator/host/built-window.ts';
import { handleUncaughtErrors } from '../emulator/host/uncaught-errors.ts';
import { lineLogger, printable } from '../emulator/host/logger.ts';
import { completeSearchPath } from '../emulator/platform/environment.ts';
import { EXIT_CODES, StartError } from '../emulator/host/start-error.ts';
import { UsageError } from '../programs/flags/field.ts';
import { DEFAULT_PORT, type Flags } from '../programs/flags/flags.ts';
import { readCommandLine } from '../programs/command-line.ts';
import { type AppState, SecondStart, openIn } from './app-state.ts';
import { desktopArguments, terminalArguments, linkPath } from './arguments.ts';
import { confinePages } from './confine.ts';
import { createDesktop, type FileOpening } from './desktop.ts';
import { showStartError } from './dialogs.ts';
import { DeclinedError, HostedServer } from './hosted-server.ts';
import { FileOpener, openedFile, type OpenedFile } from './open-file.ts';
import { prepareApplication, registerLinks, temporaryFolder } from './prepare.ts';
import { quitGracefully } from './quit.ts';
import { scriptProcesses } from './script-process.ts';
import { SettingsFile } from './settings-file.ts';
import { messageOf } from '../../shared/values/messages.ts';
import type { StartScriptProcess } from '../emulator/emulator.ts';
import { APP_NAME } from './identity.ts';

/**
 * Starts the desktop, or runs a command of the terminal.
 * @param program URL of the built main program
 */
export function launch(program: string): void {
  const inTerminal = terminalArguments(process.argv);
  if (inTerminal !== undefined) {
    runInTerminal(program, inTerminal);
    return;
  }
  // Readers of the ready line may close the pipe; keep running.
  process.stdout.on('error', () => {});
  handleUncaughtErrors(process, lineLogger({ info: printError, alert: printError }, 'text', false), exitAfterError);
  try {
    begin(program);
  } catch (error) {
    exitWithError(error);
  }
}

function begin(program: string): void {
  const given = desktopArguments(process.argv, app.isPackaged ? null : app.getAppPath());
  const line = readCommandLine(['serve', ...given.flags], process.env, version);
  if (line.program !== 'serve') {
    if (line.program === 'print') process.stdout.write(line.text);
    app.exit(EXIT_CODES.stopped.code);
    return;
  }
  const { flags } = line;
  const folder = prepareApplication(flags);
  const running: AppState = { path: given.path, file: given.file === '' ? '' : resolve(given.file) };
  if (!isFirstInstance(running, flags)) return;
  registerLinks();
  if (app.isPackaged) void completeSearchPath();
  handleOpenEvents(running);
  quitGracefully({
    close: (force) => running.desktop?.close(force) ?? Promise.resolve(true),
    stop: () => running.server?.stop() ?? Promise.resolve(),
  });
  const settings = new SettingsFile(flags.inMemory ? null : join(folder, 'desktop.json'));
  if (settings.problem !== '') printError(printable(settings.problem));
  app
    .whenReady()
    .then(() => start(program, { flags, settings }, running))
    .catch(exitWithError);
}

/**
 * Returns false when another instance uses the same data folder. That instance gets the arguments, and this process exits.
 */
function isFirstInstance({ path, file }: AppState, { workspace, bundle }: Flags): boolean {
  const named = bundle ?? workspace;
  const wanted = file === '' && named !== undefined ? resolve(named) : file;
  if (app.requestSingleInstanceLock({ path, file: wanted } satisfies z.input<typeof SecondStart>)) return true;
  process.stdout.write('Hangar is already running: its window is in front.\n');
  app.exit(EXIT_CODES.stopped.code);
  return false;
}

async function start(
  program: string,
  { flags, settings }: { flags: Flags; settings: SettingsFile },
  running: AppState,
): Promise<void> {
  // No menu until the window sends its commands: Electron's default menu links to its website.
  Menu.setApplicationMenu(null);
  const port = flags.port ?? settings.current.port ?? DEFAULT_PORT;
  const host = {
    gui: builtWindow(program),
    startScriptProcess: scriptProcesses(program),
    onStopAsked: () => app.quit(),
  };
  const server = new HostedServer({ ...flags, port, ...(await initialFile(running)) }, host);
  const emulator = await server.start();
  running.server = server;
  confinePages(new URL(emulator.url).origin);
  const desktop = await createDesktop({ emulator, settings, program, files: fileOpening(running) });
  running.desktop = desktop;
  running.opener = new FileOpener({
    window: desktop.window,
    inUse: () => server.inUse,
    isInMemory: server.isInMemory,
    unfinishedRuns: () => server.unfinishedRuns(),
    change: (file) => server.change(file, (served) => desktop.follow(served)),
  });
  desktop.show(running.path);
  // A file may have arrived while the server started.
  if (running.file !== '') void running.opener.open(running.file);
}

function printError(line: string): void {
  process.stderr.write(`hangar: ${line}\n`);
}

/** Exits at once: pending work could run on half-changed state. */
function exitAfterError(why: string): void {
  dialog.showErrorBox(
    'Hangar must close',
    `${why}\n\nPlease start it again. Everything that was acknowledged is on disk.`,
  );
  app.exit(EXIT_CODES.failed.code);
}

/** Reports a failed start and exits. */
function exitWithError(error: unknown): void {
  const isExpected = error instanceof UsageError || error instanceof StartError;
  const message = messageOf(error);
  printError(printable(!isExpected && error instanceof Error ? (error.stack ?? message) : message));
  const { code } = EXIT_CODES[error instanceof StartError ? error.reason : isExpected ? 'usage' : 'failed'];
  // Usage errors are read on the command line; no dialog.
  const isKnown = error instanceof UsageError || error instanceof DeclinedError;
  void (isKnown ? Promise.resolve() : app.whenReady().then(() => showStartError(message))).finally(() =>
    app.exit(code),
  );
}

/**
 * Runs a command of the terminal without a window, then exits.
 * @param program URL of the built main program
 * @param args of the command
 */
function runInTerminal(program: string, args: readonly string[]): void {
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

/** Opens files for the window, which is created before the opener. */
function fileOpening(running: AppState): FileOpening {
  return {
    open: (file) => running.opener?.open(file) ?? Promise.resolve(),
    closeBundle: () => running.opener?.closeBundle() ?? Promise.resolve(),
  };
}

/**
 * The workspace file or bundle that Hangar was opened with, for example by a double click. A workspace file must exist,
 * since nobody asked to create it.
 */
async function initialFile(running: AppState): Promise<OpenedFile> {
  const { file } = running;
  if (file === '') return {};
  running.file = '';
  return openedFile(file);
}

/** Opens the window for a second start, a dock click, a link or a file. */
function handleOpenEvents(running: AppState): void {
  app.on('second-instance', (_event, _argv, _folder, data) => openIn(running, SecondStart.parse(data)));
  app.on('activate', () => openIn(running, {}));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    openIn(running, { path: linkPath(link) ?? '' });
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    openIn(running, { file });
  });
  // By default Electron would quit with the last window, and with the first dialog.
  app.on('window-all-closed', () => {});
}
