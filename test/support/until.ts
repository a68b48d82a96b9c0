import { setTimeout as pause } from 'node:timers/promises';

type Falsy = false | 0 | '' | null | undefined;

/** Resolves with the first value of a condition that is truthy; the test's own time limit ends the wait. */
export async function until<T>(condition: () => T | Falsy | Promise<T | Falsy>): Promise<T> {
  for (;;) {
    const value = await condition();
    if (value) return value;
    await pause(20);
  }
}
