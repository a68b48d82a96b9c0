import '../../../renderer/core/zod-without-eval.ts';
import { notifications } from '@mantine/notifications';
import { configure, getConfig, screen } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { startEmulator, type RunningEmulator } from '../../../electron/programs/library.ts';
import { App, Overlays } from '../../../renderer/app/App.tsx';
import { closeDialogs } from '../../../renderer/app/dialogs.ts';
import type { Fetch } from '../../../renderer/core/data/api.ts';
import { createHangar } from '../../../renderer/core/data/create-hangar.ts';
import { closeFaults } from '../../../renderer/core/faults/fault-draft.ts';
import type { Hangar } from '../../../renderer/core/data/hangar.ts';
import { prefetchPromptForm } from '../../../renderer/core/prompt/PromptCard.tsx';
import { closeRunDialog, RunForm } from '../../../renderer/core/run/RunDialog.tsx';
import { closeRuleForm } from '../../../renderer/features/prompts/rules/use-rule-form.ts';
import { saveDialog } from '../../../renderer/features/settings/checkpoints/save-dialog-store.ts';
import { confirmation } from '../../../renderer/ui/layout/confirm.tsx';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { render } from './render.ts';

const { getElementError } = getConfig();

configure({
  // A wait looks for its element many times: the document is only printed once somebody reads the error.
  getElementError: (message, container) =>
    Object.defineProperties(new Error(), {
      name: { value: 'TestingLibraryElementError' },
      message: { configurable: true, get: () => getElementError(message, container).message },
    }),
  // Pages load on first use, which is slow on a busy machine.
  asyncUtilTimeout: 60_000,
  // All work that React has begun, such as effects, is done when a wait or an action of the user ends.
  asyncWrapper: async (wait) => {
    const result: unknown = await wait();
    await pause();
    return result;
  },
});

/** A window and its emulator in this process; both stop at the end of the test. */
export interface TestWindow {
  readonly hangar: Hangar;
  readonly emulator: () => RunningEmulator;
  /** Queries of the whole document. */
  readonly page: typeof screen;
  readonly user: UserEvent;
  /** Sends a request as a client's program would, by POST when it has a body. */
  readonly send: (path: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** Executes a task as a client's program would; resolves to the run's ID. */
  readonly execute: (slug: string, paramValues?: object) => Promise<string>;
  /** Sets the requests that fail from now on; none by default. */
  readonly fail: (requests: RegExp | undefined) => void;
}

/** The answer to requests that fail. */
const OUT_OF_ORDER = { error: 'Out of order' };

/** The definitions to start with. */
export type Authored = Omit<AuthoredWorkspace, 'version'>;

interface WindowOptions {
  readonly workspace: Authored;
  /** The URL to open. */
  readonly path?: string;
  /** The admin token that the server requires. */
  readonly adminToken?: string;
  /** Matches the URLs of requests that fail. */
  readonly failing?: RegExp;
}

/** Opens the window at a URL. */
export async function openWindow({ workspace, path = '/', adminToken, failing }: WindowOptions): Promise<TestWindow> {
  const access = adminToken === undefined ? {} : { adminToken };
  const emulator = await startEmulator({ workspace: { version: 1, ...workspace }, apiKey: 'tkn_test', ...access });
  let failingNow = failing;
  history.replaceState(null, '', path);
  const hangar = createHangar(
    withCookies((url, init) =>
      failingNow?.test(url) === true ? Response.json(OUT_OF_ORDER, { status: 503 }) : fetch(emulator.url + url, init),
    ),
    undefined,
    localStorage,
  );
  // As in a window that is open for a while.
  await Promise.all([Overlays.prefetch(), RunForm.prefetch(), prefetchPromptForm()]);
  const { unmount } = render(<App hangar={hangar} />);
  onTestFinished(async () => {
    unmount();
    // Other tests in this process open their windows with the same modules.
    closeEverything();
    notifications.clean();
    localStorage.clear();
    sessionStorage.clear();
    await emulator.stop();
  });
  const send = clientOf(emulator);
  return {
    hangar,
    emulator: () => emulator,
    page: screen,
    user: userEvent.setup(),
    send,
    execute: async (slug, paramValues = {}) => {
      const answer = await send('/v0/tasks/execute', { slug, paramValues });
      return ((await answer.json()) as { runID: string }).runID;
    },
    fail: (requests) => {
      failingNow = requests;
    },
  };
}

/** Closes the dialogs and panels whose state is kept by the window's modules. */
function closeEverything(): void {
  // Also tells the one who asked.
  confirmation.getState().answer('cancel');
  closeDialogs();
  closeRunDialog();
  closeRuleForm();
  closeFaults();
  saveDialog.setState({ isOpen: false });
}

function clientOf({ url, apiKey }: RunningEmulator): TestWindow['send'] {
  return (path, body, headers = {}) =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-Service-API-Key': apiKey, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** Stores the cookie of a login, as a browser does. */
function withCookies(fetch: Fetch): Fetch {
  let cookie = '';
  return async (url, init) => {
    const answer = await fetch(url, { ...init, headers: { ...init.headers, ...(cookie === '' ? {} : { cookie }) } });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return answer;
  };
}
