/** The durations to choose from. */
export const SINCE_PRESETS: Readonly<Record<string, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
};

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a duration such as `15m`; undefined for any other text. */
export function parseAgo(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const milliseconds = UNITS[unit];
  return milliseconds === undefined ? undefined : Number(count) * milliseconds;
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
