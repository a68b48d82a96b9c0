import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import type { Api } from './api.ts';
import { type Change, Collection } from './collection.ts';
import type { Collections, AnsweredItem } from './hangar.ts';
import type { LiveEvents } from './live-events.ts';
import { isPending } from '../../../shared/model/prompt-state.ts';

function idOf(item: AnsweredItem): string {
  return 'prompt' in item ? item.prompt.id : item.request.iD;
}

function isPendingItem(item: AnsweredItem): boolean {
  return 'prompt' in item ? isPending(item.prompt) : item.request.status === 'pending';
}

/** The prompts and requests for approval of the inbox. */
export function inboxCollections(api: Api, live: LiveEvents): Pick<Collections, 'prompts' | 'requests' | 'answered'> {
  return {
    prompts: pendingCollection(
      live,
      async () => (await api.prompts.list()).prompts,
      (event) => (event.type === 'prompt' ? event.row : undefined),
    ),
    requests: pendingCollection(
      live,
      async () => (await api.requests.list()).requests,
      (event) => (event.type === 'request' ? event.row : undefined),
    ),
    answered: answeredCollection(live),
  };
}

/** The pending prompts or requests. @param rowOf returns the one in an event */
function pendingCollection<Item extends AnsweredItem>(
  live: LiveEvents,
  load: () => Promise<readonly Item[]>,
  rowOf: (event: EmulatorEvent) => Item | undefined,
): Collection<Item> {
  const change = (event: EmulatorEvent): Change<Item> => {
    const row = rowOf(event);
    return row && (isPendingItem(row) ? { put: row } : { remove: idOf(row) });
  };
  return new Collection(live, { load, keyOf: idOf, change });
}

/** Maximum number of answered prompts and requests in the inbox. */
const MAX_ANSWERED = 200;

/** Collected from events, since the server lists only pending prompts and requests. */
function answeredCollection(live: LiveEvents): Collection<AnsweredItem> {
  const collection: Collection<AnsweredItem> = new Collection(live, {
    load: () => Promise.resolve(collection.store.getState().items),
    keyOf: idOf,
    newest: 'first',
    maxItems: () => MAX_ANSWERED,
    change: (event) => {
      if (event.type === 'reset') return 'clear';
      const isOfInbox = event.type === 'prompt' || event.type === 'request';
      return isOfInbox && !isPendingItem(event.row) ? { put: event.row } : undefined;
    },
  });
  return collection;
}
