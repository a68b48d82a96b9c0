import type { z } from 'zod';
import { pathText } from '../../../shared/values/json-path.ts';
import { problemsOfIssue, readWith } from '../../../shared/values/schema-problems.ts';
import { StartError } from '../../emulator/host/start-error.ts';

/**
 * Checks options by the schema of the endpoint. Throws an Error that names the first wrong one.
 * @param name prefix of their names
 */
export function checked<Parsed>(schema: z.ZodType<Parsed>, options: unknown, name: string): Parsed {
  const result = readWith(schema, options);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const [problem] = issue === undefined ? [] : problemsOfIssue(issue);
  throw new StartError(
    'usage',
    `${pathText([name, ...(problem?.path ?? [])])}: ${problem?.message ?? 'is not valid'}.`,
  );
}
