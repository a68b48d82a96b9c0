import { MAX_WAIT_ROWS, type WaitAnswers, type WaitRequest } from '../../../../shared/contract/emulator/wait.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { EngineEvent } from '../../engine/context/ports.ts';
import type { RunRecord } from '../../engine/context/records.ts';
import { isFinished } from '../../engine/runs/run-machine.ts';
import type { HeldRequests } from '../http/held-requests.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import type { SearchContext } from '../http/request-search.ts';
import { matcherOf, RequestMatches } from './request-matches.ts';

/** Dependencies of conditions. */
export interface ConditionSources extends Pick<SearchContext, 'lab'> {
  readonly engine: Engine;
  readonly traffic: TrafficLog;
  readonly held: Pick<HeldRequests, 'list' | 'subscribe'>;
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
}

type Kind = keyof WaitAnswers;

/** A condition that a client waits for. */
export interface Condition<Answer> {
  /** Calls `found` with the answer once it holds, immediately if it does. Returns a function that stops watching. */
  readonly watch: (found: (answer: Answer) => void) => () => void;
  /** The current state, for the answer to a wait that has timed out. */
  readonly state: () => object;
  /** The reason that it does not hold, as the end of a sentence. */
  readonly missing: string;
}

type WaitFor<For extends Kind> = Extract<WaitRequest, { readonly for: For }>;

/** The conditions by kind of wait. To add one, add an entry and its schema. */
const CONDITIONS: {
  readonly [For in Kind]: (wait: WaitFor<For>, sources: ConditionSources) => Condition<WaitAnswers[For]>;
} = { settled, run, prompt, request, held };

/** The condition of a wait. Throws 404 for an unknown run or task. */
export function conditionOf(wait: WaitRequest, sources: ConditionSources): Condition<WaitAnswers[Kind]> {
  return conditionFor(wait.for, wait, sources);
}

function conditionFor<For extends Kind>(
  kind: For,
  wait: WaitFor<For>,
  sources: ConditionSources,
): Condition<WaitAnswers[For]> {
  return CONDITIONS[kind](wait, sources);
}

function settled(_: WaitFor<'settled'>, { engine, subscribe }: ConditionSources): Condition<WaitAnswers['settled']> {
  const { waiting, clock } = engine;
  return {
    watch: (found) => {
      const stop = clock.settled.add(() => found(waiting.waitingRuns()));
      // The next item of the clock may be cancelled, and skipping switched off.
      const unsubscribe = subscribe(({ type }) => {
        if (type === 'run' || type === 'clock' || type === 'reset') clock.settled.look();
      });
      return () => {
        unsubscribe();
        stop();
      };
    },
    state: () => ({ busy: clock.activity.busy().slice(0, MAX_WAIT_ROWS), ...waiting.waitingRuns() }),
    missing: 'work is still in progress; `state` lists it',
  };
}

function run(wait: WaitFor<'run'>, { engine, subscribe }: ConditionSources): Condition<WaitAnswers['run']> {
  const { waiting } = engine;
  const { runID, status } = wait;
  const taskID = wait.task === undefined ? undefined : waiting.taskID(wait.task);
  const current = (): RunRecord | undefined =>
    runID !== undefined ? waiting.run(runID) : waiting.newestRun(taskID ?? '');
  const isMeant = (changed: RunRecord): boolean =>
    runID !== undefined
      ? changed.id === runID
      : changed.taskID === taskID && waiting.newestRun(taskID)?.id === changed.id;
  const holds = (changed: RunRecord): boolean =>
    status === undefined ? isFinished(changed) : changed.status === status;
  const seen = current();
  return {
    watch: (found) => {
      if (seen !== undefined && holds(seen)) found({ run: waiting.runView(seen) });
      return subscribe((event) => {
        if (event.type !== 'run' || !holds(event.entity) || !isMeant(event.entity)) return;
        found({ run: waiting.runView(event.entity) });
      });
    },
    state: () => ({ run: viewOrNull(current, waiting.runView) }),
    missing: `the run ${status === undefined ? 'has not ended' : `was not seen as ${status}`}; \`state\` has it as it is`,
  };
}

/** The view of a run; null when there is none, or it was removed. */
function viewOrNull<View>(find: () => RunRecord | undefined, view: (run: RunRecord) => View): View | null {
  try {
    const found = find();
    return found === undefined ? null : view(found);
  } catch {
    return null;
  }
}

function prompt(wait: WaitFor<'prompt'>, { engine, subscribe }: ConditionSources): Condition<WaitAnswers['prompt']> {
  const { waiting } = engine;
  const { runID } = wait;
  if (runID !== undefined) waiting.run(runID);
  const filter = { runID, taskID: wait.task === undefined ? undefined : waiting.taskID(wait.task) };
  return {
    watch: (found) => {
      const [pending] = waiting.pendingPrompts(filter);
      if (pending !== undefined) found({ prompt: pending });
      return subscribe((event) => {
        const asked = event.type === 'prompt' ? waiting.selectPrompt(event.entity, filter) : undefined;
        if (asked !== undefined) found({ prompt: asked });
      });
    },
    state: () => ({ prompts: firstOf(waiting.pendingPrompts({ runID: undefined, taskID: undefined }), STATE_ROWS) }),
    missing: 'no matching prompt is pending; `state` lists the pending ones',
  };
}

/** Number of rows in the state of a wait that has timed out. */
const STATE_ROWS = 20;

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    if (first.length === count) break;
    first.push(item);
  }
  return first;
}

function request(wait: WaitFor<'request'>, sources: ConditionSources): Condition<WaitAnswers['request']> {
  const { engine, traffic } = sources;
  const { operation, status, count } = wait;
  const taskID = wait.task === undefined ? undefined : engine.waiting.taskID(wait.task);
  const matches = new RequestMatches(traffic, count, matcherOf({ operation, status, taskID }, sources));
  return {
    watch: (found) => matches.watch((requests) => found({ requests })),
    state: () => ({ requests: matches.rows(), latest: matches.latestRows(STATE_ROWS) }),
    missing: `fewer than ${count} such ${count === 1 ? 'request' : 'requests'} came; \`state\` lists those that did`,
  };
}

function held({ operation, task, count }: WaitFor<'held'>, sources: ConditionSources): Condition<WaitAnswers['held']> {
  const { held: requests } = sources;
  const matching = () =>
    requests.list().filter((row) => (operation ?? row.operation) === row.operation && (task ?? row.task) === row.task);
  return {
    watch: (found) => {
      const check = (): void => {
        const rows = matching();
        if (rows.length >= count) found({ held: rows });
      };
      const unsubscribe = requests.subscribe(check);
      check();
      return unsubscribe;
    },
    state: () => ({ held: requests.list().slice(0, STATE_ROWS) }),
    missing: `fewer than ${count} such ${count === 1 ? 'request is' : 'requests are'} held; \`state\` lists those that are`,
  };
}
