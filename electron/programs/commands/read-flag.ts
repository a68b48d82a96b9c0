import { parseDuration } from '../../../shared/model/filter.ts';
import { parseRfc3339 } from '../../../shared/values/timestamp.ts';
import { quoteForMessage } from '../../../shared/values/quote-for-message.ts';
import { UsageError } from '../flags/flag.ts';

/** Parses a text that must not be empty. */
export function readWord(text: string): string {
  if (text !== '') return text;
  throw new UsageError('must not be empty');
}

/** Parses a whole number from 0 to a maximum. */
export function readCount(most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d{1,9}$/.test(text) && count <= most) return count;
    throw new UsageError(`must be a whole number from 0 to ${most}, not "${quoteForMessage(text)}"`);
  };
}

/** Parses a number, zero or more. The server checks the rest. */
export function readNumber(text: string): number {
  if (/^\d{1,12}(?:\.\d{1,6})?$/.test(text)) return Number(text);
  throw new UsageError(`must be a number, zero or more, not "${quoteForMessage(text)}"`);
}

/** Parses seconds: a number, or a duration such as `90s`, `10m`, `2h` or `3d`. */
export function readSeconds(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined) return milliseconds / 1000;
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(text)) return Number(text);
  throw new UsageError(`must be a duration such as 90s, 10m, 2h or 3d, not "${quoteForMessage(text)}"`);
}

/** True for an RFC 3339 time. */
export function isTime(text: string): boolean {
  return parseRfc3339(text) !== undefined;
}
