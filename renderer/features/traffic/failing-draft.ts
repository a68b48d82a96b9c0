import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { OPERATIONS } from '../../../shared/registry/operations.ts';
import { isJsonObject, jsonOfText, type JsonObject } from '../../../shared/values/json.ts';
import type { FaultDraft } from '../../core/faults/fault-draft.ts';
import { operationOfPath } from '../../core/faults/operation-of-path.ts';

/** A fault that makes the next request like this one fail with a 429; `undefined` when no fault can match its path. */
export function failingDraft({ row, request }: Pick<TrafficEntry, 'row' | 'request'>): FaultDraft | undefined {
  const operation = OPERATIONS.find((name) => row.path.startsWith('/v0/') && name === operationOfPath(row.path));
  if (operation === undefined) return undefined;
  const body = jsonOfText(request.body);
  const named = isJsonObject(body) ? body['slug'] : undefined;
  const match: JsonObject = {
    operation,
    ...(operation === 'tasks/execute' && typeof named === 'string' ? { task: named } : {}),
    ...(operation === 'runbooks/execute' && typeof named === 'string' ? { runbook: named } : {}),
  };
  return { kind: 'error', status: 429, retryAfterSeconds: 2, times: 1, match };
}
