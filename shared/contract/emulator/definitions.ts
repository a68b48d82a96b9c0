import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { Id } from '../../values/identifier.ts';
import { list } from '../../values/limited.ts';
import { COUNTS } from '../../values/limits.ts';
import { type ItemSchemas, oneItem } from './one-item.ts';
import { DEFINITIONS, Settings } from '../../model/workspace.ts';
import {
  byDefinition,
  COLLECTION_NAMES,
  type CollectionName,
  COLLECTIONS,
  type DefinitionName,
} from '../../registry/collections.ts';

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

const KEY = 'ID, or the slug if it has one';
const Key = z.object({ id: z.string().describe(KEY) });

/** The place of a definition in a file. */
export const DefinitionSource = z.object({
  file: z.string().describe('Path from the folder of the workspace file, or of the definitions'),
  line: z.int(),
});
export type DefinitionSource = z.output<typeof DefinitionSource>;

/** Maximum length and depth of the path of a sent file. */
const MOST_PATH = { characters: 1000, levels: 40 };

/** True for a path that stays in its folder on every system. */
function isPathInside(path: string): boolean {
  const steps = path.split('/');
  return steps.length <= MOST_PATH.levels && steps.every((step) => PATH_STEP.test(step));
}

// Without backslashes, colons and control characters, and no dot or space at the end, which Windows takes off: `.. ` would be `..`.
const PATH_STEP = /^[^\\:\p{Cc}]{0,199}[^\\:\p{Cc}. ]$/u;

/** Files of a folder with definitions, as a client sends them. */
export const SentDefinitions = z.strictObject({
  files: list(
    z.strictObject({
      path: z
        .string()
        .max(MOST_PATH.characters)
        .refine(isPathInside, `must be a path inside of a folder, with slashes, of at most ${MOST_PATH.levels} levels`),
      text: z.string().describe('Its text; of code, the beginning is enough, since nothing is executed'),
    }),
    COUNTS.names,
  ).min(1),
  folder: z
    .string()
    .max(4096)
    .default('')
    .describe('Folder that the files lie in, where runs find their code; from that of the workspace file, or absolute'),
});
export type SentDefinitions = z.output<typeof SentDefinitions>;

/** Everything that was found in sent definition files. */
const ImportedDefinitions = z.object({
  items: z.array(DefinitionRow),
  added: z.array(z.string()).describe('Slugs of the tasks that the workspace gets'),
  present: z.array(z.string()).describe('Slugs that it has already: these tasks stay as they are'),
  leftOut: z.array(z.string()).describe('Sentences about what cannot be taken, such as code'),
  sdk: z.string().describe('The setting `sdk` that the workspace gets; "" when it has one, or none was found'),
  folder: z.string().describe('Absolute folder in which runs look for code'),
  missing: z.array(z.string()).describe('Files and folders of the added tasks that are not there'),
});

/** Definitions in files of a repository, and what Hangar makes of them. */
export const definitionFiles = {
  list: emulator.get('/_emulator/definitions', 'List everything that was found in definition files', {
    response: z.object({ items: z.array(DefinitionRow) }),
  }),
  place: emulator.get('/_emulator/definitions/place', 'Find a definition file on this machine', {
    query: z.object({ file: z.string().max(4096).describe('The file as `source` names it') }),
    response: z.object({ path: z.string().describe('Absolute path') }),
    errors: ['invalid_request', 'not_found'],
  }),
  code: emulator.get('/_emulator/definitions/code', 'Read a file with code of a task, such as its script', {
    query: z.object({
      task: z.string().describe('ID or slug'),
      file: z.string().max(4096).describe('The file as failures and logs name it'),
    }),
    response: z.object({ path: z.string().describe('Absolute path'), text: z.string() }),
    errors: ['invalid_request', 'not_found'],
  }),
  import: emulator.post(
    '/_emulator/definitions/import',
    'Copy the tasks of definition files into the workspace; nothing is executed',
    {
      body: SentDefinitions.extend({
        preview: z.boolean().default(false).describe('Only says what would come'),
      }),
      response: ImportedDefinitions,
      errors: ['invalid_request', 'conflict'],
    },
  ),
};

/** The endpoints that read one collection of the workspace. */
function reading<const Path extends string, Item extends z.ZodType>(path: Path, noun: string, Item: Item) {
  return {
    list: emulator.get(`/_emulator/${path}`, `List every ${noun}`, { response: z.object({ items: z.array(Item) }) }),
    get: emulator.get(`/_emulator/${path}/{id}`, `Read one ${noun}`, {
      params: Key,
      response: Item,
      errors: ['not_found'],
    }),
  };
}

/** The endpoints that change one collection of the workspace. */
function changing<const Path extends string, Body extends z.ZodType, Item extends z.ZodType>(
  path: Path,
  noun: string,
  { Body, Item }: ItemSchemas<Body, Item>,
) {
  return {
    create: emulator.post(`/_emulator/${path}`, `Create one ${noun}`, {
      query: z.object({
        before: z
          .string()
          .optional()
          .describe('ID of the definition to insert it before; at the end for an unknown ID'),
      }),
      body: Body,
      response: Item,
      errors: ['invalid_request', 'conflict'],
    }),
    ...oneItem({ path, noun, key: KEY }, { Body, Item }),
  };
}

/** The endpoints of one collection of the workspace: list, read, create, replace, delete. */
function collection<const Path extends string, Shape extends z.ZodRawShape>(
  path: Path,
  noun: string,
  Body: z.ZodObject<Shape>,
) {
  // Accepted and ignored in bodies, so that what was read can be sent.
  const Sent = Body.extend({
    source: DefinitionSource.optional().describe('Place in a definition file, where it is edited'),
  });
  const Item = Sent.extend({ id: Id });
  return { ...reading(path, noun, Item), ...changing(path, noun, { Body: Sent, Item }) };
}

type Shape<Name extends DefinitionName> = (typeof DEFINITIONS)[Name]['shape'];
type Definitions = {
  readonly [Name in DefinitionName]: ReturnType<typeof collection<(typeof COLLECTIONS)[Name]['path'], Shape<Name>>>;
};

/** The endpoints of each collection of definitions; the names are the workspace file's. */
export const definitions = byDefinition(
  (name) => collection<string, z.ZodRawShape>(COLLECTIONS[name].path, COLLECTIONS[name].noun, DEFINITIONS[name]),
  // The types follow from the names.
) as Definitions;

/** A replacement of one definition. */
function change(collection: CollectionName, Body: z.ZodType) {
  return z.strictObject({
    collection: z.literal(collection),
    id: z.string().describe('ID, or the slug if it has one'),
    was: Body.optional().describe('The expected current value, with its ID; otherwise nothing is changed'),
    value: Body,
  });
}

type ChangeShape<Name extends CollectionName> = {
  collection: z.ZodLiteral<Name>;
  id: z.ZodString;
  was: z.ZodOptional<(typeof DEFINITIONS)[Name]>;
  value: (typeof DEFINITIONS)[Name];
};
type Change = { [Name in CollectionName]: z.ZodObject<ChangeShape<Name>, z.core.$strict> }[CollectionName];
// The types follow from the names; there is at least one.
const replacements = COLLECTION_NAMES.map((name) => change(name, DEFINITIONS[name]));

/** Replacements of several definitions. */
export const Changes = z.strictObject({
  changes: list(z.discriminatedUnion('collection', replacements as [Change, ...Change[]]), COUNTS.changes).min(1),
});
export type Changes = z.output<typeof Changes>;

/** Changes of several definitions that apply together or not at all. */
export const changes = {
  apply: emulator.post('/_emulator/changes', 'Replace several definitions at once: all of them, or none', {
    body: Changes,
    errors: ['invalid_request', 'not_found', 'conflict'],
  }),
};

/** The settings of the workspace. */
export const settings = {
  get: emulator.get('/_emulator/settings', 'Read the settings', { response: Settings }),
  replace: emulator.put('/_emulator/settings', 'Replace the settings', {
    body: Settings,
    response: Settings,
    errors: ['invalid_request', 'conflict'],
  }),
};

/** The URLs of all webhooks. */
export const webhooks = {
  list: emulator.get('/_emulator/webhooks', 'List every webhook URL by task, webhook and environment', {
    response: z.object({
      webhooks: z.array(
        z.object({
          taskID: z.string(),
          taskSlug: z.string(),
          webhook: z.string(),
          environment: z.string(),
          requireServiceToken: z.boolean(),
          url: z.string(),
        }),
      ),
    }),
  }),
};
