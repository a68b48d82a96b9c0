import type { DefinitionWorld } from '../../authoring/context/world.ts';

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
