import { isJsonObject, type Json, parseJson } from '../../../shared/values/json.ts';

/** Statuses of runs, sessions and prompts that are not final. */
const UNFINISHED = new Set(['NotStarted', 'Queued', 'Pending', 'Active', 'Waiting', 'Cancelling']);

/** True for a final status. */
export function isFinished(status: string): boolean {
  return !UNFINISHED.has(status);
}

/** The runs and sessions in an answer with their statuses. */
export function* statusesIn(answer: Json | undefined): Generator<{ id: string; status: string }, void, undefined> {
  const open: Json[] = answer === undefined ? [] : [answer];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isJsonObject(value)) {
      const { id, status } = value;
      if (typeof id === 'string' && typeof status === 'string') yield { id, status };
      for (const item of Object.values(value)) open.push(item);
    }
  }
}

/** The parsed body; `undefined` when it is not JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
