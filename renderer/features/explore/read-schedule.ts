import { ScheduleElement } from '../../../shared/model/schedule.ts';

/** The elements of a schedule with their defaults; without those that this window does not know. */
export function readSchedule(elements: readonly object[]): readonly ScheduleElement[] {
  return elements.flatMap((element) => {
    const read = ScheduleElement.safeParse(element);
    return read.success ? [read.data] : [];
  });
}
