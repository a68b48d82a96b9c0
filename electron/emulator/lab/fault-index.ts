import type { Fault } from '../../../shared/model/fault.ts';
import { OPERATIONS, type Operation } from '../../../shared/registry/operations.ts';
import { compileGlob, type Glob, isNamed, matchesSubject, type NamedFact, type SubjectFacts } from './match.ts';
import type { RuleEntry } from './rule-entry.ts';
import { countsRuns } from './run-ends.ts';

/** A fault with its patterns compiled. */
export interface CompiledFault {
  readonly entry: RuleEntry<'faults'>;
  readonly rule: Fault;
  readonly patterns: readonly { readonly header: string; readonly glob: (value: string | undefined) => boolean }[];
}

/** Facts that select faults by name, without patterns. */
interface FaultNames extends SubjectFacts {
  readonly operation: Operation;
  readonly apiKey: NamedFact | undefined;
}

const MAX_CACHED = 1000;
/** Maximum length of cached header values, in characters. */
const LONGEST_CACHED = 1000;

/**
 * The enabled faults, by operation and names. The faults for equal names are cached, so that faults for other tasks or keys take
 * no time of a request.
 */
export class FaultIndex {
  /** The enabled faults, in order. */
  readonly all: readonly CompiledFault[];
  readonly #byOperation = new Map<Operation, readonly CompiledFault[]>();
  readonly #byNames = new Map<string, NamedFaults>();

  constructor(entries: readonly RuleEntry<'faults'>[]) {
    const enabled = entries.filter(({ rule }) => rule.enabled && !countsRuns(rule)).map(compiled);
    this.all = enabled;
    for (const operation of OPERATIONS) {
      const about = enabled.filter(({ rule }) => isAbout(rule, operation));
      if (about.length > 0) this.#byOperation.set(operation, about);
    }
  }

  /** True when a fault may match the operation. */
  concerns(operation: Operation): boolean {
    return this.#byOperation.has(operation);
  }

  /** The faults that match a request, apart from `when` and `during`, in order. */
  find(names: FaultNames, headers: ReadonlyMap<string, string>): readonly CompiledFault[] {
    const { faults, patternHeaders, byValues } = this.#named(names);
    if (patternHeaders.length === 0) return faults;
    // Cached, since clients repeat their headers.
    const values = JSON.stringify(patternHeaders.map((header) => headers.get(header)));
    const known = byValues.get(values);
    if (known !== undefined) return known;
    const found = faults.filter(({ patterns }) => patterns.every(({ header, glob }) => glob(headers.get(header))));
    if (byValues.size === MAX_CACHED) byValues.clear();
    if (values.length <= LONGEST_CACHED) byValues.set(values, found);
    return found;
  }

  #named(names: FaultNames): NamedFaults {
    const { operation, task, runbook, environment, apiKey } = names;
    const key = `${operation} ${identity(task)} ${identity(runbook)} ${identity(environment)} ${identity(apiKey)}`;
    const known = this.#byNames.get(key);
    if (known !== undefined) return known;
    const faults = (this.#byOperation.get(operation) ?? []).filter(
      ({ rule: { match } }) => matchesSubject(match, names) && isNamed(match.apiKey, apiKey),
    );
    const patternHeaders = [...new Set(faults.flatMap(({ patterns }) => patterns.map(({ header }) => header)))];
    const found = { faults, patternHeaders, byValues: new Map<string, readonly CompiledFault[]>() };
    if (this.#byNames.size === MAX_CACHED) this.#byNames.clear();
    this.#byNames.set(key, found);
    return found;
  }
}

/** The faults whose names match, and the headers of their patterns. */
interface NamedFaults {
  readonly faults: readonly CompiledFault[];
  readonly patternHeaders: readonly string[];
  /** Cache of the faults whose patterns match, by the values of these headers. */
  readonly byValues: Map<string, readonly CompiledFault[]>;
}

function identity(fact: NamedFact | undefined): string {
  return fact === undefined ? '' : `${fact.id}/${fact.slug}`;
}

function isAbout({ match: { operation } }: Fault, asked: Operation): boolean {
  if (operation === undefined) return true;
  return typeof operation === 'string' ? operation === asked : operation.includes(asked);
}

function compiled(entry: RuleEntry<'faults'>): CompiledFault {
  const { client, headers = {} } = entry.rule.match;
  const named = [...(client === undefined ? [] : [['User-Agent', client] as const]), ...Object.entries(headers)];
  const patterns = named.map(([name, pattern]) => ({
    header: name.toLowerCase(),
    glob: whenPresent(compileGlob(pattern)),
  }));
  return { entry, rule: entry.rule, patterns };
}

function whenPresent(glob: Glob): (value: string | undefined) => boolean {
  return (value) => value !== undefined && glob(value);
}
