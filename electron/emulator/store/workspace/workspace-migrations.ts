import { isJsonObject, type Json, plainJson } from '../../../../shared/values/json.ts';
import { WORKSPACE_VERSION } from '../../../../shared/model/workspace.ts';
import { editText } from './workspace-edit.ts';

/** Content of a workspace file. */
export type Authored = { readonly [key: string]: Json };

/** Migration of the workspace file to the next version. */
export interface WorkspaceMigration {
  /** Version after the migration. */
  readonly to: number;
  /** Purpose, as a sentence. */
  readonly why: string;
  /** Returns the migrated document; `version` is set by the caller. */
  readonly change: (authored: Authored) => Authored;
}

/** All migrations, in order, from version 1 on. Adding one raises `WORKSPACE_VERSION`; a test compares the two. */
export const WORKSPACE_MIGRATIONS: readonly WorkspaceMigration[] = [];

/** A workspace text in the newest version. */
export interface Upgraded {
  readonly text: string;
  readonly authored: Authored;
  /** Version of the author's text; null when it is the newest. */
  readonly from: number | null;
}

/**
 * Migrates a text to the newest version with a minimal edit. Texts of versions without a migration are returned unchanged.
 */
export function upgradedText(text: string, authored: Authored, migrations: readonly WorkspaceMigration[]): Upgraded {
  const from = authored['version'];
  const same: Upgraded = { text, authored, from: null };
  if (typeof from !== 'number' || !Number.isInteger(from) || from >= WORKSPACE_VERSION) return same;
  const steps = migrations.filter(({ to }) => to > from);
  if (steps[0]?.to !== from + 1) return same;
  const changed = steps.reduce<Authored>((value, { to, change }) => ({ ...change(value), version: to }), authored);
  // Copied, since migrations may return the original objects.
  const upgraded = plainJson(changed);
  if (!isJsonObject(upgraded)) return same;
  const origins = new Map(pairsOf(authored, upgraded));
  return { text: editText(text, authored, upgraded, origins), authored: upgraded, from };
}

/** Pairs the items of new and old lists. A migration that keeps a list's length keeps its order. */
function* pairsOf(before: Json | undefined, after: Json): Generator<[Json, Json], void, undefined> {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    const [old, now]: [readonly Json[], readonly Json[]] = [before, after];
    for (const [i, item] of now.entries()) {
      const origin = old[i];
      if (origin !== undefined && isJsonObject(item)) yield [item, origin];
      yield* pairsOf(origin, item);
    }
  } else if (isJsonObject(before) && isJsonObject(after)) {
    for (const [name, value] of Object.entries(after)) yield* pairsOf(before[name], value);
  }
}
