import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { giveFocusBack, giveFocusBackAfter } from '../../ui/focus/move-focus.ts';
import { showNotice } from '../../ui/layout/notices.ts';
import { ApiError } from '../../../shared/http/errors.ts';

/** An action started by the user. */
interface Action<Args extends readonly unknown[]> {
  readonly run: (...args: Args) => Promise<boolean>;
  readonly busy: boolean;
}

/**
 * Runs an action and shows a notification when it fails. `run` resolves to true on success. The focus returns to the
 * button, which loses it while it is disabled; to the element before it, once the action removes the button.
 */
export function useAction<Args extends readonly unknown[]>(perform: (...args: Args) => Promise<unknown>): Action<Args> {
  const [busy, setBusy] = useState(false);
  const notificationID = useRef('');
  const startedFrom = useRef<Element>(null);
  useEffect(() => {
    const { current } = startedFrom;
    if (busy || document.activeElement !== document.body || !(current instanceof HTMLElement)) return;
    if (current.isConnected) current.focus({ preventScroll: true });
    else giveFocusBack();
  }, [busy]);
  const run = async (...args: Args) => {
    const { activeElement } = document;
    startedFrom.current = activeElement;
    if (activeElement !== null && activeElement !== document.body) giveFocusBackAfter(activeElement);
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

/** Shows an error; returns the notification's ID. */
export function notifyError(error: unknown): string {
  return showNotice({ color: 'bad', title: 'The action failed', message: messageOf(error), autoClose: 10_000 });
}

const REFUSAL = 'refusal';

/** Shows the reason that an action was refused. */
export function notifyRefusal(message: string): void {
  showNotice({ id: REFUSAL, color: 'wait', message, autoClose: 6000 });
}

/** Hides the last refusal. */
export function hideRefusal(): void {
  notifications.hide(REFUSAL);
}

/** Shows a success. */
export function notify(message: string): void {
  showNotice({ color: 'ok', message, autoClose: 4000 });
}

/** The message of an error, for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  // Thrown by `fetch` when the server does not respond.
  if (error instanceof TypeError) return 'Hangar does not respond. Your input is kept. Try again when it is back.';
  return error instanceof Error ? error.message : String(error);
}

/** True for a 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}
