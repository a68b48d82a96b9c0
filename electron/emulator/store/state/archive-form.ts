import { z } from 'zod';
import type { PromptRecord, RunRecord } from '../../engine/records.ts';
import type { ArchivedLine } from './archived-line.ts';
import { checkedEntity } from './item-check.ts';
import { isLogTuple } from './record-schemas.ts';
import type { SnapshotHeader } from './snapshot.ts';
import { isJsonObject } from '../../../../shared/values/json.ts';

/** Checks of the parts of files that are not items. A checksum proves that a line is complete, not who wrote it. */

const Count = z.int().min(0);
const Header = z.object({
  file: z.literal('snapshot'),
  ...{ version: Count, number: Count, journal: Count, lines: Count },
  archives: z.array(z.object({ number: Count, dead: z.array(z.tuple([Count, Count])) })),
});

/** True for the header line of a snapshot. */
export function isSnapshotHeader(value: object): value is SnapshotHeader {
  return Header.safeParse(value).success;
}

/** True for a line of an archive. */
export function isArchivedLine(value: object): value is ArchivedLine {
  const { row, run, logs, prompts }: { readonly [Name in keyof ArchivedLine]?: unknown } = value;
  if (!Number.isSafeInteger(row) || !isJsonObject(run)) return false;
  return Array.isArray(logs) && logs.every(isLogTuple) && Array.isArray(prompts) && prompts.every(isJsonObject);
}

/** A run of an archive with its prompts. */
interface Content {
  readonly run: RunRecord;
  readonly prompts: readonly PromptRecord[];
}

/** Returns the content of an archive line in the newest form; `undefined` when it is invalid. */
export function archivedContent({ run, prompts }: Content): Content | undefined {
  const checked = checkedEntity('run', run);
  const own = prompts.map((prompt) => checkedEntity('prompt', prompt));
  const found = own.flatMap((prompt) => ('value' in prompt && prompt.value.runID === run.id ? [prompt.value] : []));
  return 'problem' in checked || found.length < prompts.length ? undefined : { run: checked.value, prompts: found };
}
