import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';

/** Settings refer to nothing. */
export const NO_DEFINITIONS: WorkspaceDefinitions = {
  tasks: [],
  runbooks: [],
  environments: [],
  resources: [],
  groups: [],
  users: [],
  apiKeys: [],
  actors: [],
};
