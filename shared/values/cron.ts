import { Cron } from 'croner';
import { messageOf } from './messages.ts';
import type { EpochMilliseconds } from './timestamp.ts';

const OPTIONS = { mode: '5-part', timezone: 'UTC' } as const;

/** The reason why a text is no cron expression of five fields, as the end of a sentence; `undefined` when it is one. */
export function cronProblem(text: string): string | undefined {
  if (text.trim().split(/\s+/).length !== 5) return 'needs five fields: minute, hour, day, month, day of the week';
  try {
    return new Cron(text, OPTIONS).nextRun() === null ? 'never comes: no date is like that' : undefined;
  } catch (error) {
    return `is no cron expression: ${messageOf(error).replace(/^CronPattern: /, '')}`;
  }
}

/** The first time of a valid cron expression after a moment, in UTC; `undefined` when there is none. */
export function nextTime(cron: string, after: EpochMilliseconds): EpochMilliseconds | undefined {
  const next = new Cron(cron, OPTIONS).nextRun(new Date(after));
  return next === null ? undefined : next.getTime();
}
