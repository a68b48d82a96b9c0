import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { RuleState } from '../../../shared/contract/emulator/rules.ts';
import { withoutRuleState } from '../../../shared/model/rule-state.ts';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { type Api, createServer, type Fetch } from './api.ts';
import { type Change, Collection, type CollectionOptions } from './collection.ts';
import { createCommands } from '../stores/command-store.ts';
import { COUNT_DELAY, heldNumber } from './counts.ts';
import type { Desktop } from './desktop.ts';
import { createDrafts } from '../stores/draft-store.ts';
import type { AnsweredItem, AuthoredCollections, Collections, Hangar } from './hangar.ts';
import { LiveEvents, type StreamTransport } from './live-events.ts';
import { createQueries } from './queries.ts';
import { isPending } from '../../../shared/model/status.ts';
import { createPreferences } from '../stores/preferences.ts';
import { byCollection, isRuleList } from '../../../shared/registry/collections.ts';

/** Makes the context of a window from its `fetch`; `stream` opens the event stream. */
export function createHangar(
  fetch: Fetch,
  desktop: Desktop,
  storage: Storage,
  stream: StreamTransport = fetch,
): Hangar {
  const access = createStore(() => ({ tokenNeeded: false }));
  const server = createServer(fetch, stream, () => access.setState({ tokenNeeded: true }));
  const live = new LiveEvents(server.stream);
  const queries = createQueries(live);
  return {
    ...server,
    live,
    queries,
    desktop,
    access,
    commands: createCommands(),
    drafts: createDrafts(storage),
    preferences: createPreferences(storage),
    collections: createCollections(server.api, live, queries),
  };
}

/** Makes the collections of one window. */
interface CollectionMaker {
  readonly api: Api;
  readonly many: <Item>(options: CollectionOptions<Item>) => Collection<Item>;
  /** Makes a collection with the response of an endpoint as its only item. */
  readonly single: <Item>(options: SingleOptions<Item>) => Collection<Item>;
}

type SingleOptions<Item> = Omit<CollectionOptions<Item>, 'load' | 'keyOf'> & { readonly load: () => Promise<Item> };

function createCollections(api: Api, live: LiveEvents, queries: QueryClient): Collections {
  const many: CollectionMaker['many'] = (options) => new Collection(live, queries, options);
  const single: CollectionMaker['single'] = (options) =>
    many({ ...options, load: async () => [await options.load()], keyOf: () => 'only' });
  const maker = { api, many, single };
  return {
    ...authoredCollections(maker),
    ...inboxCollections(maker),
    ...traffic(maker),
    ...suites(maker),
    ...responses(maker),
  };
}

function authoredCollections({ api, many }: CollectionMaker): AuthoredCollections {
  return byCollection<unknown>(
    (name) =>
      many<{ readonly id: string }>({
        key: name,
        load: async () =>
          isRuleList(name) ? rulesOfWorkspace(await api[name].list()) : (await api.definitions[name].list()).items,
        keyOf: ({ id }) => id,
        concerns: isOfWorkspace,
      }),
    // Each collection has the items of its endpoint.
  ) as AuthoredCollections;
}

function inboxCollections({
  api,
  many,
}: CollectionMaker): Pick<Collections, 'prompts' | 'requests' | 'answered' | 'undo'> {
  return {
    undo: many({
      key: 'undo',
      load: async () => (await api.undo.list()).items,
      keyOf: ({ id }) => id,
      concerns: ({ type }) => type === 'undo',
    }),
    prompts: many({
      key: 'prompts',
      load: async () => (await api.prompts.list()).prompts,
      keyOf: idOfAnswered,
      change: (event) => (event.type === 'prompt' ? pendingChange(event.row) : undefined),
    }),
    requests: many({
      key: 'requests',
      load: async () => (await api.requests.list()).requests,
      keyOf: idOfAnswered,
      change: (event) => (event.type === 'request' ? pendingChange(event.row) : undefined),
    }),
    answered: answeredCollection(many),
  };
}

function suites({ api, many }: CollectionMaker): Pick<Collections, 'tests'> {
  return {
    tests: many({
      key: 'tests',
      load: async () => (await api.tests.list()).items,
      keyOf: ({ id }) => id,
      maxItems: LATEST_TESTS,
      change: (event) => (event.type === 'test' ? { put: event.row } : undefined),
      concerns: ({ type }) => type === 'tests',
    }),
  };
}

function traffic({
  api,
  many,
}: CollectionMaker): Pick<Collections, 'traffic' | 'faultItems' | 'heldRequests' | 'webhooks'> {
  return {
    heldRequests: many({
      key: 'heldRequests',
      load: async () => (await api.heldRequests.list()).items,
      keyOf: ({ id }) => id,
      concerns: ({ type }) => type === 'held',
    }),
    webhooks: many({
      key: 'webhooks',
      load: async () => (await api.webhooks.list()).webhooks,
      keyOf: ({ url }) => url,
      concerns: isOfWorkspace,
    }),
    traffic: many({
      key: 'traffic',
      load: async () => (await api.traffic.list({ query: { limit: String(LATEST_TRAFFIC) } })).entries,
      keyOf: ({ id }) => id,
      maxItems: LATEST_TRAFFIC,
      change: (event) => {
        if (event.type === 'trafficCleared') return 'clear';
        return event.type === 'traffic' ? { put: event.row } : undefined;
      },
    }),
    faultItems: many({
      key: 'faultItems',
      load: async () => (await api.faults.list()).items,
      keyOf: ({ id }) => id,
      change: (event) => (event.type === 'fault' ? { put: event.row } : undefined),
      concerns: (event) => isOfWorkspace(event) || (event.type === 'rules' && event.list === 'faults'),
    }),
  };
}

function responses({
  api,
  single,
}: CollectionMaker): Pick<Collections, 'held' | 'info' | 'settings' | 'clock' | 'workspace'> {
  const held: Collection<HeldCounts> = single({
    key: 'held',
    load: () => api.held.count(),
    // Only an import or a restore, which are resets, lets something be held.
    concerns: ({ type }) =>
      held.items.some((counts) => heldNumber(counts) > 0) && ['run', 'session', 'request'].includes(type),
    interval: COUNT_DELAY,
  });
  return {
    held,
    info: single({
      key: 'info',
      load: () => api.info(),
      concerns: (event) => event.type === 'memory' || isOfWorkspace(event),
    }),
    settings: single({ key: 'settings', load: () => api.settings.get(), concerns: isOfWorkspace }),
    clock: single({
      key: 'clock',
      load: () => api.clock.read(),
      change: (event) => (event.type === 'clock' ? { put: event.row } : undefined),
    }),
    workspace: single({
      key: 'workspace',
      load: () => api.workspace(),
      change: (event) => (event.type === 'workspace' ? { put: event.status } : undefined),
    }),
  };
}

/** Number of latest requests that are loaded. A larger page would block server and window. */
const LATEST_TRAFFIC = 1000;
/** Number of tests of which the server knows at most. */
const LATEST_TESTS = 2064;
/** Maximum number of answered prompts and requests in the inbox. */
const MAX_ANSWERED = 200;

/** The rules of the workspace file, without their state. */
function rulesOfWorkspace({ items }: { readonly items: readonly (RuleState & object)[] }): { readonly id: string }[] {
  return items.filter(({ source }) => source === 'workspace').map((item) => withoutRuleState(item));
}

function isOfWorkspace(event: EmulatorEvent): boolean {
  return event.type === 'workspace';
}

function idOfAnswered(item: AnsweredItem): string {
  return 'prompt' in item ? item.prompt.id : item.request.iD;
}

function pendingChange<Item extends AnsweredItem>(item: Item): Change<Item> {
  return isPendingItem(item) ? { put: item } : { remove: idOfAnswered(item) };
}

function isPendingItem(item: AnsweredItem): boolean {
  return 'prompt' in item ? isPending(item.prompt) : item.request.status === 'pending';
}

/** Answered prompts and requests, from events: the server lists only pending ones. */
function answeredCollection(many: CollectionMaker['many']): Collection<AnsweredItem> {
  const answered: Collection<AnsweredItem> = many({
    key: 'answered',
    load: () => Promise.resolve(answered.items),
    keyOf: idOfAnswered,
    maxItems: MAX_ANSWERED,
    change: (event) => {
      if (event.type === 'reset') return 'clear';
      const isOfInbox = event.type === 'prompt' || event.type === 'request';
      return isOfInbox && !isPendingItem(event.row) ? { put: event.row } : undefined;
    },
  });
  return answered;
}
