/** A skipped period that is drawn narrow. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

/** Width of a fold, as a share of the axis without folds. */
const FOLD_SHARE = 0.07;

/** A linear axis with narrow folds. Positions are shares of the whole axis, from 0 to 1. */
export interface Scale {
  readonly position: (instant: number) => number;
  readonly instant: (position: number) => number;
  readonly from: number;
  readonly to: number;
  readonly folds: readonly Fold[];
}

/** Creates the scale of an axis. */
export function scaleOf(from: number, to: number, folds: readonly Fold[]): Scale {
  const length = Math.max(to - from, 0.001);
  const folded = folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const linear = Math.max(length - folded, 0.001);
  const width = linear * FOLD_SHARE;
  const whole = linear + folds.length * width;
  const position = (instant: number): number => {
    let at = instant - from;
    for (const fold of folds) {
      if (instant <= fold.from) break;
      const inside = Math.min(instant, fold.to) - fold.from;
      at += (inside / (fold.to - fold.from)) * width - inside;
    }
    return at / whole;
  };
  const instant = (share: number): number => {
    let left = share * whole;
    let at = from;
    for (const fold of folds) {
      if (left <= fold.from - at) return at + left;
      left -= fold.from - at;
      if (left <= width) return fold.from + (left / width) * (fold.to - fold.from);
      left -= width;
      at = fold.to;
    }
    return at + left;
  };
  return { position, instant, from, to, folds };
}

/** A label of the axis at a position from 0 to 1. */
export interface Tick {
  readonly position: number;
  readonly text: string;
}

const UNITS = [
  { limit: 1, size: 0.001, name: 'µs' },
  { limit: 1000, size: 1, name: 'ms' },
  { limit: 120_000, size: 1000, name: 's' },
  { limit: 7_200_000, size: 60_000, name: 'min' },
  { limit: 172_800_000, size: 3_600_000, name: 'h' },
  { limit: Infinity, size: 86_400_000, name: 'd' },
] as const;
const MOST_TICKS = 200;

/**
 * The labels between two times: the time since `zero`, and after a fold the time since its end, with a plus. @param count desired number of labels
 */
export function ticksOf(scale: Scale, zero: number, view: Fold, count: number): Tick[] {
  const shown = scale.position(view.to) - scale.position(view.from);
  const folded = scale.folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const length = Math.max((scale.to - scale.from - folded) * shown, 0.001);
  const { size, name } = UNITS.find(({ limit }) => length <= limit) ?? UNITS[5];
  const step = niceStep(length / count / size) * size;
  const ticks: Tick[] = [];
  const starts = [{ at: zero, sign: '' }, ...scale.folds.map((fold) => ({ at: fold.to, sign: '+' }))];
  for (const [index, { at: origin, sign }] of starts.entries()) {
    const first = ticks.length;
    const end = Math.min(scale.folds[index]?.from ?? Infinity, view.to);
    const begin = Math.max(index === 0 ? view.from : origin + step, view.from);
    for (let n = Math.ceil((begin - origin) / step - 1e-9); origin + n * step <= end; n++) {
      if (ticks.length === MOST_TICKS) return ticks;
      const value = Number(((n * step) / size).toPrecision(6));
      // The first label of each part, and zero.
      const hasUnit = ticks.length === first || n === 0;
      ticks.push({ position: scale.position(origin + n * step), text: `${sign}${value}${hasUnit ? ` ${name}` : ''}` });
    }
  }
  return ticks;
}

/** The next of 1, 2 and 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((each) => each * power >= least * 0.999) ?? 10;
  return factor * power;
}
