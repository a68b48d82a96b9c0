import { RULES } from '../../../shared/contract/emulator/rules.ts';
import {
  faultOf,
  type PersonElement,
  type RunElement,
  type Schedule,
  type ScheduleElement,
} from '../../../shared/model/schedule.ts';
import type { RuleListName } from '../../../shared/registry/collections.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import { CallNumbers } from './awaited-calls.ts';
import type { Faults } from './faults.ts';
import type { RuleStore } from './rule-store.ts';
import type { RuleRequestOf } from './rule-entry.ts';

/** The rule of an element, and the list that it is in. */
interface ElementRule {
  readonly list: RuleListName;
  readonly slug: string;
}

/** Dependencies of a schedule. */
interface SchedulePorts {
  readonly rules: { readonly [Name in RuleListName]: RuleStore<Name> };
  readonly faults: Faults;
  readonly now: () => Micros;
}

/** The schedule that is applied to an emulator: rules that come before all others, and the numbers of all calls since then. */
export class AppliedSchedule {
  readonly #ports: SchedulePorts;
  #schedule: Schedule | null = null;
  #rules: readonly ElementRule[] = [];
  #since: Micros = 0;
  /** Slugs of faults whose held request went on without the call that it waited for. */
  readonly #late = new Set<string>();

  constructor(ports: SchedulePorts) {
    this.#ports = ports;
  }

  /** The schedule; null for none. */
  get current(): Schedule | null {
    return this.#schedule;
  }

  /** The time at which it was applied. */
  get since(): Micros {
    return this.#since;
  }

  /** Indexes of the elements that nothing has met. */
  get unmet(): number[] {
    const { faults, answers } = this.#ports.rules;
    const applied = { faults: appliedSlugs(faults), answers: appliedSlugs(answers) };
    return this.#rules.flatMap(({ list, slug }, index) =>
      applied[list].has(slug) && !this.#late.has(slug) ? [] : [index],
    );
  }

  /** Replaces the schedule. Calls, runs, prompts and requests for approval are numbered anew. */
  async apply(schedule: Schedule): Promise<void> {
    await this.remove();
    const { rules, faults } = this.#ports;
    const named = schedule.map((element, index) => ({ element, slug: `schedule_${index + 1}` }));
    const people = named.flatMap(({ element, slug }) => (isPerson(element) ? [answerOf(element, slug)] : []));
    const others = named.flatMap(({ element, slug }) => (isPerson(element) ? [] : [faultRule(element, slug)]));
    if (others.length > 0) await rules.faults.add(others, true);
    if (people.length > 0) await rules.answers.add(people, true);
    this.#rules = named.map(({ element, slug }) => ({ list: isPerson(element) ? 'answers' : 'faults', slug }));
    this.#schedule = schedule;
    this.#since = this.#ports.now();
    faults.numbers = new CallNumbers();
  }

  /** Removes the schedule; without one, nothing happens. */
  async remove(): Promise<void> {
    const { rules } = this.#ports;
    const before = this.#rules;
    this.forget();
    for (const { list, slug } of before)
      if (rules[list].entries.some(({ rule }) => rule.slug === slug)) await rules[list].remove(slug);
  }

  /** Forgets the schedule, whose rules are gone. */
  forget(): void {
    this.#schedule = null;
    this.#rules = [];
    this.#late.clear();
    this.#ports.faults.numbers = undefined;
  }

  /** Notes that a held request went on before the call that its fault waits for had been answered. */
  noteLate(slug: string): void {
    if (this.#rules.length > 0) this.#late.add(slug);
  }
}

function appliedSlugs(store: {
  readonly items: readonly { readonly slug: string; readonly applied: number }[];
}): ReadonlySet<string> {
  return new Set(store.items.flatMap(({ slug, applied }) => (applied > 0 ? [slug] : [])));
}

function isPerson(element: ScheduleElement): element is PersonElement {
  return 'prompt' in element || 'request' in element;
}

function faultRule(element: Exclude<ScheduleElement, PersonElement>, slug: string): RuleRequestOf<'faults'> {
  return { ...('run' in element ? runFault(element, slug) : faultOf(element, slug)), keep: false };
}

function runFault({ run, ...fault }: RunElement, slug: string): RuleRequestOf<'faults'> {
  return RULES.faults.Body.parse({ ...fault, slug, match: { task: run.task ?? null }, nth: run.nth });
}

function answerOf(element: PersonElement, slug: string): RuleRequestOf<'answers'> {
  const { afterSeconds } = element;
  if ('prompt' in element) {
    const { task, nth } = element.prompt;
    const match = { task: task ?? null };
    return RULES.answers.Body.parse({ slug, match, nth, afterSeconds, cancel: element.answer === 'cancel' });
  }
  const { task, nth } = element.request;
  const match = { task: task ?? null };
  return RULES.answers.Body.parse({ slug, match, nth, afterSeconds, requests: element.answer });
}
