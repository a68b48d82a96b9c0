import type { DefinitionWorld } from '../../core/authoring/world.ts';

/** Settings refer to nothing. */
export const NOWHERE: DefinitionWorld = {
  tasks: [],
  runbooks: [],
  environments: [],
  resources: [],
  groups: [],
  users: [],
  apiKeys: [],
  actors: [],
};
