import {
  elementKey,
  scheduleKey,
  type CallElement,
  type Schedule,
  type ScheduleElement,
} from '../../../shared/model/schedule.ts';
import { faultsOf, type CatalogueFault } from './catalogue.ts';

/** Tells whether the same invariant fails under a schedule. */
export type StillFails = (schedule: Schedule) => Promise<boolean>;

/**
 * The smallest schedule found under which the invariant fails: elements are left out, then each is replaced by the same fault of an
 * earlier call or by a simpler one, until nothing helps.
 */
export async function shrink(
  schedule: Schedule,
  faults: readonly CatalogueFault[],
  stillFails: StillFails,
): Promise<Schedule> {
  let smallest = schedule;
  const known = new Set([scheduleKey(schedule)]);
  for (;;) {
    const smaller = await firstThat(smallerThan(smallest, faults), async (candidate) => {
      const key = scheduleKey(candidate);
      if (known.has(key)) return false;
      known.add(key);
      return stillFails(candidate);
    });
    if (smaller === undefined) return smallest;
    smallest = smaller;
  }
}

/** Schedules that are smaller than one, the smallest first. The empty one is the baseline, which holds. */
export function smallerThan(schedule: Schedule, faults: readonly CatalogueFault[]): Schedule[] {
  const shorter =
    schedule.length < 2 ? [] : schedule.map((_, left) => schedule.filter((_element, index) => index !== left));
  const simpler = schedule.flatMap((element, index) =>
    simplerElements(element, faults).map((other) => schedule.with(index, other)),
  );
  return [...shorter, ...simpler];
}

/** Schedules of the same calls with another kind of fault for one of them. */
export function otherKinds(schedule: Schedule, faults: readonly CatalogueFault[]): Schedule[] {
  return schedule.flatMap((element, index) => {
    if (!('call' in element) || element.kind === 'hold') return [];
    const others = faultsOf(element.call, faults).filter((other) => elementKey(other) !== elementKey(element));
    return others.map((other) => schedule.with(index, other));
  });
}

function simplerElements(element: ScheduleElement, faults: readonly CatalogueFault[]): ScheduleElement[] {
  if (!('call' in element)) return [];
  return [...atEarlierCalls(element), ...simplerKinds(element, faults)];
}

function atEarlierCalls(element: CallElement): ScheduleElement[] {
  const { call } = element;
  return Array.from({ length: Math.min(call.nth - 1, 20) }, (_, index) => ({
    ...element,
    call: { ...call, nth: index + 1 },
  }));
}

function simplerKinds(element: CallElement, faults: readonly CatalogueFault[]): ScheduleElement[] {
  const all = faultsOf(element.call, faults);
  const at = all.findIndex((other) => elementKey(other) === elementKey(element));
  return all.slice(0, Math.max(at, 0));
}

async function firstThat(
  candidates: readonly Schedule[],
  holds: (candidate: Schedule) => Promise<boolean>,
): Promise<Schedule | undefined> {
  for (const candidate of candidates) {
    // Two elements about one call, after one moved to an earlier one, are no schedule of the walk.
    if (await holds(candidate)) return candidate;
  }
  return undefined;
}
