import { join } from 'node:path';
import { app, Menu } from 'electron';
import { z } from 'zod';
import { version } from '../../package.json' with { type: 'json' };
import { builtWindow } from '../host/built-window.ts';
import { EXIT_CODES, StartError } from '../host/start-error.ts';
import { UsageError } from '../options/flag.ts';
import { DEFAULT_HOST, DEFAULT_PORT, type Flags } from '../options/flags.ts';
import { readCommandLine } from '../programs/command-line.ts';
import { startServer } from '../programs/start-server.ts';
import type { Emulator } from '../emulator.ts';
import { desktopArguments, placeOfLink } from './arguments.ts';
import { confinePages } from './confine.ts';
import { createDesktop, type Desktop } from './desktop.ts';
import { askForPort, sayStartFailed } from './dialogs.ts';
import { freePort } from './free-port.ts';
import { prepareApplication } from './prepare.ts';
import { quitInOrder } from './quit.ts';
import { SettingsFile } from './settings-file.ts';

/** What a second start tells the first one. */
const SecondStart = z.object({ path: z.string().catch('') }).catch({ path: '' });

/** What runs, as far as it does already. */
interface Running {
  emulator?: Emulator;
  desktop?: Desktop;
  /** The place to open once there is a window. */
  path: string;
}

/** Starts the desktop. @param program address of the built main program */
export function launch(program: string): void {
  // Whoever reads the ready line may close the pipe after it; that is no reason to stop.
  process.stdout.on('error', () => {});
  try {
    begin(program);
  } catch (error) {
    fail(error);
  }
}

function begin(program: string): void {
  const given = desktopArguments(process.argv, app.isPackaged ? null : app.getAppPath());
  const request = readCommandLine(['serve', ...given.flags], process.env, version);
  if (request.program !== 'serve') {
    if (request.program === 'print') process.stdout.write(request.text);
    app.exit(EXIT_CODES.stopped.code);
    return;
  }
  const { flags } = request;
  const folder = prepareApplication(flags);
  const running: Running = { path: given.path };
  if (!app.requestSingleInstanceLock({ path: given.path } satisfies z.input<typeof SecondStart>)) {
    process.stdout.write('Hangar is already running: its window is in front.\n');
    app.exit(EXIT_CODES.stopped.code);
    return;
  }
  openWhenAsked(running);
  quitInOrder({
    close: (force) => running.desktop?.close(force) ?? Promise.resolve(true),
    stop: () => running.emulator?.stop() ?? Promise.resolve(),
  });
  const settings = new SettingsFile(flags.inMemory ? null : join(folder, 'desktop.json'));
  app
    .whenReady()
    .then(() => start(program, { flags, settings }, running))
    .catch(fail);
}

async function start(
  program: string,
  { flags, settings }: { flags: Flags; settings: SettingsFile },
  running: Running,
): Promise<void> {
  // Until the window tells its commands; Electron's own menu leads to its website.
  Menu.setApplicationMenu(null);
  const port = flags.port ?? settings.current.port ?? DEFAULT_PORT;
  const emulator = await serve({ ...flags, port }, builtWindow(program));
  running.emulator = emulator;
  confinePages(new URL(emulator.url).origin);
  running.desktop = await createDesktop({ emulator, settings, program });
  running.desktop.show(running.path);
}

/** Serves at the port that the flags name, or at one that the person chooses because that one is taken. */
async function serve(flags: Flags & { port: number }, gui: string | null): Promise<Emulator> {
  try {
    return (await startServer('desktop', flags, gui)).emulator;
  } catch (error) {
    if (!(error instanceof StartError) || error.reason !== 'portBusy') throw error;
    const free = await freePort(flags.host ?? DEFAULT_HOST, flags.port + 1);
    const port = await askForPort(error.message, free, flags.port);
    if (port === null) throw new DeclinedError('portBusy', error.message);
    return serve({ ...flags, port }, gui);
  }
}

/** The person knows already why there is no start: they decided it. */
class DeclinedError extends StartError {}

/** Opens the window for a second start, a click in the dock and a link. */
function openWhenAsked(running: Running): void {
  const open = (path: string): void => {
    if (running.desktop === undefined) running.path = path;
    else running.desktop.show(path);
  };
  app.on('second-instance', (_event, _argv, _folder, data) => open(SecondStart.parse(data).path));
  app.on('activate', () => open(''));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(placeOfLink(link) ?? '');
  });
  // Without this Electron would end with the last window, and with the first dialog.
  app.on('window-all-closed', () => {});
}

/** Says why there is no start, where it is read, and ends. */
function fail(error: unknown): void {
  const isExpected = error instanceof UsageError || error instanceof StartError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`hangar: ${!isExpected && error instanceof Error ? (error.stack ?? message) : message}\n`);
  const { code } = EXIT_CODES[error instanceof StartError ? error.reason : isExpected ? 'usage' : 'failed'];
  // Who types flags reads the answer there.
  const isKnown = error instanceof UsageError || error instanceof DeclinedError;
  void (isKnown ? Promise.resolve() : app.whenReady().then(() => sayStartFailed(message))).finally(() =>
    app.exit(code),
  );
}
