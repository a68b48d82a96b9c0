import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { byCollection } from '../../../shared/registry/collections.ts';

/** Empty definitions, for the settings form: settings refer to no definition. */
export const NO_DEFINITIONS: WorkspaceDefinitions = {
  ...byCollection(() => []),
  actors: [],
};
