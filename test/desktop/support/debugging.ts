import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, errors } from '@playwright/test';

/** An application that was started with `--remote-debugging-port=0`, and what it printed so far. */
export interface Debugged {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

/** Waits until an application has come far enough to listen for who looks into its pages; gives where. */
export async function listening({ child, printed }: Debugged): Promise<string> {
  for (;;) {
    const address = /DevTools listening on (\S+)/.exec(printed())?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null) throw new Error(`the application ended with ${String(child.exitCode)}:\n${printed()}`);
    await sleep(50);
  }
}

/** Time for a connection, in milliseconds, after which another one is made. */
const PATIENCE = 10_000;

/** Connects to the pages of an application once its window has loaded: who connects while it starts may get no answer. */
export async function browserOf(debugged: Debugged): Promise<Browser> {
  const address = await listening(debugged);
  while (!(await hasLoaded(new URL(address).host))) await sleep(50);
  for (;;) {
    try {
      return await chromium.connectOverCDP(address, { timeout: PATIENCE });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
  }
}

/** True when one of its pages is served; the list exists before any connection. */
async function hasLoaded(host: string): Promise<boolean> {
  const answer = await fetch(`http://${host}/json/list`).catch(() => undefined);
  const targets = ((await answer?.json().catch(() => undefined)) ?? []) as {
    type: string;
    url: string;
    title: string;
  }[];
  // A page is named by what it shows once it shows something.
  return targets.some(({ type, url, title }) => type === 'page' && url.startsWith('http') && !title.startsWith('127.'));
}
