import { useMemo } from 'react';
import type { ReferenceTarget } from '../../../shared/registry/collections.ts';
import { useAuthored, useInfo } from '../../core/data.ts';
import type { AuthoredItems } from '../../core/hangar.ts';

/** All that is authored: what there is for a definition to refer to, and what may refer to it. */
export interface WorkspaceDefinitions extends AuthoredItems {
  /** Whoever may be named by ID without being a user of the list: the local user, API users. */
  readonly actors: readonly { readonly id: string }[];
}

/** All that is authored; undefined until all of it is known. */
export function useWorkspaceDefinitions(): WorkspaceDefinitions | undefined {
  const authored = useAuthored();
  const actors = useInfo()?.actors;
  return useMemo(
    () => (authored === undefined ? undefined : { ...authored, actors: actors ?? [] }),
    [authored, actors],
  );
}

/** Every text that names something, by what it names. */
export function knownReferences(
  definitions: WorkspaceDefinitions,
): Readonly<Record<ReferenceTarget, ReadonlySet<string>>> {
  const names = (items: readonly { readonly id: string; readonly slug: string }[]) =>
    new Set(items.flatMap(({ id, slug }) => [id, slug]));
  return {
    task: names(definitions.tasks),
    resource: names(definitions.resources),
    environment: names(definitions.environments),
    group: names(definitions.groups),
    user: new Set([
      ...definitions.users.flatMap(({ id, email }) => [id, email]),
      ...definitions.actors.map(({ id }) => id),
    ]),
  };
}
