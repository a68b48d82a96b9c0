import { z } from 'zod';
import { Permission } from './access.ts';
import { ParameterView, TimestampText } from './answers.ts';
import { JsonObject } from '../values/json-schema.ts';
import { SESSION_STATUSES } from './status.ts';

export const SessionStatus = z.enum(SESSION_STATUSES);

/** A session as `/v0` answers it (service API, "Session"). */
export const Session = z.object({
  id: z.string(),
  name: z.string(),
  runbookID: z.string(),
  teamID: z.string(),
  createdAt: TimestampText,
  createdBy: z.string(),
  updatedAt: TimestampText,
  updatedBy: z.string(),
  isPrivate: z.boolean(),
  paramValues: JsonObject,
  params: z.array(ParameterView),
  permissions: z.array(Permission),
  status: SessionStatus,
});
export type Session = z.output<typeof Session>;
