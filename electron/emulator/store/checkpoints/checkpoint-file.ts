import { z } from 'zod';
import { ApiError } from '../../../../shared/http/errors.ts';
import { Slug } from '../../../../shared/values/identifier.ts';
import { isJsonObject, type Json } from '../../../../shared/values/json.ts';
import { LATEST } from '../../../../shared/values/timestamp.ts';
import type { EmulatorContent } from '../../engine/context/ports.ts';
import type { Slices } from '../../slices/slices.ts';
import type { DiskFile } from '../state/disk.ts';
import { LineWriter } from '../state/line-writer.ts';
import { seal } from '../state/sealed-line.ts';

/** Content in memory. */
export interface LoadedContent extends EmulatorContent {
  readonly state: readonly Json[];
}

const Moment = z.int().min(0).max(LATEST);
const Count = z.int().min(0);

/** First line of a checkpoint. */
export const CheckpointHeader = z.strictObject({
  file: z.literal('checkpoint'),
  version: z.int().min(1),
  name: Slug,
  /** Time of the machine. */
  createdAt: Moment,
  /** Emulated time. */
  now: Moment,
  ...{ runs: Count, sessions: Count, prompts: Count },
});
export type CheckpointHeader = z.output<typeof CheckpointHeader>;

/** Maximum size of one checkpoint in bytes: that of an import. */
export const MAX_CHECKPOINT_BYTES = 500_000_000;

/** Maximum length of a line in bytes: more than any workspace or record. */
export const MAX_LINE = 128_000_000;
/** Log lines of a run in one line of the file. */
const LOG_LINES = 1000;

/** Writes a checkpoint to a new file and syncs it. Throws 413 when it is too large. */
export async function writeCheckpoint(
  file: DiskFile,
  { header, content, slices }: { header: CheckpointHeader; content: EmulatorContent; slices: Slices },
): Promise<void> {
  const writer = new LineWriter(file);
  let count = 0;
  for (const value of linesOf(header, content)) {
    writer.add(seal(value));
    count += 1;
    if (slices.isDue) await slices.pause();
    if (writer.size > MAX_CHECKPOINT_BYTES)
      throw new ApiError(
        'payload_too_large',
        `The state is too large for a checkpoint of at most ${MAX_CHECKPOINT_BYTES / 1_000_000} MB; lower "retainRuns", or reset first.`,
      );
  }
  writer.add(seal({ end: count }));
  await writer.finish();
}

function* linesOf(header: CheckpointHeader, { workspace, state }: EmulatorContent): Generator<object> {
  yield header;
  yield { workspace };
  for (const record of state) {
    const logs = isJsonObject(record) ? record['logs'] : undefined;
    if (!isJsonObject(record) || !Array.isArray(logs) || logs.length <= LOG_LINES) {
      yield { record };
      continue;
    }
    yield { record: { ...record, logs: logs.slice(0, LOG_LINES) } };
    for (let from = LOG_LINES; from < logs.length; from += LOG_LINES)
      yield { logs: logs.slice(from, from + LOG_LINES) };
  }
}
