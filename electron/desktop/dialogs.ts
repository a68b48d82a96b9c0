import { basename } from 'node:path';
import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { APP_NAME } from './identity.ts';

/** Shows a question; gives the answer, by its place among the buttons. Above the window where there is one. */
async function ask(window: BrowserWindow | undefined, question: MessageBoxOptions): Promise<number> {
  const options = { title: APP_NAME, noLink: true, ...question };
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response;
}

/** Says that the port is taken, and by whom; gives the port to try next, or null to give up. */
export async function askForPort(reason: string, free: number, port: number): Promise<number | null> {
  // Behind the semicolon stands what helps at a command line.
  const [taken = ''] = reason.split(';');
  const answer = await ask(undefined, {
    type: 'warning',
    message: `${taken.slice(0, 1).toUpperCase()}${taken.slice(1)}`,
    detail: `Programs that call Hangar at port ${port} would have to be told of another one.`,
    buttons: [`Use Port ${free}`, 'Try Again', 'Quit'],
    defaultId: 0,
    cancelId: 2,
  });
  return [free, port][answer] ?? null;
}

/** Says why Hangar cannot start. */
export async function showStartError(reason: string): Promise<void> {
  await ask(undefined, { type: 'error', message: 'Hangar cannot start', detail: reason, buttons: ['Quit'] });
}

/** What is asked before another workspace is opened. */
export interface WorkspaceQuestion {
  /** Absolute paths of the one to open and of the one in use; "" when that is no file. */
  readonly file: string;
  readonly inUse: string;
  readonly unfinishedRuns: number;
  readonly isInMemory: boolean;
}

/** Asks whether to open another workspace, and says what that means for what runs; true to open it. */
export async function confirmOpenWorkspace(
  window: BrowserWindow | undefined,
  { file, inUse, unfinishedRuns, isInMemory }: WorkspaceQuestion,
): Promise<boolean> {
  const runs = unfinishedRuns === 1 ? '1 unfinished run' : `${unfinishedRuns} unfinished runs`;
  const unfinished = `${runs} will be interrupted; those made of steps go on afterwards. `;
  const answer = await ask(window, {
    type: 'question',
    message: `Open the workspace ${basename(file)}?`,
    detail:
      `Hangar serves ${file} in place of ${inUse === '' ? 'its own workspace' : inUse}, at the same address. ` +
      (isInMemory
        ? 'Runs are kept in memory only: they will be gone. '
        : `Runs are kept. ${unfinishedRuns > 0 ? unfinished : ''}`) +
      'What you typed and did not save is kept for when you open its workspace again.',
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  });
  return answer === 0;
}

/** Says why a file was not opened; what was in use stays in use. */
export async function showOpenError(window: BrowserWindow | undefined, file: string, reason: string): Promise<void> {
  await ask(window, {
    type: 'error',
    message: `${basename(file)} is not a workspace that Hangar can open`,
    detail: `${reason}\n\nHangar goes on with what it had.`,
    buttons: ['OK'],
  });
}

/** What to do when the window closes. */
export type ClosingAnswer = 'serve' | 'quit' | 'stay';

/** Asks, at the first close, whether to go on serving, and says what that means. */
export async function askOnFirstClose(window: BrowserWindow, url: string): Promise<ClosingAnswer> {
  const answer = await ask(window, {
    type: 'question',
    message: 'Keep serving without the window?',
    detail:
      `Hangar can go on answering at ${url} in the background: runs go on, and new prompts are announced. ` +
      'Start Hangar again, or use its icon in the tray, to get the window back or to quit.\n\n' +
      'This is asked once; the Hangar menu and the settings change it.',
    buttons: ['Keep Serving', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  return (['serve', 'quit'] as const)[answer] ?? 'stay';
}

/** Asks whether to close a page that could not keep what was typed in it. The page waits for the answer, so this blocks. */
export function confirmDiscardText(window: BrowserWindow): boolean {
  const answer = dialog.showMessageBoxSync(window, {
    type: 'warning',
    title: APP_NAME,
    message: 'Close, and lose what you typed?',
    detail: 'There is no room left to keep unsaved changes for later.',
    buttons: ['Stay', 'Close'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return answer === 1;
}

/** Says that the window crashes again and again; gives whether to try once more, rather than in a browser. */
export async function askAfterCrashes(window: BrowserWindow, url: string): Promise<boolean> {
  const answer = await ask(window, {
    type: 'error',
    message: 'The window keeps crashing',
    detail: `Hangar itself goes on serving, and your runs go on. A browser shows the same at ${url}.`,
    buttons: ['Reload', 'Open in the Browser'],
    defaultId: 0,
    cancelId: 1,
  });
  return answer === 0;
}
