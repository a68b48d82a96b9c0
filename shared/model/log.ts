import { z } from 'zod';
import { LOG_LEVELS } from './log-level.ts';

/** A log line as answered (service API, "Log entry"). */
export const LogEntry = z.object({
  insertID: z.string().describe('Zero-padded counter, unique within the run'),
  level: z.enum(LOG_LEVELS),
  taskSlug: z.string(),
  text: z.string(),
  timestamp: z.string(),
});
export type LogEntry = z.output<typeof LogEntry>;
