import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { byCollection, COLLECTION_NAMES } from '../../shared/registry/collections.ts';
import { type Collection, type CollectionState, combinedStates } from './collection.ts';
import {
  type ApiKeyItem,
  type AuthoredItems,
  type Collections,
  type EnvironmentItem,
  type GroupItem,
  type InfoItem,
  type PromptItem,
  type ResourceItem,
  type RunbookItem,
  type SettingsItem,
  type TaskItem,
  type TrafficItem,
  useHangar,
  type UserItem,
  type WebhookItem,
  type WorkspaceItem,
} from './hangar.ts';
import type { Connection } from './live-events.ts';

/** A collection's state; loading begins with the first component that asks. */
export function useCollection<Item>(collection: Collection<Item>): CollectionState<Item> {
  useEffect(collection.start, [collection]);
  return useStore(collection.store);
}

function useCollectionNamed<Name extends keyof Collections>(name: Name) {
  return useHangar().collections[name];
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

/** The tasks, in the order of the workspace, as are all that is authored. */
export const useTasks = (): CollectionState<TaskItem> => useCollection(useCollectionNamed('tasks'));
/** The runbooks. */
export const useRunbooks = (): CollectionState<RunbookItem> => useCollection(useCollectionNamed('runbooks'));
/** The environments. */
export const useEnvironments = (): CollectionState<EnvironmentItem> =>
  useCollection(useCollectionNamed('environments'));
/** The users of the workspace; who else may act, `useInfo().actors` tells. */
export const useUsers = (): CollectionState<UserItem> => useCollection(useCollectionNamed('users'));
/** The groups. */
export const useGroups = (): CollectionState<GroupItem> => useCollection(useCollectionNamed('groups'));
/** The API keys of the workspace. */
export const useApiKeys = (): CollectionState<ApiKeyItem> => useCollection(useCollectionNamed('apiKeys'));
/** The resources, with their secrets. */
export const useResources = (): CollectionState<ResourceItem> => useCollection(useCollectionNamed('resources'));
/** Every webhook once for each environment, with its URL there. */
export const useWebhooks = (): CollectionState<WebhookItem> => useCollection(useCollectionNamed('webhooks'));
/** Pending prompts, oldest first. */
export const usePrompts = (): CollectionState<PromptItem> => useCollection(useCollectionNamed('prompts'));
/** The latest requests, newest first: those that are known, which suffices for what is recent. */
export const useTraffic = (): CollectionState<TrafficItem> => useCollection(useCollectionNamed('traffic'));

/** All requests that are kept, newest first. */
export function useAllTraffic(): CollectionState<TrafficItem> {
  const { traffic } = useHangar().collections;
  useEffect(traffic.startLoadingAll, [traffic]);
  return useStore(traffic.store);
}

/** What Hangar is; undefined until it is known. */
export function useInfo(): InfoItem | undefined {
  return useCollection(useCollectionNamed('info')).items[0];
}

/** How the workspace file stands; undefined until it is known. */
export function useWorkspaceStatus(): WorkspaceItem | undefined {
  return useCollection(useCollectionNamed('workspace')).items[0];
}

/** The settings; undefined until they are known. */
export function useSettings(): SettingsItem | undefined {
  return useCollection(useCollectionNamed('settings')).items[0];
}

/** The environment used when none is named. */
export function useDefaultEnvironment(): EnvironmentItem | undefined {
  const { items } = useEnvironments();
  return items.find((item) => item.default) ?? items[0];
}

/** How the window stands with the server. */
export function useConnection(): Connection {
  return useStore(useHangar().live.connection, ({ connection }) => connection);
}

/** The name of who did something, by their ID; the ID itself when unknown. */
export function useActorName(): (id: string | null) => string {
  const actors = useInfo()?.actors ?? [];
  return (id) => actors.find((actor) => actor.id === id)?.name ?? id ?? '';
}
