import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useHangar } from '../hangar.ts';
import type { FilterNames } from './filter-completions.ts';

/** The names to complete values with, loaded on demand. */
export function useFilterNames(isNeeded: boolean): FilterNames {
  const { tasks, runbooks, environments, webhooks } = useHangar().collections;
  useEffect(() => {
    if (isNeeded) for (const collection of [tasks, runbooks, environments, webhooks]) collection.start();
  }, [isNeeded, tasks, runbooks, environments, webhooks]);
  const [taskItems, runbookItems] = [useStore(tasks.store).items, useStore(runbooks.store).items];
  const [environmentItems, webhookItems] = [useStore(environments.store).items, useStore(webhooks.store).items];
  return useMemo(
    () => ({
      tasks: taskItems.map(({ slug }) => slug),
      runbooks: runbookItems.map(({ slug }) => slug),
      environments: environmentItems.map(({ slug }) => slug),
      webhooks: [...new Set(webhookItems.map(({ webhook }) => webhook))],
      parameters: [
        ...new Set([...taskItems, ...runbookItems].flatMap(({ parameters }) => parameters.map(({ slug }) => slug))),
      ],
    }),
    [taskItems, runbookItems, environmentItems, webhookItems],
  );
}
