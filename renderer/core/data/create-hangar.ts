import { createStore } from 'zustand/vanilla';
import type { FaultItem, RuleState } from '../../../shared/contract/emulator/rules.ts';
import { withoutRuleState } from '../../../shared/model/rule-state.ts';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { type Api, createServer, type Fetch } from './api.ts';
import { type Change, Collection } from './collection.ts';
import { createCommands } from '../stores/command-store.ts';
import { COUNT_DELAY, heldNumber } from './counts.ts';
import type { Desktop } from './desktop.ts';
import { createDrafts } from '../stores/draft-store.ts';
import type { AuthoredCollections, Collections, Hangar, SettingsItem, TrafficItem } from './hangar.ts';
import { LiveEvents } from './live-events.ts';
import { createPreferences } from '../stores/preferences.ts';
import { byCollection, isRuleList } from '../../../shared/registry/collections.ts';
import { inboxCollections } from './inbox-collections.ts';

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
    // Each collection has the items of its endpoint.
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
    ...inboxCollections(api, live),
    traffic: trafficCollection(api, live, settings),
    info: single(
      () => api.info(),
      (event) => (event.type === 'memory' ? 'reload' : onWorkspace(event)),
    ),
    settings,
    clock: single(
      () => api.clock.read(),
      (event) => (event.type === 'clock' ? { put: event.row } : undefined),
    ),
    held: heldCollection(api, live),
    faultItems: faultCollection(api, live),
    workspace: single(
      () => api.workspace(),
      (event) => (event.type === 'workspace' ? { put: event.status } : undefined),
    ),
  };
}

/** The rules of the workspace file, without their state. */
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

/** Numbers of held items. Counted again at most every `COUNT_DELAY`, since a release changes thousands of runs. */
function heldCollection(api: Api, live: LiveEvents): Collection<HeldCounts> {
  let isFirst = true;
  const held: Collection<HeldCounts> = new Collection(live, {
    load: async () => {
      if (!isFirst) await new Promise((resolve) => setTimeout(resolve, COUNT_DELAY));
      isFirst = false;
      return [await api.held.count()];
    },
    keyOf: () => 'only',
    change: ({ type }) => {
      // Only an import or a restore, which are resets, lets something be held.
      const isAny = held.store.getState().items.some((counts) => heldNumber(counts) > 0);
      return type === 'reset' || (isAny && ['run', 'session', 'request'].includes(type)) ? 'reload' : undefined;
    },
  });
  return held;
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
