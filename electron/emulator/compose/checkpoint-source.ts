import { ApiError } from '../../../shared/http/errors.ts';
import type { EmulatorCheckpoints } from './checkpoints.ts';
import { parseRecords, type ParsedRecord } from '../store/state/export.ts';
import { formatDocument } from '../store/workspace/workspace-change.ts';
import type { WorkspaceDocument } from '../store/workspace/workspace-text.ts';

/** Definitions and state of a checkpoint, checked. */
export interface CheckedContent {
  readonly document: WorkspaceDocument;
  readonly records: readonly ParsedRecord[];
}

/** Maximum size of cached content, in bytes. */
const MAX_CACHED_BYTES = 20_000_000;

/**
 * Returns a function that reads a checkpoint by its name. Caches the latest content, since the tests of a suite use the same
 * checkpoint. The function rejects with 404 for an unknown checkpoint, 409 for one that cannot be used.
 */
export function checkpointSource({ get, read }: EmulatorCheckpoints): (name: string) => Promise<CheckedContent> {
  let latest: { readonly row: string; readonly content: Promise<CheckedContent> } | undefined;
  return (name) => {
    const found = get(name);
    const row = JSON.stringify(found);
    if (latest?.row === row) return latest.content;
    const content = checked(name, read);
    latest = found.bytes > MAX_CACHED_BYTES ? undefined : { row, content };
    content.catch(() => (latest = undefined));
    return content;
  };
}

async function checked(name: string, read: EmulatorCheckpoints['read']): Promise<CheckedContent> {
  const { workspace, state } = await read(name);
  try {
    return { document: formatDocument(workspace), records: await parseRecords(state) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('conflict', `No sandbox can begin with the checkpoint "${name}": ${error.message}`);
  }
}
