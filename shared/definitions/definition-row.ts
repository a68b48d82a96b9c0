import { z } from 'zod';

/** A definition that was found in a file, served or not. */
export const DefinitionRow = z.object({
  slug: z.string().describe('Slug; "" for a file that cannot be read'),
  file: z.string().describe('Path from the folder of the workspace file, or of the definitions'),
  line: z.int(),
  kind: z.string().describe('Kind, such as `node`; `view` for a view, `project` for the settings of a project'),
  notEmulated: z.array(z.string()).describe('What has no effect in Hangar, as sentences'),
  problem: z.string().optional().describe('Reason why it, or its newest version, is not served'),
});
export type DefinitionRow = z.output<typeof DefinitionRow>;
