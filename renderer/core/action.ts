import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from './errors.ts';

/** Something under way that a person started. */
export interface Action<Args extends readonly unknown[]> {
  readonly run: (...args: Args) => Promise<boolean>;
  readonly busy: boolean;
}

/**
 * Runs an action; a failure is told in a notification, until it is tried again. `run` gives true when it succeeded.
 * The focus goes back to the button that began it, which loses it while it is disabled, unless it went elsewhere.
 */
export function useAction<Args extends readonly unknown[]>(perform: (...args: Args) => Promise<unknown>): Action<Args> {
  const [busy, setBusy] = useState(false);
  const notificationID = useRef('');
  const startedFrom = useRef<Element>(null);
  useEffect(() => {
    const { current } = startedFrom;
    if (busy || document.activeElement !== document.body || !(current instanceof HTMLElement)) return;
    current.focus({ preventScroll: true });
  }, [busy]);
  const run = async (...args: Args) => {
    startedFrom.current = document.activeElement;
    setBusy(true);
    notifications.hide(notificationID.current);
    try {
      await perform(...args);
      return true;
    } catch (error) {
      notificationID.current = notifyError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy };
}

/** Tells of a failure; gives the notification's ID. */
export function notifyError(error: unknown): string {
  return notifications.show({ color: 'bad', title: 'That did not work', message: messageOf(error), autoClose: 10_000 });
}

const REFUSAL = 'refusal';

/** Tells why something was not even tried. */
export function notifyRefusal(message: string): void {
  notifications.show({ id: REFUSAL, color: 'wait', message, autoClose: 6000 });
}

/** Takes the last refusal back: it is tried again. */
export function hideRefusal(): void {
  notifications.hide(REFUSAL);
}

/** Tells that something is done. */
export function notify(message: string): void {
  notifications.show({ color: 'ok', message, autoClose: 4000 });
}
