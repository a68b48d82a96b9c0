import { z } from 'zod';
import { Permission } from './access.ts';
import { JsonObject } from '../values/json-schema.ts';
import { Label } from './task.ts';
import { RUN_STATUSES } from './status.ts';
import { ParameterView, TimestampOrNull, TimestampText } from './answers.ts';
import { LOG_LEVELS } from './log-level.ts';

export const RunStatus = z.enum(RUN_STATUSES);

/** A run as `/v0` answers it (service API, "Run"); every field is always present (decision `empty-value`). */
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

/** A wait of a run on the clock, as `/v0` answers it (docs/task-runtime.md, "Calls of a run"). */
export const Sleep = z.object({
  id: z.string(),
  createdAt: TimestampText,
  durationMs: z.number(),
  until: TimestampText,
  skippedAt: TimestampOrNull.describe(
    'When it ended before its duration had passed for the program: null while it did not',
  ),
});
export type Sleep = z.output<typeof Sleep>;

/** A log line as answered (service API, "Log entry"). */
export const LogEntry = z.object({
  insertID: z.string().describe('Zero-padded counter, unique within the run'),
  level: z.enum(LOG_LEVELS),
  taskSlug: z.string(),
  text: z.string(),
  timestamp: z.string(),
});
export type LogEntry = z.output<typeof LogEntry>;
