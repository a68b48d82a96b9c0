import { cpus, release } from 'node:os';

/** A target to reach: a ratio at least or at most so large, or none. */
export type Target = { readonly atLeast: number } | { readonly atMost: number } | null;

/** One row of the table: a figure measured several times. */
export interface Figure {
  readonly name: string;
  readonly target: Target;
  /** One for each round. */
  readonly values: readonly number[];
  readonly unit: string;
  /** Raw measurements that the figures were computed from. */
  readonly note?: string;
}

/** The machine that figures come from. */
export function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${process.platform} ${release()}, Node ${process.version}`;
}

/** Minimum, median, maximum. */
export function spread(values: readonly number[]): { min: number; median: number; max: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? NaN;
  return { min: at(0), median: at(Math.floor((sorted.length - 1) / 2)), max: at(sorted.length - 1) };
}

function verdict({ target, values }: Figure): string {
  const { median } = spread(values);
  if (target === null) return '';
  return ('atLeast' in target ? median >= target.atLeast : median <= target.atMost) ? 'reached' : 'MISSED';
}

function wanted(target: Target): string {
  if (target === null) return 'report';
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}

/** A figure with as many digits as say something. */
export function written(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** The table, as Markdown. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { min, median, max } = spread(figure.values);
    const cells = [
      figure.name,
      wanted(figure.target),
      written(min),
      written(median),
      written(max),
      figure.unit,
      verdict(figure),
      figure.note ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| measure | target | min | median | max | unit | | note |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
