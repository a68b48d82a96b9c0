import type { DefinitionWorld } from '../../core/authoring/definition-checks.ts';

/** Settings refer to nothing. */
export const NOWHERE: DefinitionWorld = {
  tasks: [],
  runbooks: [],
  environments: [],
  resources: [],
  groups: new Set(),
  users: new Set(),
};
