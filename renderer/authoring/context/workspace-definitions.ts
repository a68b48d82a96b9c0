import { useMemo } from 'react';
import type { ReferenceTarget } from '../../../shared/registry/collections.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import { requiredContext } from '../../ui/hooks.ts';
import { type AuthoredItems, type AuthoredState, type InfoItem, useAuthored, useInfo } from '../../core/data/hangar.ts';

/** All definitions of the workspace, to check references against. */
export interface WorkspaceDefinitions extends AuthoredItems {
  /** Actors that are not in `users`: the local user, API users. */
  readonly actors: InfoItem['actors'];
}

/** All definitions; undefined until all are loaded. */
export function useWorkspaceDefinitions(): Omit<AuthoredState, 'items'> & {
  readonly definitions: WorkspaceDefinitions | undefined;
} {
  const { items, ...state } = useAuthored();
  const actors = useInfo()?.actors;
  const definitions = useMemo(
    () => (items === undefined ? undefined : { ...items, actors: actors ?? [] }),
    [items, actors],
  );
  return { ...state, definitions };
}

/** Provides all definitions to the fields of an editor, which read them by `useDefinitions`. */
export const [DefinitionsProvider, useDefinitions] = requiredContext<WorkspaceDefinitions>('DefinitionsProvider');

/** All valid references, by what they refer to. */
export const knownReferences = memoizeByObject(
  (definitions: WorkspaceDefinitions): Readonly<Record<ReferenceTarget, ReadonlySet<string>>> => ({
    task: namesOf(definitions.tasks),
    runbook: namesOf(definitions.runbooks),
    resource: namesOf(definitions.resources),
    environment: namesOf(definitions.environments),
    group: namesOf(definitions.groups),
    user: new Set([
      ...definitions.users.flatMap(({ id, email }) => [id, email]),
      ...definitions.actors.map(({ id }) => id),
    ]),
  }),
);

function namesOf(items: readonly { readonly id: string; readonly slug: string }[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ id, slug }) => [id, slug]));
}
