const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** A duration for people: `2 h`, `1 min 30 s`, `0.5 s`. Its two largest units. */
export function durationText(seconds: number): string {
  const parts: string[] = [];
  let left = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    if (count > 0) parts.push(`${count} ${unit}`);
    left -= count * size;
  }
  const rounded = Math.round(left * 1000) / 1000;
  if (rounded > 0 || parts.length === 0) parts.push(`${rounded} s`);
  return parts.slice(0, 2).join(' ');
}
