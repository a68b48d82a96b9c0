/** Times ago that can be chosen. */
export const SINCE_PRESETS: Readonly<Record<string, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
};

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How long ago a text such as `15m` says, in milliseconds; undefined for any other text. */
export function parseAgo(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const milliseconds = UNITS[unit];
  return milliseconds === undefined ? undefined : Number(count) * milliseconds;
}

/** The moment that a text names: so long before now, or a local time as `datetime-local` writes it; undefined for neither. */
export function parseTime(text: string, now: number): number | undefined {
  const ago = parseAgo(text);
  const at = ago === undefined ? Date.parse(text) : now - ago;
  return Number.isNaN(at) ? undefined : at;
}
