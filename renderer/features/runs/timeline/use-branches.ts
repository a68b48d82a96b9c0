import { useEffect, useState } from 'react';
import type { RunDetail, RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { useApi } from '../../../core/hangar.ts';

/** Maximum number of failed children whose lanes are opened without a click. */
const OPENED_AT_FIRST = 20;

/** Loads the details of children whose lanes are open, and again when a child has changed. */
export function useBranches(root: RunDetail, opened: ReadonlyMap<string, boolean>): ReadonlyMap<string, RunDetail> {
  const api = useApi();
  const [branches, setBranches] = useState<ReadonlyMap<string, RunDetail>>(new Map());
  const [asked] = useState(() => new Map<string, RunRow>());
  useEffect(() => {
    for (const row of wanted(root, branches, opened)) {
      if (sameState(asked.get(row.id), row)) continue;
      asked.set(row.id, row);
      void api.runs
        .get({ params: { id: row.id } })
        .then((detail) => setBranches((before) => new Map(before).set(row.id, detail)))
        // The next change of the child, or opening it again, asks once more.
        .catch(() => asked.delete(row.id));
    }
  }, [api, root, branches, opened, asked]);
  return branches;
}

function sameState(before: RunRow | undefined, row: RunRow): boolean {
  return before !== undefined && before.status === row.status && before.waiting === row.waiting;
}

/** The children at any depth whose lanes are open. */
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
