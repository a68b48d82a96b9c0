import { parseDuration } from '../../../shared/model/filter.ts';

/** The durations to choose from. */
export const SINCE_PRESETS: Readonly<Record<string, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
};

/** The milliseconds of a duration in whole seconds, minutes, hours or days, such as `15m`; undefined for any other text. */
export function parseAgo(text: string): number | undefined {
  return /^\d{1,6}[smhd]$/.test(text) ? parseDuration(text) : undefined;
}

/**
 * The time of a duration before now, or of a local time in the format of `datetime-local`; undefined for any other
 * text.
 */
export function parseTime(text: string, now: number): number | undefined {
  const ago = parseAgo(text);
  const at = ago === undefined ? Date.parse(text) : now - ago;
  return Number.isNaN(at) ? undefined : at;
}
