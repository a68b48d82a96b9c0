import './dom.ts';
import '../../../renderer/core/zod-without-eval.ts';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { startEmulator, type RunningEmulator } from '../../../electron/programs/library.ts';
import { App } from '../../../renderer/app/App.tsx';
import { Overlays } from '../../../renderer/app/lazy-overlays.ts';
import type { Fetch } from '../../../renderer/core/api.ts';
import { createHangar } from '../../../renderer/core/create-hangar.ts';
import type { Hangar } from '../../../renderer/core/hangar.ts';
import { prefetchPromptForm } from '../../../renderer/core/prompt/PromptCard.tsx';
import { RunForm } from '../../../renderer/core/run/lazy-run-form.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';

// Pages load on first use, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

/** A window and its emulator in this process; both stop at the end of the test. */
export interface TestWindow {
  readonly hangar: Hangar;
  readonly emulator: () => RunningEmulator;
  /** Queries of the whole document. */
  readonly page: typeof screen;
  readonly user: UserEvent;
  /** Executes a task through the API; resolves to the run's ID. */
  readonly execute: (slug: string, paramValues?: object) => Promise<string>;
  /** Stops the server; later requests are refused. */
  readonly stopServer: () => Promise<void>;
  /** Starts another server with the same definitions and no state. */
  readonly startServer: () => Promise<void>;
}

/** The definitions to start with. */
export type Authored = Omit<AuthoredWorkspace, 'version'>;

interface WindowOptions {
  readonly workspace: Authored;
  /** The URL to open. */
  readonly path?: string;
  /** The admin token that the server requires. */
  readonly adminToken?: string;
}

/** Opens the window at a URL. */
export async function openWindow({ workspace, path = '/', adminToken }: WindowOptions): Promise<TestWindow> {
  const access = adminToken === undefined ? {} : { adminToken };
  const start = () => startEmulator({ workspace: { version: 1, ...workspace }, apiKey: 'tkn_test', ...access });
  let emulator = await start();
  history.replaceState(null, '', path);
  const hangar = createHangar(
    withCookies((url, init) => fetch(emulator.url + url, init)),
    undefined,
    localStorage,
  );
  // As in a window that is open for a while.
  await Promise.all([Overlays.prefetch(), RunForm.prefetch(), prefetchPromptForm()]);
  render(<App hangar={hangar} />);
  onTestFinished(async () => {
    cleanup();
    notifications.clean();
    localStorage.clear();
    sessionStorage.clear();
    await emulator.stop();
  });
  return {
    hangar,
    emulator: () => emulator,
    page: screen,
    user: userEvent.setup(),
    execute: (slug, paramValues = {}) => execute(emulator, slug, paramValues),
    stopServer: () => emulator.stop(),
    startServer: async () => {
      emulator = await start();
    },
  };
}

async function execute({ url, apiKey }: RunningEmulator, slug: string, paramValues: object): Promise<string> {
  const answer = await fetch(`${url}/v0/tasks/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': apiKey },
    body: JSON.stringify({ slug, paramValues }),
  });
  const { runID } = (await answer.json()) as { runID: string };
  return runID;
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
