import { referencesIn } from '../../../shared/model/references.ts';
import type { DefinitionWorld } from '../../core/authoring/world.ts';

/** Something that refers to a resource: where it is, and under which alias. */
export interface ResourceUse {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly href: string;
}

type Named = { readonly id: string; readonly slug: string };

/** The tasks bound to a resource, and the steps and blocks that give it to what they execute. */
export function usesOfResource(
  { id, slug }: Named,
  { tasks, runbooks }: Pick<DefinitionWorld, 'tasks' | 'runbooks'>,
): readonly ResourceUse[] {
  const use = (collection: 'tasks' | 'runbooks', user: Named & { name?: string | undefined }): ResourceUse[] => {
    const found = referencesIn(collection, user).find(
      ({ what, name }) => what === 'resource' && (name === slug || name === id),
    );
    if (found === undefined) return [];
    const [top = '', alias] = [found.path[0], found.path.at(-1)];
    return [
      { id: user.id, name: user.name ?? user.slug, alias: String(alias), href: `/${collection}/${user.id}/${top}` },
    ];
  };
  return [...tasks.flatMap((task) => use('tasks', task)), ...runbooks.flatMap((runbook) => use('runbooks', runbook))];
}
