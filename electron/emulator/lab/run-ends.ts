import type { FaultOf } from '../../../shared/model/fault.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { EngineEvent } from '../engine/context/ports.ts';
import type { RunRecord } from '../engine/context/records.ts';
import type { State } from '../engine/context/state-port.ts';
import { plannedEnd } from './fault-plan.ts';
import { matchesSubject, type SubjectFacts } from './match.ts';
import type { RuleEntry } from './rule-entry.ts';
import type { RuleStore } from './rule-store.ts';

/** Dependencies of the ends of runs by number. */
interface RunEndPorts {
  readonly engine: Pick<Engine, 'runs' | 'definitions'>;
  readonly state: Pick<State, 'get'>;
  /** Calls the listener for every event of the engine. */
  readonly subscribe: (listener: (event: EngineEvent) => void) => void;
}

interface NumberedEnd {
  readonly entry: RuleEntry<'faults'>;
  readonly rule: FaultOf<'run'>;
}

/** True for a fault that counts runs instead of requests: it ends the nth run of its task, whoever made it. */
export function countsRuns({ kind, nth, match }: RuleEntry<'faults'>['rule']): boolean {
  return kind === 'run' && nth !== undefined && match.operation === undefined;
}

/** Plans the ends of runs for faults that count runs. */
export class RunEnds {
  readonly #store: RuleStore<'faults'>;
  readonly #ports: RunEndPorts;
  #ends: readonly NumberedEnd[] = [];
  /** Counted runs that have not started. */
  readonly #new = new Set<string>();

  constructor(store: RuleStore<'faults'>, ports: RunEndPorts) {
    this.#store = store;
    this.#ports = ports;
    const refresh = (): void => {
      this.#ends = store.entries.flatMap((entry) => {
        const { rule } = entry;
        return rule.enabled && rule.kind === 'run' && countsRuns(rule) ? [{ entry, rule }] : [];
      });
    };
    store.subscribe(refresh);
    refresh();
    ports.subscribe((event) => {
      if (event.type === 'run' && (this.#ends.length > 0 || this.#new.size > 0)) this.#changed(event.entity);
    });
  }

  #changed(run: RunRecord): void {
    if (run.status !== 'NotStarted') {
      this.#new.delete(run.id);
      return;
    }
    if (this.#new.has(run.id)) return;
    this.#new.add(run.id);
    const facts = this.#factsOf(run);
    for (const { entry, rule } of this.#ends) if (matchesSubject(rule.match, facts)) this.#count(entry, rule, run);
  }

  #count(entry: RuleEntry<'faults'>, rule: FaultOf<'run'>, { id }: RunRecord): void {
    const before = entry.counts.of('');
    const attempts = before.attempts + 1;
    const by = attempts === rule.nth ? 1 : 0;
    const { matched, applied, counted } = before;
    this.#store.count(entry, '', {
      ...{ attempts, matched: matched + by, applied: applied + by, counted: counted + by },
    });
    if (by === 0) return;
    const note = `The fault "${rule.slug}" makes this run ${rule.status}, ${rule.afterSeconds} s after it became Active.`;
    this.#ports.engine.runs.planEnd(id, plannedEnd(rule), note);
  }

  #factsOf({ taskID, taskSlug, environmentID, sessionID }: RunRecord): SubjectFacts {
    const { environments } = this.#ports.engine.definitions();
    const session = sessionID === '' ? undefined : this.#ports.state.get('session', sessionID);
    return {
      task: taskID === '' ? undefined : { id: taskID, slug: taskSlug },
      runbook: session && { id: session.runbookID, slug: session.runbookSlug },
      environment: environments.byId(environmentID),
    };
  }
}
