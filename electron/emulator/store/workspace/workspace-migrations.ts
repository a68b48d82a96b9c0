import { isJsonObject, type Json } from '../../../../shared/values/json.ts';
import { WORKSPACE_VERSION } from '../../../../shared/model/workspace.ts';
import { editText } from './workspace-edit.ts';

/** What a workspace file holds. */
export type Authored = { readonly [key: string]: Json };

/** A step from one version of the workspace file to the next. */
export interface WorkspaceMigration {
  /** The version that it leads to. */
  readonly to: number;
  /** What it is for, in a sentence. */
  readonly why: string;
  /** Gives what the author would have written; `version` is seen to. */
  readonly change: (authored: Authored) => Authored;
}

/** All steps, in order, from version 1 on. Adding one raises `WORKSPACE_VERSION`; a test compares the two. */
export const WORKSPACE_MIGRATIONS: readonly WorkspaceMigration[] = [];

/** A workspace file's text in the newest form. */
export interface Upgraded {
  readonly text: string;
  readonly authored: Authored;
  /** The version that the author's text is of; null when it is the newest. */
  readonly from: number | null;
}

/** Brings a text to the newest version, with as little of it changed as that takes. What no step leads on from stays as it is. */
export function upgradedText(text: string, authored: Authored, migrations: readonly WorkspaceMigration[]): Upgraded {
  const from = authored['version'];
  const same: Upgraded = { text, authored, from: null };
  if (typeof from !== 'number' || !Number.isInteger(from) || from >= WORKSPACE_VERSION) return same;
  const steps = migrations.filter(({ to }) => to > from);
  if (steps[0]?.to !== from + 1) return same;
  const changed = steps.reduce<Authored>((value, { to, change }) => ({ ...change(value), version: to }), authored);
  // The steps work on copies of their own: where two values are the same one, nothing is to be changed.
  const upgraded = JSON.parse(JSON.stringify(changed)) as Json;
  if (!isJsonObject(upgraded)) return same;
  return { text: editText(text, authored, upgraded, new Map(pairsOf(authored, upgraded))), authored: upgraded, from };
}

/** Which item of a new list was made from which of the old one: a step that keeps a list's length keeps its order. */
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
