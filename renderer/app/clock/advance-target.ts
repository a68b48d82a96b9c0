/** The target of an advance, as in the request. */
export type AdvanceTarget = { readonly seconds: number } | { readonly to: string } | { readonly next: true };

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const PART = /^\s*(\d+(?:\.\d+)?)\s*(s|m|h|d|w)[a-z]*\s*/i;

/** Parses a duration such as `2 h 30 min` into seconds; undefined for another text. */
function secondsOf(text: string): number | undefined {
  let [seconds, rest] = [0, text];
  while (rest !== '') {
    const part = PART.exec(rest);
    if (part === null) return undefined;
    seconds += Number(part[1]) * (SECONDS[(part[2] ?? '').toLowerCase()] ?? 0);
    rest = rest.slice(part[0].length);
  }
  return seconds > 0 ? seconds : undefined;
}

/** Parses a duration (`2 h 30 min`) or a local or RFC 3339 date (`2026-11-24 15:00`); undefined for another text. */
export function advanceTarget(text: string): AdvanceTarget | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  const seconds = secondsOf(wanted);
  if (seconds !== undefined) return { seconds };
  if (!/^\d{4}-\d\d-\d\d/.test(wanted)) return undefined;
  // A date alone is the local beginning of that day.
  const date = new Date(wanted.length === 10 ? `${wanted}T00:00` : wanted.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? undefined : { to: date.toISOString() };
}
