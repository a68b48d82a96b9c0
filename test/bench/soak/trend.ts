import { spread, written } from '../figures.ts';

/** A figure over time. */
export interface Series {
  readonly name: string;
  readonly unit: string;
  /** By minutes since the start. */
  readonly points: readonly (readonly [minute: number, value: number])[];
  /** Changes up to this are nothing, however small the figure is; null for a figure that is told and not judged. */
  readonly slack: number | null;
}

/** The trend of a figure in the second half. */
export interface Trend {
  /** Middle value of the second half. */
  readonly level: number;
  /** Least squares over the second half. */
  readonly slopePerMinute: number;
  /** Middle value of the last third of the second half, to that of its first third. */
  readonly ratio: number;
  readonly verdict: 'level' | 'growing' | 'told';
}

/** Thresholds of growth. A repeated saw-tooth, or a single peak, is no growth. */
export const GROWTH = { ratio: 1.15, errors: 3 } as const;

/**
 * Judges the second half of a series: it grows when its last third lies more than 15 % and more than the slack above its first,
 * by medians, and its slope is more than three of its standard errors above zero.
 */
export function trendOf({ points, slack }: Series): Trend {
  const known = points.filter(([, value]) => Number.isFinite(value));
  const half = known.slice(Math.floor(known.length / 2));
  const third = Math.ceil(half.length / 3);
  const first = median(half.slice(0, third).map(([, value]) => value));
  const last = median(half.slice(-third).map(([, value]) => value));
  const { slope, error } = leastSquares(half);
  const ratio = first === 0 ? (last === 0 ? 1 : Infinity) : last / first;
  const isGrowing =
    slack !== null && ratio > GROWTH.ratio && last - first > slack && half.length >= 6 && slope > GROWTH.errors * error;
  const level = median(half.map(([, value]) => value));
  return {
    ...{ level, slopePerMinute: slope, ratio },
    verdict: slack === null ? 'told' : isGrowing ? 'growing' : 'level',
  };
}

/** Slope and its standard error. */
function leastSquares(points: readonly (readonly [number, number])[]): { slope: number; error: number } {
  const count = points.length;
  if (count < 3) return { slope: 0, error: Infinity };
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / count;
  const [meanX, meanY] = [mean(0), mean(1)];
  const spreadX = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spreadX;
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (count - 2) / spreadX) };
}

const median = (values: readonly number[]): number => spread(values).median;

/** The table, as Markdown. */
export function trendTable(series: readonly Series[]): string {
  const rows = series.map((one) => {
    const { level, slopePerMinute, ratio, verdict } = trendOf(one);
    const first = one.points[0]?.[1] ?? Number.NaN;
    const cells = [one.name, written(first), written(level), signed(slopePerMinute), written(ratio), one.unit, verdict];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| figure | at first | second half, median | slope a minute | its end to its start | unit | |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : ''}${Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(3)}`;
}
