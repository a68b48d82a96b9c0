import { z } from 'zod';
import { TERMINAL_RUN_STATUSES, TERMINAL_SESSION_STATUSES } from '../../model/status.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../registry/collections.ts';
import { STORED_IDS } from '../../registry/ids.ts';
import { isJsonObject, type Json, type JsonObject, pathText } from '../../values/json.ts';
import { ParsedJson } from '../../values/json-schema.ts';
import { parseFiniteJson } from '../../values/json-problem.ts';
import { list } from '../../values/limited.ts';
import { messageOf } from '../../values/messages.ts';
import { repeatedField } from '../../values/repeated-field.ts';
import { Finding } from './findings.ts';
import { emulator } from '../../http/endpoint.ts';

/** Name under which a bundle is downloaded. */
export const BUNDLE_FILE_NAME = 'hangar.hangar-bundle';

const Count = z.int().min(0);

/** Content that a bundle does not have. */
export const BundleOmissions = z.object({
  masked: z
    .record(z.string().max(40), Count)
    .refine((kinds) => Object.keys(kinds).length <= 20, 'must have at most 20 kinds')
    .describe('Number of secrets replaced by placeholders, by kind'),
  cut: z.object({
    bodies: Count.describe('Number of truncated bodies of requests and answers'),
    texts: Count.describe('Number of truncated texts of the state'),
  }),
  leftOut: z.object({
    uploads: Count.describe('Number of files without their bytes'),
    secrets: Count.describe('Generated keys and secrets of webhooks'),
    requests: Count.describe('Earlier requests that the traffic log has dropped'),
    defaults: Count.default(0).describe('Defaults of parameters whose placeholders would be invalid'),
    sandboxes: Count.describe('Running sandboxes, each of which has its own bundle'),
  }),
});
export type BundleOmissions = z.output<typeof BundleOmissions>;

/** The bundle that Hangar has opened, for its window. */
export const OpenBundle = z.object({
  file: z.string().describe('Its path'),
  hangar: z.string().describe('Version of the Hangar that wrote it; "" when it does not say'),
  createdAt: z.string().describe('When it was written; "" when it does not say'),
  runs: Count,
  requests: Count,
  findings: Count,
  omitted: BundleOmissions,
});
export type OpenBundle = z.output<typeof OpenBundle>;

/** A failure as one file, for a colleague. */
export const bundle = emulator.get(
  '/_emulator/bundle',
  'Download definitions, state, clock, faults, findings and traffic without secrets, as one .hangar-bundle file',
  { response: z.unknown(), answerFormat: 'bytes', errors: ['conflict', 'payload_too_large'] },
);

/** Version of the format of archives. */
export const ARCHIVE_VERSION = 1;

/** Maximum size of an archive's JSON text in bytes, for writing and reading. */
export const MAX_ARCHIVE_BYTES = 500_000_000;

/** The first field of an archive. */
export const ARCHIVE_FILE = 'hangar-bundle';

const MAX_REQUESTS = 100_000;

const FindingInArchive = Finding.extend({
  id: z.string().regex(/^fnd[\da-z]{1,40}$/, 'must be the ID of a finding'),
  requestIDs: list(STORED_IDS.traffic, 100),
  runIDs: list(STORED_IDS.run, 100),
});

/** True for a time in the format of the service's answers, and for none. */
function isTimestamp(text: string): boolean {
  return text === '' || !Number.isNaN(Date.parse(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`));
}

const Workspace = z.custom<JsonObject>(isJsonObject, 'must be a workspace');

/** The fields of an archive. Definitions, records and requests are checked by the stores that read them. */
export const ARCHIVE_FIELDS = {
  file: z.literal(ARCHIVE_FILE).optional().describe('Absent in what is written by hand'),
  version: z.literal(ARCHIVE_VERSION),
  hangar: z.string().max(100).default('').describe('Version of the Hangar that wrote it'),
  createdAt: z.string().max(40).refine(isTimestamp, 'must be a time').default(''),
  checkpoint: z.unknown().optional().describe('Facts about a checkpoint'),
  clock: z.unknown().optional().describe('The clock, to read; the state has it too'),
  workspace: ParsedJson.optional().describe('The authored workspace; a bundle calls it `definitions`'),
  definitions: Workspace.optional(),
  state: z.array(ParsedJson).optional().describe('Records of the state; absent without state'),
  faults: z
    .array(z.looseObject({ source: z.enum(['workspace', 'runtime']) }))
    .max(10_000)
    .default([]),
  answers: z.array(z.unknown()).max(10_000).default([]),
  findings: z.array(FindingInArchive).max(2000).optional(),
  traffic: z.array(z.unknown()).max(MAX_REQUESTS).optional().describe('Requests, oldest first'),
  omitted: BundleOmissions.optional().describe('What a bundle does not have; absent with all secrets in place'),
};

/** The fields of an archive with its definitions, of which it has one. */
interface Definitions {
  readonly workspace?: Json | undefined;
  readonly definitions?: Json | undefined;
}

/** Refines a schema with the fields of an archive. */
export function hasWorkspace({ workspace, definitions }: Definitions): boolean {
  return (workspace ?? definitions) !== undefined;
}

/** The problem of an archive without definitions. */
export const NO_WORKSPACE = { path: ['workspace'], error: 'is required' };

/**
 * Everything as it was, as one JSON object: what an export, a bundle and a checkpoint are. They differ in what they have: a bundle
 * has traffic and findings and no secrets, an export may lack the state. Any of them opens wherever one does.
 */
export const Archive = z.object(ARCHIVE_FIELDS).refine(hasWorkspace, NO_WORKSPACE);
export type Archive = z.output<typeof Archive>;

/** Maximum length of a text in which repeated fields are looked for: longer ones are states, which programs have written. */
const MAX_SEARCHED = 16 * 1024 * 1024;

/**
 * Parses the text of an archive, or of a workspace file, which counts as one without state. The message of an error follows the name of the
 * file.
 * @param isOwn true for a text that Hangar has written itself
 */
export function parseArchive(text: string, isOwn = false): Archive {
  const json = parsed(text);
  const repeated = isOwn || text.length > MAX_SEARCHED ? undefined : repeatedField(text);
  if (repeated !== undefined) throw new Error(`is not a bundle or export: ${pathText(repeated.path)} is given twice`);
  const { success, data, error } = Archive.safeParse(isJsonObject(json) ? wrapped(json) : json);
  if (success) return data;
  const version = isJsonObject(json) ? json['version'] : undefined;
  if (typeof version === 'number' && version > ARCHIVE_VERSION)
    throw new Error(`was made by a newer Hangar (version ${version} of the format); open it with that Hangar`);
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw new Error(`is not a bundle or export: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'not valid'}`);
}

function parsed(text: string): Json {
  try {
    return parseFiniteJson(text);
  } catch (error) {
    throw new Error(`is not a bundle or export: its text is not valid JSON: ${messageOf(error)}`);
  }
}

/** Workspace files have the same version. */
function wrapped(json: JsonObject): JsonObject {
  const isArchive = 'file' in json || 'workspace' in json || isJsonObject(json['definitions']);
  const isWorkspace = !isArchive && COLLECTION_NAMES.some((name) => name in json);
  return isWorkspace ? { version: json['version'] ?? null, workspace: json } : json;
}

/** The authored workspace of an archive. */
export function workspaceOf({ workspace, definitions }: Definitions): Json {
  return workspace ?? definitions ?? null;
}

/** Number of entries of a collection in an archive. */
export function countOf(archive: Archive, name: CollectionName): number {
  const workspace = workspaceOf(archive);
  const items = isJsonObject(workspace) ? workspace[name] : undefined;
  return Array.isArray(items) ? items.length : 0;
}

/** The entities of one kind in the state of an archive. */
export function entitiesIn({ state = [] }: Archive, kind: string): JsonObject[] {
  return state.flatMap((record) => {
    const entity = isJsonObject(record) && record['kind'] === kind ? record['entity'] : undefined;
    return isJsonObject(entity) ? [entity] : [];
  });
}

/** Numbers of runs, sessions and requests for approval in an archive that have not ended: these are held. */
export function unfinishedIn(archive: Archive): { runs: number; sessions: number; requests: number } {
  const open = (kind: string, ended: ReadonlySet<unknown>): number =>
    entitiesIn(archive, kind).filter(({ status }) => !ended.has(status)).length;
  return {
    runs: open('run', TERMINAL_RUN_STATUSES),
    sessions: open('session', TERMINAL_SESSION_STATUSES),
    requests: entitiesIn(archive, 'request').filter(
      ({ approvedAt, rejectedAt }) => approvedAt === null && rejectedAt === null,
    ).length,
  };
}
