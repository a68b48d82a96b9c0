import { type QueryClient, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { ClockRow } from '../../../shared/contract/emulator/clock.ts';
import type { HeldRequest } from '../../../shared/contract/emulator/held-requests.ts';
import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import type { TestRow } from '../../../shared/contract/emulator/tests.ts';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import type { UndoRow } from '../../../shared/contract/emulator/undo.ts';
import type { Api, Server } from './api.ts';
import type { Collection, CollectionState } from './collection.ts';
import { messageOf } from './action.ts';
import type { Commands } from '../stores/command-store.ts';
import type { Desktop } from './desktop.ts';
import type { Drafts } from '../stores/draft-store.ts';
import type { Connection, LiveEvents } from './live-events.ts';
import { liveOptions, type LiveSource, type Query, stateOf } from './queries.ts';
import type { Preferences } from '../stores/preferences.ts';
import type { Workspace } from '../../../shared/model/workspace.ts';
import { byCollection, COLLECTION_NAMES, type CollectionName } from '../../../shared/registry/collections.ts';
import { requiredContext } from '../../ui/hooks.ts';
import { whenIdle } from '../../ui/deferred-code.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';

/** A definition of a collection, from the server. */
type Listed<Name extends CollectionName> = Workspace[Name][number] & {
  readonly id: string;
  /** Place in a definition file, where it is edited. */
  readonly source?: { readonly file: string; readonly line: number } | undefined;
};
export type TaskItem = Listed<'tasks'>;
export type RunbookItem = Listed<'runbooks'>;
export type EnvironmentItem = Listed<'environments'>;
export type UserItem = Listed<'users'>;
export type GroupItem = Listed<'groups'>;
export type ApiKeyItem = Listed<'apiKeys'>;
export type ResourceItem = Listed<'resources'>;
export type PromptItem = Awaited<ReturnType<Api['prompts']['list']>>['prompts'][number];
export type RequestItem = Awaited<ReturnType<Api['requests']['list']>>['requests'][number];
/** An answered prompt or request for approval. */
export type AnsweredItem = PromptItem | RequestItem;
export type TrafficItem = Awaited<ReturnType<Api['traffic']['list']>>['entries'][number];
/** A request with its bodies, and what it was refused for. */
export type RequestEntry = Awaited<ReturnType<Api['traffic']['get']>>;
export type WebhookItem = Awaited<ReturnType<Api['webhooks']['list']>>['webhooks'][number];
export type InfoItem = Awaited<ReturnType<Api['info']>>;
type WorkspaceItem = Awaited<ReturnType<Api['workspace']>>;
export type SettingsItem = Awaited<ReturnType<Api['settings']['get']>>;

/** The context of a window: server access, data and user state. One per window or test. */
export interface Hangar extends Server {
  readonly live: LiveEvents;
  /** The cache of the server's data. */
  readonly queries: QueryClient;
  readonly desktop: Desktop;
  readonly commands: Commands;
  readonly drafts: Drafts;
  readonly preferences: Preferences;
  /** True while `/_emulator` requires the admin token. */
  readonly access: StoreApi<{ tokenNeeded: boolean }>;
  readonly collections: Collections;
}

/** The definitions of the workspace, by collection. */
export type AuthoredItems = { readonly [Name in CollectionName]: readonly Listed<Name>[] };

/** The collections of the workspace, by name. */
export type AuthoredCollections = { readonly [Name in CollectionName]: Collection<Listed<Name>> };

/** The live collections. Those with one item hold the response of an endpoint. */
export interface Collections extends AuthoredCollections {
  readonly webhooks: Collection<WebhookItem>;
  /** Pending prompts, oldest first. */
  readonly prompts: Collection<PromptItem>;
  /** Pending requests for approval, oldest first. */
  readonly requests: Collection<RequestItem>;
  /** Prompts and requests answered while the window was open, newest first. */
  readonly answered: Collection<AnsweredItem>;
  /** The latest requests, newest first. */
  readonly traffic: Collection<TrafficItem>;
  readonly info: Collection<InfoItem>;
  readonly workspace: Collection<WorkspaceItem>;
  readonly settings: Collection<SettingsItem>;
  readonly clock: Collection<ClockRow>;
  readonly held: Collection<HeldCounts>;
  /** Requests that faults hold, oldest first. */
  readonly heldRequests: Collection<HeldRequest>;
  /** The tests of suites, newest first. */
  readonly tests: Collection<TestRow>;
  /** All faults, of the workspace file and made at runtime, with their counters. */
  readonly faultItems: Collection<FaultItem>;
  /** The last things that can be undone, newest first. */
  readonly undo: Collection<UndoRow>;
}

/** Provides the window's context to all components, which read it by `useHangar`. */
export const [HangarProvider, useHangar] = requiredContext<Hangar>('HangarProvider');

/** The typed client. */
export function useApi(): Api {
  return useHangar().api;
}

/** Data of the server, live. Data of the same key stay visible while they are loaded again. */
export function useLive<Data>(source: LiveSource<Data>): Query<Data> {
  const { live, queries } = useHangar();
  return stateOf(useQuery(liveOptions(live, source), queries));
}

/** A collection's state. The first component that uses it starts loading. */
export function useCollection<Item>(collection: Collection<Item>): CollectionState<Item> {
  const { data, error, reload } = useLive(collection.source);
  return { items: data ?? NO_ITEMS, loaded: data !== undefined, error, reload };
}

const NO_ITEMS: readonly never[] = [];

function collectionHook<Item>(select: (all: Collections) => Collection<Item>): () => CollectionState<Item> {
  return () => useCollection(select(useHangar().collections));
}

/** The definitions of every authored collection, in the order of the workspace. */
export interface AuthoredState {
  /** Undefined until all are loaded. */
  readonly items: AuthoredItems | undefined;
  /** The reason that some could not be loaded; '' for none. */
  readonly error: string;
  /** Loads those again. */
  readonly reload: () => void;
}

/** The definitions of every authored collection, live. */
export function useAuthored(): AuthoredState {
  const { collections, live, queries } = useHangar();
  return useQueries(
    {
      queries: COLLECTION_NAMES.map((name) => liveOptions<unknown>(live, collections[name].source)),
      combine: authoredState,
    },
    queries,
  );
}

function authoredState(known: readonly UseQueryResult[]): AuthoredState {
  const missing = known.filter(({ data }) => data === undefined);
  const failure = missing.find(({ error }) => error !== null)?.error;
  return {
    items:
      missing.length === 0
        ? // The results are in the order of the collections.
          (byCollection((name) => known[COLLECTION_NAMES.indexOf(name)]?.data) as AuthoredItems)
        : undefined,
    error: failure === undefined ? '' : messageOf(failure),
    reload: () => missing.forEach(({ refetch }) => void refetch()),
  };
}

/** Loads every authored collection once the browser is idle, for an editor that may be opened next. */
export function usePrefetchAuthored(): void {
  const { collections } = useHangar();
  useEffect(
    () =>
      // The editor shows errors.
      whenIdle(() => COLLECTION_NAMES.forEach((name) => void collections[name].load().catch(() => undefined))),
    [collections],
  );
}

/** The tasks, in the order of the workspace. */
export const useTasks = collectionHook((all) => all.tasks);
/** The runbooks. */
export const useRunbooks = collectionHook((all) => all.runbooks);
/** The environments. */
export const useEnvironments = collectionHook((all) => all.environments);
/** The users of the workspace. Other actors are in `useInfo().actors`. */
export const useUsers = collectionHook((all) => all.users);
/** The groups. */
export const useGroups = collectionHook((all) => all.groups);
/** The API keys of the workspace. */
export const useApiKeys = collectionHook((all) => all.apiKeys);
/** The resources, with their secrets. */
export const useResources = collectionHook((all) => all.resources);
/** Each webhook once per environment, with its URL. */
export const useWebhooks = collectionHook((all) => all.webhooks);
/** The pending prompts, oldest first. */
export const usePrompts = collectionHook((all) => all.prompts);
/** The pending requests for approval, oldest first. */
export const useRequests = collectionHook((all) => all.requests);
/** The prompts and requests answered while the window was open, newest first. */
export const useAnswered = collectionHook((all) => all.answered);
/** The requests that faults hold, oldest first. */
export const useHeldRequests = collectionHook((all) => all.heldRequests);
/** The tests of suites, newest first. */
export const useTests = collectionHook((all) => all.tests);
/** The last things that can be undone, newest first. */
export const useUndoList = collectionHook((all) => all.undo);
/** The latest requests, newest first. */
export const useTraffic = collectionHook((all) => all.traffic);

/** A part of the latest requests; undefined until they are loaded. Only its changes draw the component again. */
export function useTrafficPart<Part>(select: (items: readonly TrafficItem[]) => Part): Part | undefined {
  const { collections, live, queries } = useHangar();
  return useQuery({ ...liveOptions(live, collections.traffic.source), select }, queries).data;
}

const useInfoState = collectionHook((all) => all.info);
const useWorkspaceState = collectionHook((all) => all.workspace);
const useSettingsState = collectionHook((all) => all.settings);
const useClockState = collectionHook((all) => all.clock);
const useHeldState = collectionHook((all) => all.held);
/** The server's information; undefined until it is loaded. */
export const useInfo = (): InfoItem | undefined => useInfoState().items[0];
/** The state of the workspace file; undefined until it is loaded. */
export const useWorkspaceStatus = (): WorkspaceItem | undefined => useWorkspaceState().items[0];
/** The settings; undefined until they are loaded. */
export const useSettings = (): SettingsItem | undefined => useSettingsState().items[0];

/** Numbers of held items; undefined until they are loaded. */
export const useHeld = (): HeldCounts | undefined => useHeldState().items[0];

/** The emulated clock as it was last changed; undefined until it is loaded. */
export const useClock = (): ClockRow | undefined => useClockState().items[0];

/** The default environment. */
export function useDefaultEnvironment(): EnvironmentItem | undefined {
  const { items } = useEnvironments();
  return items.find((item) => item.default) ?? items[0];
}

/** The state of the connection. */
export function useConnection(): Connection {
  return useStore(useHangar().live.connection, ({ connection }) => connection);
}

/** Returns a function that gives an actor's name by ID; the ID itself when unknown. */
export function useActorName(): (id: string | null) => string {
  const info = useInfo();
  // An ID in its place would be longer than most names, and break lines until the names are there.
  if (info === undefined) return (id) => (id === null ? '' : '…');
  return (id) => stripBidiControls(info.actors.find((actor) => actor.id === id)?.name ?? id ?? '');
}

/** A response that is loaded when `key` changes and soon after an event that `concerns` it. */
export function useLiveQuery<Data>(
  key: string,
  load: () => Promise<Data>,
  concerns?: (event: EmulatorEvent) => boolean,
  interval?: number,
): Query<Data> {
  return useLive({ key, load, concerns, interval });
}
