import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { messageOf } from './errors.ts';

/** Something under way that a person started. */
export interface Action<Args extends readonly unknown[]> {
  readonly run: (...args: Args) => Promise<boolean>;
  readonly busy: boolean;
}

/** Runs an action; a failure is told in a notification, until it is tried again. `run` gives true when it succeeded. */
export function useAction<Args extends readonly unknown[]>(perform: (...args: Args) => Promise<unknown>): Action<Args> {
  const [busy, setBusy] = useState(false);
  const told = useRef('');
  const run = async (...args: Args) => {
    setBusy(true);
    notifications.hide(told.current);
    try {
      await perform(...args);
      return true;
    } catch (error) {
      told.current = tellError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy };
}

/** Tells of a failure; gives the notification's ID. */
export function tellError(error: unknown): string {
  return notifications.show({ color: 'bad', title: 'That did not work', message: messageOf(error), autoClose: 10_000 });
}

/** Tells why something was not even tried. */
export function tellRefusal(message: string): void {
  notifications.show({ color: 'wait', message, autoClose: 6000 });
}

/** Tells that something is done. */
export function tell(message: string): void {
  notifications.show({ color: 'ok', message, autoClose: 4000 });
}
