import { z } from 'zod';
import { type Micros, parseRfc3339 } from './timestamp.ts';

/** Reads a time of a request as microseconds since 1970; a transformation of a schema of texts. @param parse RFC 3339 */
export function readTime(text: string, context: z.core.$RefinementCtx, parse = parseRfc3339): Micros {
  const at = parse(text);
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: 'must be an RFC 3339 time, such as 2026-11-20T16:00:00Z' });
  return z.NEVER;
}
