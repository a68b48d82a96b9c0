import { z } from 'zod';
import { Permission } from './access.ts';
import { JsonObject } from './json.ts';
import { Label } from './task.ts';
import { ParameterView, TimestampOrNull, TimestampText } from './answers.ts';

/** Run statuses. Source: contract, section 3; decision `run-cancelled`. */
export const RUN_STATUSES = ['NotStarted', 'Queued', 'Active', 'Succeeded', 'Failed', 'Cancelled'] as const;
export const RunStatus = z.enum(RUN_STATUSES);
export type RunStatus = z.output<typeof RunStatus>;

/** Statuses that a run never leaves. */
export const TERMINAL_RUN_STATUSES: ReadonlySet<RunStatus> = new Set(['Succeeded', 'Failed', 'Cancelled']);

/** A run as `/v0` answers it (contract, section 2.1); every field is always present (decision `empty-value`). */
export const Run = z.object({
  id: z.string(),
  taskID: z.string().describe('"" for a prompt block of a runbook'),
  sessionID: z.string().describe('"" when no session spawned the run'),
  teamID: z.string(),
  createdAt: TimestampText,
  createdBy: z.string(),
  activeAt: TimestampOrNull,
  succeededAt: TimestampOrNull,
  failedAt: TimestampOrNull,
  cancelledAt: TimestampOrNull,
  cancelledBy: z.string().nullable(),
  childRunIDs: z.array(z.string()),
  status: RunStatus,
  paramValues: JsonObject,
  params: z.array(ParameterView),
  isPrivate: z.boolean(),
  permissions: z.array(Permission),
  resources: z.record(z.string(), z.string()),
  constraints: z.object({ labels: z.array(Label) }),
  runtime: z.string(),
  timeout: z.int(),
  inputsZoneID: z.string(),
  inputsZoneToken: z.string(),
  zoneID: z.null(),
});
export type Run = z.output<typeof Run>;
