import { parseRfc3339 } from '../values/timestamp.ts';
import { parseDuration, parseDurationLimit } from './filter.ts';

/** Definitions whose names are values of a term. */
export type NamedDefinitions = 'tasks' | 'runbooks' | 'environments' | 'webhooks';

/** A term of a filter, such as `status:failed`. */
export interface FilterTerm {
  readonly example: string;
  /** The end of a sentence that begins with the kind, such as “that failed”. */
  readonly help: string;
  /** Values to choose from. */
  readonly values?: readonly string[] | NamedDefinitions;
  /** The valid values; absent when any text is valid. */
  readonly expects?: ExpectedValue;
}

interface ExpectedValue {
  readonly isMet: (value: string) => boolean;
  /** Completes the sentence "its value must be …". */
  readonly text: string;
}

export type Terms = Readonly<Record<string, FilterTerm>>;

/** A term for statuses: one or more, separated by commas, each of which may be abbreviated. */
export function statusTerm(statuses: readonly string[]): FilterTerm {
  const values = statuses.map((status) => status.toLowerCase());
  return {
    example: 'status:failed',
    help: `of this status: ${values.join(', ')}; several with commas, and \`status:succ\` is enough`,
    values,
    expects: {
      isMet: (value) => value.split(',').every((part) => part !== '' && values.some((one) => one.startsWith(part))),
      text: `one of ${values.join(', ')}`,
    },
  };
}

export function isTerm(kinds: Readonly<Record<string, string>>): FilterTerm {
  const values = Object.keys(kinds);
  return {
    example: `is:${values[0] ?? ''}`,
    help: Object.entries(kinds)
      .map(([name, help]) => `\`is:${name}\` ${help}`)
      .join('; '),
    values,
    expects: { isMet: (value) => values.includes(value), text: `one of ${values.join(', ')}` },
  };
}

export function momentTerm(name: 'since' | 'until', help: string): FilterTerm {
  return {
    example: `${name}:${name === 'since' ? '1h' : '15m'}`,
    help,
    values: ['15m', '1h', '24h', '7d'],
    expects: {
      isMet: (value) => parseDuration(value) !== undefined || parseRfc3339(value.toUpperCase()) !== undefined,
      text: `such as ${name}:15m or ${name}:2026-11-20T16:00:00Z`,
    },
  };
}

export function tookTerm(help: string): FilterTerm {
  return {
    example: 'took:>2s',
    help: `${help}; \`took:<500ms\` for less`,
    values: ['>1s', '>10s', '<500ms'],
    expects: {
      isMet: (value) => parseDurationLimit(value) !== undefined,
      text: 'such as took:>2s or took:<500ms',
    },
  };
}
