import type { Restored } from '../../../shared/contract/emulator/checkpoints.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { isJsonObject, type Json } from '../../../shared/values/json.ts';
import { definitionChanges } from '../store/checkpoints/definition-diff.ts';
import type { StateStore } from '../store/state/state.ts';
import type { WorkspaceOperations } from '../server/http/ports.ts';
import type { LoadedContent } from '../store/checkpoints/checkpoint-file.ts';
import { parseRecords, type ParsedRecord } from '../store/state/export.ts';
import type { CheckpointDependencies } from './checkpoints.ts';

/**
 * Restores a checkpoint. Definitions and state are two files: a mark on the disk lets the next start finish the restore after a
 * crash between them.
 */
export async function restore(name: string, dependencies: CheckpointDependencies): Promise<Restored> {
  const { store, workspace, exclusively, replaceState, state, lab } = dependencies;
  const content = await store.read(name);
  const records = await checkedRecords(name, content);
  const known = new Set([...runtimeIds(content.rules.faults), ...runtimeIds(content.rules.answers)]);
  let before: { readonly counts: Counts; readonly authored: Json } | undefined;
  await exclusively(async () => {
    await workspace.refresh();
    before = { counts: countsOf(state), authored: workspace.authored() };
    await store.beginRestore(name);
    try {
      await replaceWorkspace(workspace, content.workspace);
      await replaceState(records, known);
    } finally {
      await store.endRestore();
    }
  });
  const { counts, authored } = before ?? { counts: countsOf(state), authored: null };
  const paths = definitionChanges(authored, content.workspace).map(({ path }) => path);
  return {
    definitions: paths.slice(0, MAX_PATHS),
    ...changedCounts(counts, countsOf(state)),
    ...{ faults: changedRules(lab.rules.faults, known), answers: changedRules(lab.rules.answers, known) },
  };
}

/** Numbers of runs, sessions and pending prompts. */
export function countsOf(state: StateStore): { runs: number; sessions: number; prompts: number } {
  return { runs: state.runCount({}), sessions: [...state.sessions()].length, prompts: state.pendingPrompts().length };
}

/** Maximum number of paths of changed definitions in the answer. */
const MAX_PATHS = 100;

type Counts = ReturnType<typeof countsOf>;

function changedCounts(before: Counts, after: Counts) {
  const of = (name: keyof Counts) => ({ before: before[name], after: after[name] });
  return { runs: of('runs'), sessions: of('sessions'), prompts: of('prompts') };
}

/** The runtime rules of now: those that the checkpoint does not know, and those whose counters it has. */
function changedRules({ items }: { readonly items: readonly NamedRule[] }, known: ReadonlySet<string>) {
  const runtime = items.filter(({ source }) => source === 'runtime');
  const slugs = (isKnown: boolean) => runtime.filter(({ id }) => known.has(id) === isKnown).map(({ slug }) => slug);
  return { kept: slugs(false), counted: slugs(true) };
}

interface NamedRule {
  readonly id: string;
  readonly slug: string;
  readonly source: string;
}

/** IDs of the rules that are not in the workspace file. */
function runtimeIds(rules: readonly unknown[]): string[] {
  return rules.flatMap((rule) => {
    const { id, source } = isJsonObject(rule) ? rule : {};
    return source === 'runtime' && typeof id === 'string' ? [id] : [];
  });
}

/** Checks the records as an import does. Throws 409 that names the checkpoint. */
async function checkedRecords(name: string, { state }: LoadedContent): Promise<readonly ParsedRecord[]> {
  try {
    return await parseRecords(state);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('conflict', `The checkpoint "${name}" cannot be restored: ${error.message}`);
  }
}

/** Replaces the definitions unless they are equal, which keeps the author's layout of the file. */
export async function replaceWorkspace(
  { authored, replace }: Pick<WorkspaceOperations, 'authored' | 'replace'>,
  wanted: Json,
): Promise<void> {
  if (JSON.stringify(authored()) !== JSON.stringify(wanted)) await replace(wanted);
}
