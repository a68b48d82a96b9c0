import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';

/** Empty definitions, for the settings form: settings refer to no definition. */
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
