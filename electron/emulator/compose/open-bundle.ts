import {
  type Archive,
  entitiesIn,
  workspaceOf,
  type BundleOmissions,
  type OpenBundle,
} from '../../../shared/contract/emulator/archive.ts';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { RULES } from '../../../shared/contract/emulator/rules.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { withoutRuleState } from '../../../shared/model/rule-state.ts';
import { ArchiveError, readArchive } from '../archive/archive.ts';
import { markHeld } from './replace-state.ts';
import { readInput } from '../host/read-input.ts';
import { StartError } from '../host/start-error.ts';
import type { RuleRequestOf } from '../lab/rule-entry.ts';
import type { LoggedExchange } from '../server/http/logged-exchange.ts';
import { restoredExchanges } from '../server/http/stored-exchange.ts';
import { parseRecords, type ParsedRecord } from '../store/state/export.ts';
import { formatDocument } from '../store/workspace/workspace-change.ts';
import type { WorkspaceDocument } from '../store/workspace/workspace-text.ts';

export type { LoggedExchange } from '../server/http/logged-exchange.ts';

/** A bundle that has been read and checked, or another archive. */
export interface OpenedBundle {
  readonly document: WorkspaceDocument;
  readonly records: readonly ParsedRecord[];
  /** Oldest first. */
  readonly traffic: readonly LoggedExchange[];
  readonly findings: readonly Finding[];
  /** Runtime faults. */
  readonly faults: readonly RuleRequestOf<'faults'>[];
  /** Undefined when the state has one of its own, since nothing is masked. */
  readonly apiKey: string | undefined;
  readonly summary: OpenBundle;
}

/** The API key in every bundle, in place of that of its emulator. */
export const BUNDLE_API_KEY = 'tkn_masked-api-key-1';

/** Maximum size of the file in bytes, compressed or not. */
const MAX_FILE_BYTES = 500_000_000;

/**
 * Reads and checks an archive: a bundle, an export, a checkpoint or a workspace file. Runs nothing. Throws `StartError` with the problem.
 * @param mayGoOn true when its unfinished runs are not held
 */
export async function openBundle(path: string, mayGoOn = false): Promise<OpenedBundle> {
  return openedFrom(path, await readInput('bundle', path, MAX_FILE_BYTES), async (archive) => {
    const isMasked = archive.omitted !== undefined;
    const parsed = await parseRecords(archive.state ?? []);
    return {
      document: formatDocument(workspaceOf(archive)),
      records: markHeld(isMasked ? parsed.filter(({ kind }) => kind !== 'secret') : parsed, mayGoOn),
      traffic: restoredExchanges(archive.traffic ?? []),
      findings: archive.findings ?? [],
      faults: archive.faults.filter(({ source }) => source === 'runtime').map(runtimeFault),
      apiKey: isMasked ? BUNDLE_API_KEY : undefined,
      summary: summaryOf(path, archive),
    };
  });
}

/** Reads the requests in the bytes of an archive, oldest first. */
export function readBundleTraffic(path: string, bytes: Buffer): Promise<LoggedExchange[]> {
  return openedFrom(path, bytes, ({ traffic = [] }) => Promise.resolve(restoredExchanges(traffic)));
}

/** Opens an archive; converts errors about it to a refusal of the file. */
async function openedFrom<Result>(
  path: string,
  bytes: Buffer,
  open: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  try {
    return await open(await readArchive(bytes));
  } catch (error) {
    if (error instanceof ArchiveError) throw new StartError('usage', `${path} ${error.message}`);
    throw error instanceof ApiError ? new StartError('usage', `${path} cannot be opened: ${error.message}`) : error;
  }
}

/** The request that recreates the fault. */
function runtimeFault(item: object): RuleRequestOf<'faults'> {
  const { data, error } = RULES.faults.Body.safeParse(withoutRuleState(item));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new ApiError('invalid_request', `faults: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}.`);
}

/** The omissions of an archive with its secrets. */
function omittedFrom(archive: Archive): BundleOmissions {
  const uploads = entitiesIn(archive, 'upload').length;
  return {
    ...{ masked: {}, cut: { bodies: 0, texts: 0 } },
    leftOut: { uploads, secrets: 0, requests: 0, defaults: 0, sandboxes: 0 },
  };
}

function summaryOf(path: string, archive: Archive): OpenBundle {
  const { hangar, createdAt, omitted = omittedFrom(archive), traffic = [], findings = [] } = archive;
  const runs = entitiesIn(archive, 'run').length;
  return { file: path, hangar, createdAt, runs, requests: traffic.length, findings: findings.length, omitted };
}

/** Messages about an open bundle, to show at start-up. */
export function bundleMessages({ file, hangar, createdAt, omitted, ...holds }: OpenBundle): string[] {
  const counts = [
    [holds.runs, 'run'],
    [holds.requests, 'request'],
    [holds.findings, 'finding'],
  ] as const;
  const found = counts.map(([n, noun]) => counted(n, noun)).join(', ');
  const masked = Object.values(omitted.masked).reduce((sum, n) => sum + n, 0);
  const { cut, leftOut } = omitted;
  const left = [
    [masked, 'masked secret'],
    [cut.bodies, 'cut body', 'cut bodies'],
    [cut.texts, 'cut text'],
    [leftOut.uploads, 'uploaded file'],
    [leftOut.requests, 'earlier request'],
    [leftOut.defaults, 'secret default'],
    [leftOut.sandboxes, 'sandbox', 'sandboxes'],
  ] as const;
  const omittedText = left.filter(([n]) => n > 0).map(([n, noun, plural]) => counted(n, noun, plural));
  return [
    `Opened ${masked === 0 ? '' : 'the bundle '}${file} in memory: ${found}${hangar === '' ? '' : `; made by Hangar ${hangar}`}${createdAt === '' ? '' : ` at ${createdAt}`}.`,
    ...(omittedText.length === 0 ? [] : [`Omitted from the bundle: ${omittedText.join(', ')}.`]),
    ...(masked === 0
      ? []
      : ['Masked secrets are lost for good: what goes on or is executed has placeholders in their place.']),
  ];
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
