import { z } from 'zod';
import { applyOverride } from '../http/openapi-schemas.ts';
import { Workspace } from './workspace.ts';

/** The JSON Schema (draft 7, which all editors know) of the authored workspace file. */
export function workspaceJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(Workspace, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: applyOverride,
  });
  return { $schema, title: 'Workspace of Hangar', ...schema };
}
