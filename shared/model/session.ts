import { z } from 'zod';
import { Permission } from './access.ts';
import { ParameterView, TimestampText } from './answers.ts';
import { JsonObject } from './json.ts';

/** Session statuses. Source: decision `session-status`. */
export const SESSION_STATUSES = [
  'Pending',
  'Active',
  'Waiting',
  'Succeeded',
  'Failed',
  'Cancelling',
  'Cancelled',
] as const;
export const SessionStatus = z.enum(SESSION_STATUSES);
export type SessionStatus = z.output<typeof SessionStatus>;

/** Statuses that a session never leaves. */
export const TERMINAL_SESSION_STATUSES: ReadonlySet<SessionStatus> = new Set(['Succeeded', 'Failed', 'Cancelled']);

/** A session as `/v0` answers it (contract, section 2.2). */
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
