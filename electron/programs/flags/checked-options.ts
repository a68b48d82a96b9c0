import type { z } from 'zod';
import { problemsOfIssue, readWith } from '../../../shared/values/schema-problems.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { Schedule } from '../../../shared/model/schedule.ts';
import { pathText, jsonOfText } from '../../../shared/values/json.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import { readRegularFileSync } from '../../emulator/files/read-file.ts';

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

/** Reads a schedule: the JSON itself, or the name of its file. Throws `StartError`. */
export function readSchedule(text: string): Schedule {
  return text.trimStart().startsWith('[')
    ? checked(Schedule, parsed(text, 'the schedule'), 'schedule')
    : checked(Schedule, readJson(text), text);
}

/** Maximum size of a file, in bytes. */
const MAX_BYTES = 64_000_000;

/** Reads a JSON file that a flag names. Throws `StartError`. */
export function readJson(path: string): unknown {
  try {
    return parsed(readRegularFileSync(path, MAX_BYTES).toString('utf8'), path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError('usage', `${path} cannot be read: ${messageOf(error)}`);
  }
}

function parsed(text: string, name: string): unknown {
  const value = jsonOfText(text);
  if (value === undefined) throw new StartError('usage', `${name} is not valid JSON`);
  return value;
}
