import { messageOf } from '../../../shared/values/message-of.ts';

/** Wraps callbacks of a run (messages, timers, ends of streams): what one throws goes to `fail`, and never becomes an uncaught exception of the server. */
export type Guard = <Arguments extends unknown[]>(work: (...args: Arguments) => void) => (...args: Arguments) => void;

/** @param fail fails the run; it must not throw */
export function guardWith(fail: (reason: string) => void): Guard {
  return (work) =>
    (...args) => {
      try {
        work(...args);
      } catch (error) {
        fail(messageOf(error));
      }
    };
}
