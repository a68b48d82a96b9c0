import { createStore } from 'zustand/vanilla';
import type { FaultItem, RuleState } from '../../shared/contract/emulator/rules.ts';
import { withoutRuleState } from '../../shared/model/rule-state.ts';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { type Api, createServer, type Fetch } from './api.ts';
import { type Change, Collection } from './collection.ts';
import { createCommands } from './command-store.ts';
import type { Desktop } from './desktop.ts';
import { createDrafts } from './draft-store.ts';
import type {
  AuthoredCollections,
  Collections,
  Hangar,
  AnsweredItem,
  PromptItem,
  RequestItem,
  SettingsItem,
  TrafficItem,
} from './hangar.ts';
import { LiveEvents } from './live-events.ts';
import { createPreferences } from './preferences.ts';
import { byCollection, isRuleList } from '../../shared/registry/collections.ts';
import { isPending } from '../../shared/model/prompt-state.ts';

/** Makes the context of a window from its `fetch`. */
export function createHangar(fetch: Fetch, desktop: Desktop, storage: Storage): Hangar {
  const access = createStore(() => ({ tokenNeeded: false }));
  const server = createServer(fetch, () => access.setState({ tokenNeeded: true }));
  const live = new LiveEvents(server.stream);
  return {
    ...server,
    live,
    desktop,
    access,
    commands: createCommands(),
    drafts: createDrafts(storage),
    preferences: createPreferences(storage),
    collections: createCollections(server.api, live),
  };
}

function createCollections(api: Api, live: LiveEvents): Collections {
  const { definitions } = api;
  const authored = byCollection<unknown>(
    (name) =>
      new Collection<{ readonly id: string }>(live, {
        load: async () =>
          isRuleList(name) ? rulesOfWorkspace(await api[name].list()) : (await definitions[name].list()).items,
        keyOf: ({ id }) => id,
        change: onWorkspace,
      }),
    // Each collection holds the items of its own endpoint.
  ) as AuthoredCollections;
  const single = <Item>(load: () => Promise<Item>, change: (event: EmulatorEvent) => Change<Item>) =>
    new Collection<Item>(live, { load: async () => [await load()], keyOf: () => 'only', change });
  const settings = single(() => api.settings.get(), onWorkspace);
  return {
    ...authored,
    webhooks: new Collection(live, {
      load: async () => (await api.webhooks.list()).webhooks,
      keyOf: ({ url }) => url,
      change: onWorkspace,
    }),
    prompts: promptCollection(api, live),
    requests: requestCollection(api, live),
    answered: answeredCollection(live),
    traffic: trafficCollection(api, live, settings),
    info: single(() => api.info(), onWorkspace),
    settings,
    clock: single(
      () => api.clock.read(),
      (event) => (event.type === 'clock' ? { put: event.row } : undefined),
    ),
    faultItems: faultCollection(api, live),
    workspace: single(
      () => api.workspace(),
      (event) => (event.type === 'workspace' ? { put: event.status } : undefined),
    ),
  };
}

/** The rules that stand in the workspace file, without their state. */
function rulesOfWorkspace({ items }: { readonly items: readonly (RuleState & object)[] }): { readonly id: string }[] {
  return items.filter(({ source }) => source === 'workspace').map((item) => withoutRuleState(item));
}

function onWorkspace(event: EmulatorEvent): 'reload' | undefined {
  return event.type === 'workspace' ? 'reload' : undefined;
}

function faultCollection(api: Api, live: LiveEvents): Collection<FaultItem> {
  return new Collection(live, {
    load: async () => (await api.faults.list()).items,
    keyOf: ({ id }) => id,
    change: (event) => {
      if (event.type === 'fault') return { put: event.row };
      const isChanged = event.type === 'rules' && event.list === 'faults';
      return isChanged || event.type === 'reset' ? 'reload' : onWorkspace(event);
    },
  });
}

function promptCollection(api: Api, live: LiveEvents): Collection<PromptItem> {
  return new Collection(live, {
    load: async () => (await api.prompts.list()).prompts,
    keyOf: ({ prompt }) => prompt.id,
    change: (event) => {
      if (event.type !== 'prompt') return undefined;
      const { prompt } = event.row;
      return isPending(prompt) ? { put: event.row } : { remove: prompt.id };
    },
  });
}

function requestCollection(api: Api, live: LiveEvents): Collection<RequestItem> {
  return new Collection(live, {
    load: async () => (await api.requests.list()).requests,
    keyOf: ({ request }) => request.iD,
    change: (event) => {
      if (event.type !== 'request') return undefined;
      const { request } = event.row;
      return request.status === 'pending' ? { put: event.row } : { remove: request.iD };
    },
  });
}

/** Maximum number of answered prompts and requests that the inbox shows. */
const MAX_ANSWERED = 200;

/** The server lists what is pending only, so the answered prompts and requests are those of events. */
function answeredCollection(live: LiveEvents): Collection<AnsweredItem> {
  const collection: Collection<AnsweredItem> = new Collection(live, {
    load: () => Promise.resolve(collection.store.getState().items),
    keyOf: (item) => ('prompt' in item ? item.prompt.id : item.request.iD),
    newest: 'first',
    maxItems: () => MAX_ANSWERED,
    change: (event) => {
      if (event.type === 'reset') return 'clear';
      const isAnswered =
        (event.type === 'prompt' && !isPending(event.row.prompt)) ||
        (event.type === 'request' && event.row.request.status !== 'pending');
      return isAnswered ? { put: event.row } : undefined;
    },
  });
  return collection;
}

/** Number of requests loaded at once. A larger page would block server and window. */
const TRAFFIC_PAGE_SIZE = 1000;

function trafficCollection(api: Api, live: LiveEvents, settings: Collection<SettingsItem>): Collection<TrafficItem> {
  const maxEntries = () => settings.store.getState().items[0]?.trafficEntries ?? TRAFFIC_PAGE_SIZE;
  const load = async (before: string) =>
    (await api.traffic.list({ query: { limit: String(TRAFFIC_PAGE_SIZE), before } })).entries;
  return new Collection(live, {
    load: async () => {
      // The limit must be known first, or later pages would be missing.
      await settings.whenLoaded();
      return load('');
    },
    loadMore: ({ id }) => load(id),
    keyOf: ({ id }) => id,
    newest: 'first',
    // The server keeps no more.
    maxItems: maxEntries,
    change: (event) => {
      if (event.type === 'trafficCleared') return 'clear';
      return event.type === 'traffic' ? { put: event.row } : undefined;
    },
  });
}
