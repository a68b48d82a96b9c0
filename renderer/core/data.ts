import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { byCollection, COLLECTION_NAMES } from '../../shared/registry/collections.ts';
import { type Collection, type CollectionState, combinedStates } from './collection.ts';
import {
  type AuthoredItems,
  type Collections,
  type EnvironmentItem,
  type InfoItem,
  type SettingsItem,
  type TrafficItem,
  useHangar,
  type WorkspaceItem,
} from './hangar.ts';
import type { Connection } from './live-events.ts';

/** A collection's state. The first component that uses it starts loading. */
export function useCollection<Item>(collection: Collection<Item>): CollectionState<Item> {
  useEffect(collection.start, [collection]);
  return useStore(collection.store);
}

function collectionHook<Item>(select: (all: Collections) => Collection<Item>): () => CollectionState<Item> {
  return () => useCollection(select(useHangar().collections));
}

/** The definitions of every authored collection, in the order of the workspace; undefined until all are loaded. */
export function useAuthored(): AuthoredItems | undefined {
  const { collections } = useHangar();
  const states = useMemo(
    () => combinedStates<CollectionState<unknown>>(COLLECTION_NAMES.map((name) => collections[name].store)),
    [collections],
  );
  useEffect(() => COLLECTION_NAMES.forEach((name) => collections[name].start()), [collections]);
  const known = useSyncExternalStore(states.subscribe, states.get);
  return useMemo(
    () =>
      known.every(({ loaded }) => loaded)
        ? // Each state is that of the collection at its place.
          (byCollection((name) => known[COLLECTION_NAMES.indexOf(name)]?.items ?? []) as unknown as AuthoredItems)
        : undefined,
    [known],
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
/** The latest requests, newest first; only the loaded ones. */
export const useTraffic = collectionHook((all) => all.traffic);

/** All requests in the log, newest first. */
export function useAllTraffic(): CollectionState<TrafficItem> {
  const { traffic } = useHangar().collections;
  useEffect(traffic.startLoadingAll, [traffic]);
  return useStore(traffic.store);
}

const useInfoState = collectionHook((all) => all.info);
const useWorkspaceState = collectionHook((all) => all.workspace);
const useSettingsState = collectionHook((all) => all.settings);
/** The server's information; undefined until it is loaded. */
export const useInfo = (): InfoItem | undefined => useInfoState().items[0];
/** The state of the workspace file; undefined until it is loaded. */
export const useWorkspaceStatus = (): WorkspaceItem | undefined => useWorkspaceState().items[0];
/** The settings; undefined until they are loaded. */
export const useSettings = (): SettingsItem | undefined => useSettingsState().items[0];

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
  const actors = useInfo()?.actors ?? [];
  return (id) => actors.find((actor) => actor.id === id)?.name ?? id ?? '';
}
