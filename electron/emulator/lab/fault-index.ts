import type { Fault } from '../../../shared/model/fault.ts';
import { OPERATIONS, type Operation } from '../../../shared/registry/operations.ts';
import { compileGlob, type Glob } from './glob.ts';
import { isNamed, matchesSubject, type NamedFact, type SubjectFacts } from './match.ts';
import type { RuleEntry } from './rule-store.ts';

/** A fault with its patterns compiled. */
export interface CompiledFault {
  readonly entry: RuleEntry<'faults'>;
  readonly rule: Fault;
  readonly patterns: readonly { readonly header: string; readonly glob: Glob }[];
}

/** Names that select faults without patterns. */
export interface FaultNames extends SubjectFacts {
  readonly operation: Operation;
  readonly apiKey: NamedFact | undefined;
}

const MAX_CACHED = 1000;

/**
 * The enabled faults, by operation and by what requests name. The faults for equal names are cached, so that faults about
 * other tasks or keys cost a request nothing.
 */
export class FaultIndex {
  readonly #byOperation = new Map<Operation, readonly CompiledFault[]>();
  readonly #byNames = new Map<string, readonly CompiledFault[]>();

  constructor(entries: readonly RuleEntry<'faults'>[]) {
    const enabled = entries.filter(({ rule }) => rule.enabled).map(compiled);
    for (const operation of OPERATIONS) {
      const about = enabled.filter(({ rule }) => isAbout(rule, operation));
      if (about.length > 0) this.#byOperation.set(operation, about);
    }
  }

  /** True when some fault is about the operation. */
  concerns(operation: Operation): boolean {
    return this.#byOperation.has(operation);
  }

  /** The faults whose names all match, in order. Their patterns are not tested. */
  find(names: FaultNames): readonly CompiledFault[] {
    const { operation, task, runbook, environment, apiKey } = names;
    const key = `${operation} ${identity(task)} ${identity(runbook)} ${identity(environment)} ${identity(apiKey)}`;
    const known = this.#byNames.get(key);
    if (known !== undefined) return known;
    const found = (this.#byOperation.get(operation) ?? []).filter(
      ({ rule: { match } }) => matchesSubject(match, names) && isNamed(match.apiKey, apiKey),
    );
    if (this.#byNames.size === MAX_CACHED) this.#byNames.clear();
    this.#byNames.set(key, found);
    return found;
  }
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
  const patterns = named.map(([name, glob]) => ({ header: name.toLowerCase(), glob: compileGlob(glob) }));
  return { entry, rule: entry.rule, patterns };
}
