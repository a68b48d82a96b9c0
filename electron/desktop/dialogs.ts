import { basename } from 'node:path';
import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { APP_NAME } from './identity.ts';

/** Time between two turns of the event loop while a question stands alone, in milliseconds. */
const TURN = 100;

/** Shows a question, above the window if there is one. Resolves to the index of the chosen button. */
async function ask(window: BrowserWindow | undefined, question: MessageBoxOptions): Promise<number> {
  const options = { title: APP_NAME, noLink: true, ...question };
  // On Linux, Chromium sleeps for up to 30 seconds without a window, and hears of the answer after that (electron/electron#51049).
  const turns = setInterval(() => {}, TURN);
  try {
    const { response } = await (window === undefined
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return response;
  } finally {
    clearInterval(turns);
  }
}

/** Reports that the port is in use. Resolves to the port to try next, or null to quit. */
export async function askForPort(reason: string, free: number, port: number): Promise<number | null> {
  // The part after the semicolon is advice for the command line.
  const [taken = ''] = reason.split(';');
  const answer = await ask(undefined, {
    type: 'warning',
    message: `${taken.slice(0, 1).toUpperCase()}${taken.slice(1)}`,
    detail: `Programs that call Hangar at port ${port} must then use the new port.`,
    buttons: [`Use Port ${free}`, 'Try Again', 'Quit'],
    defaultId: 0,
    cancelId: 2,
  });
  return [free, port][answer] ?? null;
}

/** Shows the reason that Hangar cannot start. */
export async function showStartError(reason: string): Promise<void> {
  await ask(undefined, { type: 'error', message: 'Hangar cannot start', detail: reason, buttons: ['Quit'] });
}

/** Details shown before another workspace or a bundle is opened. */
interface FileQuestion {
  /** Absolute paths of the file to open and of the one in use; "" when the one in use is not a file. */
  readonly file: string;
  readonly inUse: string;
  readonly unfinishedRuns: number;
  readonly isInMemory: boolean;
}

/** Asks whether to open another workspace and explains what happens to runs. Resolves to true to open it. */
export async function confirmOpenWorkspace(
  window: BrowserWindow | undefined,
  question: FileQuestion,
): Promise<boolean> {
  return confirmOpening(window, question, {
    kind: 'workspace',
    verb: `serves ${question.file}`,
    after: 'Unsaved input is kept until you open its workspace again.',
  });
}

/** Asks whether to open a bundle and says that it replaces nothing on disk. Resolves to true to open it. */
export async function confirmOpenBundle(window: BrowserWindow | undefined, question: FileQuestion): Promise<boolean> {
  return confirmOpening(window, question, {
    kind: 'bundle',
    verb: `shows ${question.file} in memory,`,
    after:
      'Nothing is written: Close bundle in the File menu brings back your workspace. Opening a bundle runs no code.',
  });
}

/** A sentence on the runs of the workspace that another file replaces. */
function runsSentence(isInMemory: boolean, unfinishedRuns: number): string {
  if (isInMemory) return 'Runs are kept in memory only and will be lost. ';
  if (unfinishedRuns === 0) return 'Runs are kept. ';
  const runs = unfinishedRuns === 1 ? '1 unfinished run' : `${unfinishedRuns} unfinished runs`;
  return `Runs are kept. ${runs} will be interrupted; runs of steps continue afterwards. `;
}

async function confirmOpening(
  window: BrowserWindow | undefined,
  { file, inUse, unfinishedRuns, isInMemory }: FileQuestion,
  { kind, verb, after }: { readonly kind: string; readonly verb: string; readonly after: string },
): Promise<boolean> {
  const replaced = inUse === '' ? 'its own workspace' : inUse;
  const answer = await ask(window, {
    type: 'question',
    message: `Open the ${kind} ${basename(file)}?`,
    detail: `Hangar ${verb} in place of ${replaced}, at the same address. ${runsSentence(isInMemory, unfinishedRuns)}${after}`,
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  });
  return answer === 0;
}

/** Shows the reason that a file was not opened; the current workspace stays in use. */
export async function showOpenError(
  window: BrowserWindow | undefined,
  file: string,
  { reason, kind }: { readonly reason: string; readonly kind: 'workspace' | 'bundle' },
): Promise<void> {
  await ask(window, {
    type: 'error',
    message: `${basename(file)} is not a ${kind} that Hangar can open`,
    detail: `${reason}\n\nThe current workspace stays open.`,
    buttons: ['OK'],
  });
}

/** Actions for a closing window. */
type ClosingAnswer = 'serve' | 'quit' | 'stay';

/** Asks at the first close whether to keep serving in the background. */
export async function askOnFirstClose(window: BrowserWindow, url: string): Promise<ClosingAnswer> {
  const answer = await ask(window, {
    type: 'question',
    message: 'Keep serving without the window?',
    detail:
      `Hangar can keep serving at ${url} in the background: runs continue, and new prompts show notifications. ` +
      'Start Hangar again, or use its icon in the tray, to get the window back or to quit.\n\n' +
      'You can change this later in the Hangar menu or in Settings.',
    buttons: ['Keep serving', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  return (['serve', 'quit'] as const)[answer] ?? 'stay';
}

/** Asks whether to close a page that could not store typed text. Blocks, since the page waits for the answer. */
export function confirmDiscardText(window: BrowserWindow): boolean {
  const answer = dialog.showMessageBoxSync(window, {
    type: 'warning',
    title: APP_NAME,
    message: 'Close and lose unsaved changes?',
    detail: 'Unsaved changes cannot be stored: the storage is full.',
    buttons: ['Stay', 'Close'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return answer === 1;
}

/** Reports repeated crashes of the window. Resolves to true to reload it, false to open a browser instead. */
export async function askAfterCrashes(window: BrowserWindow, url: string): Promise<boolean> {
  const answer = await ask(window, {
    type: 'error',
    message: 'The window keeps crashing',
    detail: `Hangar keeps serving, and your runs continue. You can also open ${url} in a browser.`,
    buttons: ['Reload', 'Open in the browser'],
    defaultId: 0,
    cancelId: 1,
  });
  return answer === 0;
}
