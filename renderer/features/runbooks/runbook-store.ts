import type { JsonObject } from '../../../shared/values/json.ts';
import { Runbook } from '../../../shared/model/runbook.ts';
import { type RunbookItem, useApi, useHangar } from '../../core/hangar.ts';
import { type RecordStore, useRecordStore } from '../../core/record-store.ts';

/** The runbooks as saved, and ways to change them. */
export function useRunbookStore(): RecordStore<RunbookItem> {
  const { api, collections } = useHangar();
  return useRecordStore({
    collection: collections.runbooks,
    endpoints: api.definitions.runbooks,
    schema: Runbook,
  });
}

/** Executes a runbook as the local user. */
export function useExecuteRunbook() {
  const api = useApi();
  return async (id: string, body: { paramValues: JsonObject; environment?: string }) => {
    await api.sessions.execute({ params: { id }, body });
    return 'The session has begun';
  };
}
