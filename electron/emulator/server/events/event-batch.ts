import type { EmulatorEvent } from '../../../../shared/contract/emulator/events.ts';
import type { WorkspaceStatus } from '../../../../shared/contract/emulator/control.ts';
import type { Engine } from '../../engine/create-engine.ts';
import { logEntry } from '../../engine/runs/logs.ts';
import type { EngineEvent } from '../../engine/context/ports.ts';
import type { LogLine, PromptRecord, RequestRecord, RunRecord, SessionRecord } from '../../engine/context/records.ts';
import type { RuleListName } from '../../../../shared/registry/collections.ts';
import type { Lab } from '../../lab/lab.ts';
import type { RuleStore } from '../../lab/rule-store.ts';
import type { RuleItem } from '../../lab/rule-entry.ts';
import type { SandboxOperations } from '../http/ports.ts';
import type { LoggedExchange } from '../http/logged-exchange.ts';
import type { TrafficLog, TrafficChange } from '../http/traffic-log.ts';

/** Maximum number of log lines of one run per tick. Above it, the newest are sent; the gap shows in `insertID`. */
const MAX_LOG_LINES = 1000;

/** Above this many changes per tick, send one `reset`; clients reload. */
const MAX_CHANGES = 1000;

/** Sources of the rows in events. */
export interface EventSources {
  readonly engine: Engine;
  readonly lab: Lab;
  readonly traffic: TrafficLog;
  readonly workspaceStatus: () => WorkspaceStatus;
  readonly sandboxes: Pick<SandboxOperations, 'list' | 'tests'>;
}

/** Changes since the last tick: the latest record of each entity. Rows are built once, when the tick is sent. */
export class EventBatch {
  readonly #runs = new Map<string, RunRecord>();
  readonly #sessions = new Map<string, SessionRecord>();
  readonly #prompts = new Map<string, PromptRecord>();
  readonly #requests = new Map<string, RequestRecord>();
  readonly #traffic = new Set<LoggedExchange>();
  readonly #logs = new Map<string, LogLine[]>();
  readonly #rules: Record<RuleListName, Set<string>> = { faults: new Set(), answers: new Set() };
  readonly #ruleLists = new Set<RuleListName>();
  readonly #tests = new Set<string>();
  #isReset = false;
  #isTrafficCleared = false;
  /** Types of events without content. */
  readonly #changed = new Set<EngineEvent['type']>();

  /** True when a tick cannot carry all changes. */
  get isOverflowing(): boolean {
    const rules = this.#rules.faults.size + this.#rules.answers.size;
    const questions = this.#prompts.size + this.#requests.size;
    return (
      this.#runs.size + this.#traffic.size + this.#sessions.size + questions + rules + this.#tests.size > MAX_CHANGES
    );
  }

  /**
   * Adds an event of the engine.
   * @param isFollowed returns whether a subscriber follows the log of a run
   */
  add(event: EngineEvent, isFollowed: (runID: string) => boolean): void {
    switch (event.type) {
      case 'run':
        this.#keep(this.#runs, event.entity);
        return;
      case 'session':
        this.#keep(this.#sessions, event.entity);
        return;
      case 'prompt':
        this.#keep(this.#prompts, event.entity);
        return;
      case 'request':
        this.#keep(this.#requests, event.entity);
        return;
      case 'logs':
        if (isFollowed(event.runID)) this.#addLines(event.runID, event.lines);
        return;
      case 'rule':
      case 'test':
        if (!this.isOverflowing) this.#idsOf(event).add(event.id);
        return;
      case 'rules':
        this.#ruleLists.add(event.list);
        return;
      case 'definitions':
      case 'clock':
      case 'findings':
      case 'sandboxes':
      case 'tests':
      case 'held':
      case 'explorations':
      case 'undo':
      case 'memory':
        this.#changed.add(event.type);
        return;
      case 'reset':
        this.#reset();
    }
  }

  #reset(): void {
    for (const entities of [this.#runs, this.#sessions, this.#prompts, this.#requests, this.#logs]) entities.clear();
    this.#isReset = true;
  }

  #keep<T extends { readonly id: string }>(entities: Map<string, T>, entity: T): void {
    if (!this.isOverflowing) entities.set(entity.id, entity);
  }

  /** The IDs of the changed rules of a list, or tests. */
  #idsOf(event: Extract<EngineEvent, { readonly type: 'rule' | 'test' }>): Set<string> {
    return event.type === 'rule' ? this.#rules[event.list] : this.#tests;
  }

  /** The prompts whose run is kept: old runs may be deleted between the change and the tick. */
  #keptPrompts({ runs }: Engine): PromptRecord[] {
    return [...this.#prompts.values()].filter(({ runID }) => runs.find(runID) !== undefined);
  }

  #addLines(runID: string, lines: readonly LogLine[]): void {
    const known = this.#logs.get(runID) ?? [];
    if (known.length === 0) this.#logs.set(runID, known);
    for (const line of lines) known.push(line);
    // Trimmed occasionally rather than with every line.
    if (known.length > 2 * MAX_LOG_LINES) known.splice(0, known.length - MAX_LOG_LINES);
  }

  addTraffic(change: TrafficChange): void {
    if (change.type === 'added') {
      if (!this.isOverflowing) this.#traffic.add(change.logged);
    } else {
      this.#traffic.clear();
      this.#isTrafficCleared = true;
    }
  }

  /** Events for all subscribers. */
  events({ engine, lab, traffic, workspaceStatus, sandboxes }: EventSources): EmulatorEvent[] {
    if (this.isOverflowing) return [{ type: 'reset' }];
    return [
      ...(this.#isReset ? [{ type: 'reset' } as const] : []),
      ...(this.#isTrafficCleared ? [{ type: 'trafficCleared' } as const] : []),
      ...(this.#changed.has('clock') ? [{ type: 'clock', row: engine.clock.row() } as const] : []),
      ...(this.#changed.has('findings') ? [{ type: 'findings' } as const] : []),
      ...(this.#changed.has('sandboxes') ? [{ type: 'sandboxes', rows: sandboxes.list() } as const] : []),
      ...(this.#changed.has('tests') ? [{ type: 'tests' } as const] : []),
      ...[...this.#tests]
        .flatMap((id) => sandboxes.tests.find(id) ?? [])
        .map((row) => ({ type: 'test', row }) as const),
      ...(this.#changed.has('held') ? [{ type: 'held' } as const] : []),
      ...(this.#changed.has('explorations') ? [{ type: 'explorations' } as const] : []),
      ...(this.#changed.has('undo') ? [{ type: 'undo' } as const] : []),
      ...(this.#changed.has('memory') ? [{ type: 'memory' } as const] : []),
      ...(this.#changed.has('definitions') ? [{ type: 'workspace', status: workspaceStatus() } as const] : []),
      ...[...this.#sessions.values()].map((record) => ({ type: 'session', row: engine.sessions.row(record) }) as const),
      ...engine.runs
        .withQueued([...this.#runs.values()])
        .map((record) => ({ type: 'run', row: engine.runs.row(record) }) as const),
      ...this.#keptPrompts(engine).map((record) => ({ type: 'prompt', row: engine.prompts.row(record) }) as const),
      ...[...this.#requests.values()].map((record) => ({ type: 'request', row: engine.requests.row(record) }) as const),
      ...[...this.#ruleLists].map((list) => ({ type: 'rules', list }) as const),
      ...rowsOf(lab.rules.faults, this.#rules.faults).map((row) => ({ type: 'fault', row }) as const),
      ...rowsOf(lab.rules.answers, this.#rules.answers).map((row) => ({ type: 'answer', row }) as const),
      ...[...this.#traffic].map((logged) => ({ type: 'traffic', row: traffic.row(logged) }) as const),
    ];
  }

  /** Events for subscribers of a run's log, by run. */
  logEvents(): ReadonlyMap<string, EmulatorEvent> {
    return new Map(
      [...this.#logs].map(([runID, lines]) => [
        runID,
        { type: 'logs', runID, lines: lines.slice(-MAX_LOG_LINES).map(logEntry) },
      ]),
    );
  }
}

/** The existing rules with these IDs. */
function rowsOf<Name extends RuleListName>(store: RuleStore<Name>, ids: ReadonlySet<string>): RuleItem<Name>[] {
  return ids.size === 0 ? [] : store.items.filter(({ id }) => ids.has(id));
}
