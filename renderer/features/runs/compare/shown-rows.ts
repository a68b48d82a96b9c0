import { duration } from '../../../ui/text/time.tsx';
import type { ComparedRow } from './compared-lines.ts';
import type { TimingPair } from './run-timings.ts';

/** A part of two runs, such as the output, compared row by row. */
export interface ComparedPart {
  readonly name: string;
  /** Text for a part without rows in both runs. */
  readonly empty: string;
  /** True for a part whose equal rows are never folded. */
  readonly isWhole?: boolean;
  readonly rows: readonly ComparedRow[];
}

/** A row of the page: the heading of a part, a compared row, a fold of equal rows, or the text of an empty part. */
export type ShownRow =
  | { readonly kind: 'heading'; readonly key: string; readonly text: string; readonly differing: number }
  | { readonly kind: 'row'; readonly key: string; readonly row: ComparedRow }
  | { readonly kind: 'fold'; readonly key: string; readonly part: string; readonly count: number }
  | { readonly kind: 'empty'; readonly key: string; readonly text: string };

/** Equal rows that stay on each side of a difference. */
const CONTEXT = 3;
/** Minimum number of equal rows that are folded into one. */
const LEAST_FOLDED = 4;

/**
 * The rows of the page, with long sequences of equal rows folded. @param unfolded names of parts that are not folded
 */
export function shownRows(parts: readonly ComparedPart[], unfolded: ReadonlySet<string>): ShownRow[] {
  return parts.flatMap(({ name, empty, rows, isWhole = false }): ShownRow[] => [
    { kind: 'heading', key: name, text: name, differing: rows.filter(({ state }) => state !== 'same').length },
    ...(rows.length === 0 ? [{ kind: 'empty' as const, key: `${name} empty`, text: empty }] : []),
    ...folded(name, rows, isWhole || unfolded.has(name)),
  ]);
}

function folded(part: string, rows: readonly ComparedRow[], isUnfolded: boolean): ShownRow[] {
  const shown: ShownRow[] = [];
  for (let at = 0; at < rows.length;) {
    const length = equalFrom(rows, at);
    const before = at === 0 ? 0 : CONTEXT;
    const after = at + length === rows.length ? 0 : CONTEXT;
    const hidden = length - before - after;
    const isFolded = !isUnfolded && hidden >= LEAST_FOLDED;
    const from = isFolded ? at + before : at + Math.max(length, 1);
    for (; at < from; at++) pushRow(shown, part, rows, at);
    if (!isFolded) continue;
    shown.push({ kind: 'fold', key: `${part} fold ${at}`, part, count: hidden });
    at += hidden;
    for (const to = at + after; at < to; at++) pushRow(shown, part, rows, at);
  }
  return shown;
}

function pushRow(shown: ShownRow[], part: string, rows: readonly ComparedRow[], at: number): void {
  const row = rows[at];
  if (row !== undefined) shown.push({ kind: 'row', key: `${part} ${at}`, row });
}

/** Number of consecutive equal rows from an index. */
function equalFrom(rows: readonly ComparedRow[], at: number): number {
  let length = 0;
  while (rows[at + length]?.state === 'same') length++;
  return length;
}

/** Maximum width of the column of names, in characters. */
const NAME = 40;

/** Timings as rows. A row is different when one run took more than 10 % and 50 ms longer, or lacks the step. */
export function timingRows(pairs: readonly TimingPair[]): ComparedRow[] {
  const width = Math.max(0, ...pairs.flatMap((pair) => [pair.left, pair.right]).map((side) => side?.name.length ?? 0));
  return pairs.map(({ left, right }) => {
    const state = left === undefined ? 'right' : right === undefined ? 'left' : 'same';
    const text = (timing: TimingPair['left'], more = '') =>
      timing === undefined ? '' : `${timing.name.padEnd(Math.min(width, NAME))}  ${lengthText(timing.length)}${more}`;
    const [a, b] = [left?.length ?? null, right?.length ?? null];
    if (state !== 'same' || a === null || b === null || !isFar(a, b)) {
      return {
        state: state === 'same' && (a === null) !== (b === null) ? 'changed' : state,
        left: text(left),
        right: text(right),
      };
    }
    return {
      state: 'changed',
      left: text(left),
      right: text(right, ` (${b > a ? '+' : '−'}${duration(Math.abs(b - a))})`),
    };
  });
}

function isFar(a: number, b: number): boolean {
  return Math.abs(a - b) > 50 && Math.abs(a - b) > Math.max(a, b) * 0.1;
}

function lengthText(length: number | null): string {
  return length === null ? '–' : duration(length);
}
