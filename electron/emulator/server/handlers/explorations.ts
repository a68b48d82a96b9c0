import type { Exploration, ExplorationNews, Space } from '../../../../shared/contract/emulator/explorations.ts';
import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import type { Handlers } from '../http/handler.ts';
import type { ServerPorts } from '../http/ports.ts';

/** Maximum number of kept explorations: the newest. */
const MAX_KEPT = 50;
/** Milliseconds without news after which the command of an exploration counts as gone. */
const SILENCE = 60_000;

interface Kept {
  row: Exploration;
  heardAt: number;
}

/** Handlers of the explorations, which their commands carry out. They are kept in memory. */
export function explorationHandlers({
  clock,
  emit,
}: Pick<ServerPorts, 'clock' | 'emit'>): Handlers<EmulatorContract>['explorations'] {
  const kept = new Map<string, Kept>();
  let count = 0;
  const find = (id: string): Kept => {
    const found = kept.get(id);
    if (found !== undefined) return found;
    throw new ApiError('not_found', `There is no exploration "${quoteForMessage(id)}"; it may be too old.`);
  };
  const view = ({ row, heardAt }: Kept): Exploration => {
    const isGone = row.state === 'running' && clock.monotonic() - heardAt > SILENCE;
    const state = isGone ? 'interrupted' : row.state;
    return { ...row, state, space: row.space !== null && state !== 'running' ? ended(row.space) : row.space };
  };
  const changed = (one: Kept): Exploration => {
    kept.set(one.row.id, one);
    emit({ type: 'explorations' });
    return view(one);
  };
  return {
    list: () => ({ items: [...kept.values()].toReversed().map(view) }),
    get: ({ params }) => view(find(params.id)),
    create: ({ body }) => {
      const id = `exp${++count}`;
      const [oldest] = kept.keys();
      if (kept.size === MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      const row: Exploration = {
        ...body,
        ...NOTHING_FOUND,
        ...{ counterexamples: [], baseline: [], unsteady: [], id },
        startedAt: formatTimestamp(clock.now()),
      };
      return changed({ row, heardAt: clock.monotonic() });
    },
    update: ({ params, body }) => changed({ row: withNews(find(params.id).row, body), heardAt: clock.monotonic() }),
  };
}

/** The space of an exploration that has ended, in which no schedule runs. */
function ended({ calls, newCalls, pairs, others, ...space }: Space): Space {
  const stopped = (letters: string): string => letters.replaceAll('r', '.');
  return {
    ...space,
    calls: calls.map(({ call, outcomes }) => ({ call, outcomes: stopped(outcomes) })),
    ...{ newCalls: stopped(newCalls), pairs: stopped(pairs), others: stopped(others) },
  };
}

const NOTHING_FOUND = {
  state: 'running',
  explored: null,
  space: null,
  holds: null,
  complete: false,
  text: '',
} as const;

function withNews(row: Exploration, { state, explored, space, report }: ExplorationNews): Exploration {
  // Somebody stopped it; its command is told so, and then tells its result.
  const isStopped = row.state === 'interrupted' && state === 'running';
  const { counterexamples, baseline, unsteady, complete, holds, text } = report ?? row;
  return {
    ...row,
    ...{ state: isStopped ? row.state : state, counterexamples, baseline, unsteady, complete, holds, text },
    explored: report?.explored ?? explored ?? row.explored,
    space: space ?? row.space,
  };
}
