import type { Counterexample, Exploration } from '../../../shared/contract/emulator/explorations.ts';
import { harmOf } from './breaking.ts';
import { lookOf } from './explore-words.ts';
import { ScheduleElement } from '../../../shared/model/schedule.ts';

/** A row of the list: an exploration, or a counterexample below its own. */
export interface Entry {
  readonly exploration: Exploration;
  /** Absent for the exploration itself. */
  readonly found?: Counterexample;
  /** Number of the counterexample from 1; 0 for the exploration itself. */
  readonly number: number;
}

/** The ID of an entry, as in its address: `exp1`, `exp1/2`. */
export function idOfEntry({ exploration: { id }, number }: Entry): string {
  return number === 0 ? id : `${id}/${number}`;
}

/** Height of rows with two lines, and of those with the bar of a walk, in pixels. */
const HEIGHT = 44;
const WITH_BAR = 80;

/** The height of a row in pixels. */
export function heightOf({ exploration: { state, space }, number }: Entry): number {
  return number === 0 && state === 'running' && space !== null ? WITH_BAR : HEIGHT;
}

/** The explorations that a filter finds, newest first, each with its counterexamples below it. */
export function entriesOf(explorations: readonly Exploration[], filter: string): Entry[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (text: string) => words.every((word) => text.includes(word));
  return explorations.flatMap((exploration) => {
    const own = textOf(exploration);
    const below = exploration.counterexamples.map((found, index) => ({ exploration, found, number: index + 1 }));
    const isFound = matches(own);
    const shown = below.filter(({ found }) => isFound || matches(`${own} ${textOfFound(found)}`));
    return isFound || shown.length > 0 ? [{ exploration, number: 0 }, ...shown] : [];
  });
}

function textOf(exploration: Exploration): string {
  const { command, invariants } = exploration;
  return [`is:${lookOf(exploration).word}`, command, ...invariants].join(' ').toLowerCase();
}

function textOfFound(found: Counterexample): string {
  return [harmOf(found), found.reason, JSON.stringify(found.schedule)].join(' ').toLowerCase();
}

/** The elements of a schedule with their defaults; without those that this window does not know. */
export function readSchedule(elements: readonly object[]): readonly ScheduleElement[] {
  return elements.flatMap((element) => {
    const read = ScheduleElement.safeParse(element);
    return read.success ? [read.data] : [];
  });
}
