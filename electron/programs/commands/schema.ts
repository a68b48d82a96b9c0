import { workspaceJsonSchema } from '../../../shared/model/workspace-json-schema.ts';
import { jsonText } from '../output/terminal-text.ts';
import type { Handler } from './command.ts';

/** Prints the JSON Schema of the workspace file of this version. */
export const schema: Handler = ({ out }) => {
  const value = workspaceJsonSchema();
  out.show(value, jsonText(value));
  return Promise.resolve(undefined);
};
