import type { JsonObject } from '../../../shared/model/json.ts';
import { Runbook } from '../../../shared/model/runbook.ts';
import type { DefinitionStore } from '../../core/authoring/definition-kind.ts';
import { useRunbooks } from '../../core/data.ts';
import { type RunbookItem, useApi, useHangar } from '../../core/hangar.ts';

/** The runbooks as saved, and ways to change them. */
export function useRunbookStore(): DefinitionStore<RunbookItem> {
  const { api, collections } = useHangar();
  const runbooks = useRunbooks();
  const shown = (runbook: RunbookItem) => {
    collections.runbooks.put(runbook);
    return runbook;
  };
  return {
    ...runbooks,
    create: async (value) => shown(await api.definitions.runbooks.create({ body: Runbook.parse(value) })),
    replace: async (id, value) =>
      shown(await api.definitions.runbooks.replace({ params: { id }, body: Runbook.parse(value) })),
    remove: async (id) => {
      await api.definitions.runbooks.remove({ params: { id } });
      collections.runbooks.remove(id);
    },
  };
}

/** Executes a runbook as the local user. */
export function useExecuteRunbook() {
  const api = useApi();
  return async (id: string, body: { paramValues: JsonObject; environment?: string }) => {
    await api.sessions.execute({ params: { id }, body });
    return 'The session has begun';
  };
}
