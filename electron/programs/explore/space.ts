import { MAX_OUTCOMES, type Space } from '../../../shared/contract/emulator/explorations.ts';
import { callKey, type Call } from '../../../shared/model/call.ts';
import { elementWord } from '../../../shared/model/schedule.ts';
import { kindOf } from './catalogue.ts';
import type { Step } from './walk.ts';

/** The outcome of a schedule, as a letter of `Space`; `r` for one that runs, `.` for one that does not. */
export type Outcome = 'h' | 'b' | 'u' | 'r' | '.';

type Group = 'newCalls' | 'pairs' | 'others';

interface Row {
  readonly call: Call;
  readonly outcomes: Map<string, Outcome>;
}

/** The schedules of a search, and what came of each, for a person who looks at it. Beyond a number of a group, they are only counted. */
export class TriedSpace {
  readonly #faults = new Set<string>();
  readonly #rows = new Map<string, Row>();
  readonly #letters: Record<Group, Outcome[]> = { newCalls: [], pairs: [], others: [] };
  /** Places of planned schedules in their groups. */
  readonly #places = new Map<Step, number>();

  /** Adds schedules that will be tried. */
  plan(steps: readonly Step[]): void {
    for (const step of steps) {
      if (cellOf(step) === undefined) this.#places.set(step, this.#letters[groupOf(step)].length);
      this.#set(step, '.');
    }
  }

  /** Notes that a schedule runs. Random ones are not planned: they are added with their outcome. */
  begin(step: Step): void {
    if (cellOf(step) !== undefined || this.#places.has(step)) this.#set(step, 'r');
  }

  /** Notes what came of a schedule; one that was not planned is added. */
  note(step: Step, outcome: Outcome): void {
    this.#set(step, outcome);
    this.#places.delete(step);
  }

  /** The space as it is told. */
  view(): Space {
    const faults = [...this.#faults];
    const { newCalls, pairs, others } = this.#letters;
    return {
      faults,
      calls: [...this.#rows.values()].map(({ call, outcomes }) => ({
        call,
        outcomes: faults.map((fault) => outcomes.get(fault) ?? '-').join(''),
      })),
      ...{ newCalls: newCalls.join(''), pairs: pairs.join(''), others: others.join('') },
    };
  }

  #set(step: Step, outcome: Outcome): void {
    const cell = cellOf(step);
    if (cell === undefined) {
      const letters = this.#letters[groupOf(step)];
      const place = this.#places.get(step) ?? letters.length;
      if (place < MAX_OUTCOMES) letters[place] = outcome;
      return;
    }
    const key = callKey(cell.call);
    if (!this.#rows.has(key) && this.#rows.size === MAX_OUTCOMES) return;
    this.#faults.add(cell.fault);
    const row = this.#rows.get(key) ?? { call: cell.call, outcomes: new Map() };
    this.#rows.set(key, row);
    row.outcomes.set(cell.fault, outcome);
  }
}

/** The call and the fault of a single fault of the baseline; `undefined` for other schedules. */
function cellOf({ schedule, isNew }: Step): { readonly call: Call; readonly fault: string } | undefined {
  const [element, ...more] = schedule;
  if (element === undefined || more.length > 0 || isNew || !('call' in element)) return undefined;
  return kindOf(element) === 'singles' ? { call: element.call, fault: elementWord(element) } : undefined;
}

function groupOf({ schedule, isNew }: Step): Group {
  if (isNew) return 'newCalls';
  return schedule.length === 2 ? 'pairs' : 'others';
}
