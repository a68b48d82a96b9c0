import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { Api, Server } from './api.ts';
import type { Collection } from './collection.ts';
import type { Commands } from './command-store.ts';
import type { Desktop } from './desktop.ts';
import type { Drafts } from './draft-store.ts';
import type { LiveEvents } from './live-events.ts';
import type { Preferences } from './preferences.ts';
import type { Workspace } from '../../shared/model/workspace.ts';
import type { CollectionName } from '../../shared/registry/collections.ts';

/** A definition of a collection, as the emulator answers it. */
export type Listed<Name extends CollectionName> = Workspace[Name][number] & { readonly id: string };
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

/** The context of a window: server access, data and user state. One per window or test. */
export interface Hangar extends Server {
  readonly live: LiveEvents;
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
  /** The latest requests, newest first. */
  readonly traffic: Collection<TrafficItem>;
  readonly info: Collection<InfoItem>;
  readonly workspace: Collection<WorkspaceItem>;
  readonly settings: Collection<SettingsItem>;
}

const HangarContext = createContext<Hangar | undefined>(undefined);

/** Provides the window's context to all components. */
export const HangarProvider = HangarContext.Provider;

/** The window's context. */
export function useHangar(): Hangar {
  const hangar = useContext(HangarContext);
  if (hangar === undefined) throw new Error('HangarProvider is missing around this component.');
  return hangar;
}

/** The typed client. */
export function useApi(): Api {
  return useHangar().api;
}
