import { createContext, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EmulatorContract } from '../../shared/contract/emulator/index.ts';
import type { EmulatorEvent } from '../../shared/contract/events.ts';
import type { AnswerRead } from '../../shared/http/endpoint.ts';
import { type Api, createServer, type Fetch, type Server } from './api.ts';
import { type Change, Collection } from './collection.ts';
import { createCommands, type Commands } from './command-store.ts';
import type { Desktop } from './desktop.ts';
import { createDrafts, type Drafts } from './draft-store.ts';
import { Live } from './live.ts';
import { createPreferences, type Preferences } from './preferences.ts';

type Listed<Name extends keyof EmulatorContract['definitions']> = AnswerRead<
  EmulatorContract['definitions'][Name]['get']
>;
export type TaskItem = Listed<'tasks'>;
export type RunbookItem = Listed<'runbooks'>;
export type EnvironmentItem = Listed<'environments'>;
export type UserItem = Listed<'users'>;
export type GroupItem = Listed<'groups'>;
export type ApiKeyItem = Listed<'apiKeys'>;
export type ResourceItem = Listed<'resources'>;
export type PromptItem = Awaited<ReturnType<Api['prompts']['list']>>['prompts'][number];
export type TrafficItem = Awaited<ReturnType<Api['traffic']['list']>>['entries'][number];
export type WebhookItem = Awaited<ReturnType<Api['webhooks']['list']>>['webhooks'][number];
export type InfoItem = Awaited<ReturnType<Api['info']>>;
export type WorkspaceItem = Awaited<ReturnType<Api['workspace']>>;
export type SettingsItem = Awaited<ReturnType<Api['settings']['get']>>;

/** The window's whole world: the server, what is known of it, and what the person is doing. One per window (or test). */
export interface Hangar extends Server {
  readonly live: Live;
  readonly desktop: Desktop;
  readonly commands: Commands;
  readonly drafts: Drafts;
  readonly preferences: Preferences;
  /** True while Hangar's own side wants the admin token. */
  readonly access: StoreApi<{ tokenNeeded: boolean }>;
  readonly collections: Collections;
}

/** What is kept loaded and up to date. Those of one item hold the whole answer of an endpoint. */
export interface Collections {
  readonly tasks: Collection<TaskItem>;
  readonly runbooks: Collection<RunbookItem>;
  readonly environments: Collection<EnvironmentItem>;
  readonly users: Collection<UserItem>;
  readonly groups: Collection<GroupItem>;
  readonly apiKeys: Collection<ApiKeyItem>;
  readonly resources: Collection<ResourceItem>;
  readonly webhooks: Collection<WebhookItem>;
  /** Pending prompts, oldest first. */
  readonly prompts: Collection<PromptItem>;
  /** The latest requests, newest first. */
  readonly traffic: Collection<TrafficItem>;
  readonly info: Collection<InfoItem>;
  readonly workspace: Collection<WorkspaceItem>;
  readonly settings: Collection<SettingsItem>;
}

/** Makes the world of a window that talks to a server through `fetch`. */
export function createHangar(fetch: Fetch, desktop: Desktop, storage: Storage): Hangar {
  const access = createStore(() => ({ tokenNeeded: false }));
  const server = createServer(fetch, () => access.setState({ tokenNeeded: true }));
  const live = new Live(server.stream);
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

function createCollections(api: Api, live: Live): Collections {
  const authored = <Item extends { readonly id: string }>(load: () => Promise<{ items: Item[] }>) =>
    new Collection<Item>(live, {
      load: async () => (await load()).items,
      keyOf: ({ id }) => id,
      change: onWorkspace,
    });
  const single = <Item>(load: () => Promise<Item>, change: (event: EmulatorEvent) => Change<Item>) =>
    new Collection<Item>(live, { load: async () => [await load()], keyOf: () => 'only', change });
  const { definitions } = api;
  const settings = single(() => api.settings.get(), onWorkspace);
  return {
    tasks: authored(() => definitions.tasks.list()),
    runbooks: authored(() => definitions.runbooks.list()),
    environments: authored(() => definitions.environments.list()),
    users: authored(() => definitions.users.list()),
    groups: authored(() => definitions.groups.list()),
    apiKeys: authored(() => definitions.apiKeys.list()),
    resources: authored(() => definitions.resources.list()),
    webhooks: new Collection(live, {
      load: async () => (await api.webhooks.list()).webhooks,
      keyOf: ({ url }) => url,
      change: onWorkspace,
    }),
    prompts: promptCollection(api, live),
    traffic: trafficCollection(api, live, settings),
    info: single(() => api.info(), onWorkspace),
    settings,
    workspace: single(
      () => api.workspace(),
      (event) => (event.type === 'workspace' ? { put: event.status } : undefined),
    ),
  };
}

function onWorkspace(event: EmulatorEvent): 'reload' | undefined {
  return event.type === 'workspace' ? 'reload' : undefined;
}

function promptCollection(api: Api, live: Live): Collection<PromptItem> {
  return new Collection(live, {
    load: async () => (await api.prompts.list()).prompts,
    keyOf: ({ prompt }) => prompt.id,
    change: (event) => {
      if (event.type !== 'prompt') return undefined;
      const { prompt } = event.row;
      const isPending = prompt.submittedAt === null && prompt.cancelledAt === null;
      return isPending ? { put: event.row } : { remove: prompt.id };
    },
  });
}

/** How many requests are asked for at once, so that neither side is ever busy with them for long. */
const TRAFFIC_PIECE = 1000;

function trafficCollection(api: Api, live: Live, settings: Collection<SettingsItem>): Collection<TrafficItem> {
  const kept = () => settings.store.getState().items[0]?.trafficEntries ?? TRAFFIC_PIECE;
  const load = async (before: string) =>
    (await api.traffic.list({ query: { limit: String(TRAFFIC_PIECE), before } })).entries;
  return new Collection(live, {
    load: async () => {
      settings.start();
      // How much is kept must be known first, or the rest would be missing until the next load.
      if (!settings.store.getState().loaded) await settings.reload();
      return load('');
    },
    loadMore: ({ id }) => load(id),
    keyOf: ({ id }) => id,
    newest: 'first',
    // What the server has forgotten cannot be opened.
    most: kept,
    change: (event) => {
      if (event.type === 'trafficCleared') return 'clear';
      return event.type === 'traffic' ? { put: event.row } : undefined;
    },
  });
}

const HangarContext = createContext<Hangar | undefined>(undefined);

/** Gives the window's world to everything inside. */
export const HangarProvider = HangarContext.Provider;

/** The window's world. */
export function useHangar(): Hangar {
  const hangar = useContext(HangarContext);
  if (hangar === undefined) throw new Error('HangarProvider is missing around this component.');
  return hangar;
}

/** The typed client. */
export function useApi(): Api {
  return useHangar().api;
}
