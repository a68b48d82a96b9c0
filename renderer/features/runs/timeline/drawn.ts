import type { Phase, RequestMark, Segment } from './lane.ts';
import type { Scale } from '../../../ui/lists/time-scale.ts';

/** The visible part of the axis, as positions of the scale. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** A bar to draw, in shares of the view. `count`: number of segments drawn as one. */
interface DrawnBar {
  readonly left: number;
  readonly width: number;
  readonly phase: Phase;
  readonly count: number;
  readonly first: Segment;
}

/** Projects a time into the view: 0 is its beginning, 1 its end. */
export function projected(scale: Scale, view: View, instant: number): number {
  return (scale.position(instant) - view.from) / (view.to - view.from);
}

/**
 * The bars of a lane in the view. Joins segments closer than a pixel, so that a lane has at most as many bars as pixels.
 * @param segments in order of `from`
 */
export function drawnBars(
  segments: readonly Segment[],
  { scale, view, now, pixels }: { scale: Scale; view: View; now: number; pixels: number },
): DrawnBar[] {
  const bars: (DrawnBar & { width: number; count: number })[] = [];
  const gap = 1 / Math.max(pixels, 1);
  for (const segment of segments) {
    const left = projected(scale, view, segment.from);
    const right = projected(scale, view, segment.to ?? now);
    if (right < 0) continue;
    if (left > 1) break;
    const last = bars.at(-1);
    if (last?.phase === segment.phase && left - (last.left + last.width) < gap) {
      last.width = Math.max(last.width, right - last.left);
      last.count += 1;
    } else bars.push({ left, width: Math.max(right - left, 0), phase: segment.phase, count: 1, first: segment });
  }
  return bars;
}

/** A square for requests, in shares of the view. */
export interface DrawnMark {
  readonly left: number;
  readonly marks: readonly RequestMark[];
  /** Position of the request repeated by the first one; null for none. */
  readonly tie: number | null;
}

/** Minimum distance of two squares, in pixels, so that they are easy to hit (WCAG 2.5.8). */
const DISTANCE = 24;

/** The squares of the requests in the view. Joins overlapping ones of a kind. */
export function drawnMarks(
  requests: readonly RequestMark[],
  { scale, view, pixels }: { scale: Scale; view: View; pixels: number },
): DrawnMark[] {
  const drawn: (DrawnMark & { readonly marks: RequestMark[] })[] = [];
  const gap = DISTANCE / Math.max(pixels, 1);
  for (const mark of requests) {
    const left = projected(scale, view, mark.at);
    if (left < 0 || left > 1) continue;
    const last = drawn.at(-1);
    if (last !== undefined && left - last.left < gap && last.marks[0]?.kind === mark.kind) last.marks.push(mark);
    else {
      const tie = mark.repeats === null ? null : Math.max(0, projected(scale, view, mark.repeats));
      drawn.push({ left: last === undefined ? left : Math.max(left, last.left + gap), marks: [mark], tie });
    }
  }
  return drawn;
}
