import { messageOf } from '../../../shared/values/messages.ts';

/** Wraps callbacks of a run (messages, timers, stream events), so that an error fails the run instead of the server. */
export type Guard = <Arguments extends unknown[]>(work: (...args: Arguments) => void) => (...args: Arguments) => void;

/** Creates a guard. @param fail fails the run; must not throw */
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

/** Rejects work that is refused or aborted because Hangar stops. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';

  constructor() {
    super('Hangar is stopping');
  }
}
