import { useEffect, useState } from 'react';
import type { RunDetail, RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { useApi } from '../../../core/hangar.ts';
import { readRun } from '../../../core/run/read-run.ts';

/** Maximum number of failed children that are open at first. */
const OPENED_AT_FIRST = 20;

/** Loads the details of children with open lanes, and reloads changed ones. */
export function useBranches(root: RunDetail, opened: ReadonlyMap<string, boolean>): ReadonlyMap<string, RunDetail> {
  const api = useApi();
  const [branches, setBranches] = useState<ReadonlyMap<string, RunDetail>>(new Map());
  const [asked] = useState(() => new Map<string, RunRow>());
  useEffect(() => {
    for (const row of wanted(root, branches, opened)) {
      if (sameState(asked.get(row.id), row)) continue;
      asked.set(row.id, row);
      void readRun(api, row.id)
        .then((detail) => setBranches((before) => new Map(before).set(row.id, detail)))
        // Ignored: the next change of the child, or opening it again, retries.
        .catch(() => asked.delete(row.id));
    }
  }, [api, root, branches, opened, asked]);
  return branches;
}

function sameState(before: RunRow | undefined, row: RunRow): boolean {
  return before !== undefined && before.status === row.status && before.waiting === row.waiting;
}

/** The children with open lanes, at any depth. */
function wanted(
  root: RunDetail,
  branches: ReadonlyMap<string, RunDetail>,
  opened: ReadonlyMap<string, boolean>,
): RunRow[] {
  const rows: RunRow[] = [];
  const failed: RunRow[] = [];
  for (const { children } of [root, ...branches.values()]) {
    for (const child of children) {
      const choice = opened.get(child.id);
      if (choice === true) rows.push(child);
      else if (choice === undefined && child.status === 'Failed') failed.push(child);
    }
  }
  return [...rows, ...failed.slice(0, OPENED_AT_FIRST)];
}
