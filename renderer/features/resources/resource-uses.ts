import { usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';

/** Something that refers to a resource: where it is, and under which alias. */
export interface ResourceUse {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly href: string;
}

/** The tasks bound to a resource, and the steps and blocks that give it to what they execute. */
export function usesOfResource(
  resource: { readonly id: string; readonly slug: string },
  definitions: WorkspaceDefinitions,
): readonly ResourceUse[] {
  return usagesOf('resource', resource, definitions).map(({ collection, id, title, paths: [path = []] }) => {
    const [top = ''] = path;
    return { id, name: title, alias: String(path.at(-1)), href: `/${collection}/${id}/${top}` };
  });
}
