import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../../../shared/values/json.ts';
import { LOG_LEVELS } from '../../../../../shared/model/log-level.ts';
import { checkShape, shapeOf } from '../../json-shape.ts';
import { MESSAGE_CHARACTERS, OUTPUT_LIMITS, RECORD_CHARACTERS } from '../../limits.ts';

/** Levels that a message adds to the values in it: itself, the question, and a field of the question. */
const MESSAGE_LEVELS = 3;

/** An object out of `JSON.parse`; its depth is that of the message. */
const Values = z.custom<JsonObject>(isJsonObject, 'Invalid input: expected an object');
const Text = z.string();

/** Questions by name; each waits for an answer. */
const REQUESTS = {
  /** The text of TypeScript as JavaScript; `name` stands in errors. */
  compile: z.strictObject({ text: Text, name: Text }),
  /** The place in the text that the engine refused with `message`: that message with line and column. */
  locate: z.strictObject({ text: Text, name: Text, message: Text }),
  prompt: Values,
  execute: z.strictObject({ task: Text, paramValues: Values, resources: Values }),
  executeRunbook: z.strictObject({ runbook: Text, paramValues: Values }),
  /** Seconds. */
  sleep: z.number().min(0),
};
type Asks = { readonly [Name in keyof typeof REQUESTS]: z.output<(typeof REQUESTS)[Name]> };
export type RequestName = keyof Asks;

const requestSchema = <Name extends RequestName>(name: Name) =>
  z.strictObject({ type: z.literal('ask'), id: z.int().min(1), name: z.literal(name), ask: REQUESTS[name] });

const Ask = z.discriminatedUnion('name', [
  requestSchema('compile'),
  requestSchema('locate'),
  requestSchema('prompt'),
  requestSchema('execute'),
  requestSchema('executeRunbook'),
  requestSchema('sleep'),
]);
/** A question of any kind, with the number that its reply carries. */
export type RequestMessage = {
  readonly [Name in RequestName]: {
    readonly type: 'ask';
    readonly id: number;
    readonly name: Name;
    readonly ask: Asks[Name];
  };
}[RequestName];

/** An act of a script that gets no answer. Values are JSON texts, measured and checked in the script's thread first. */
const Record = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('log'), level: z.enum(LOG_LEVELS), text: z.string().max(RECORD_CHARACTERS) }),
  z.strictObject({ do: z.literal('set'), path: Text, json: Text }),
  z.strictObject({ do: z.literal('append'), path: Text, json: Text }),
]);
export type ScriptRecord = Readonly<z.output<typeof Record>>;

const Pid = z
  .int()
  .min(2)
  .max(2 ** 31 - 1);

/** Messages from a script's process to the server. */
export const ScriptMessage = z.discriminatedUnion('type', [
  /** `threadID` is the system's number of the script's thread, where threads have a priority of their own. */
  z.strictObject({ type: z.literal('ready'), threadID: z.int().min(1).optional() }),
  Ask,
  z.strictObject({ type: z.literal('records'), records: z.array(Record).max(1000) }),
  /** A process that the script has started, or that has ended. */
  z.strictObject({ type: z.literal('process'), pid: Pid, runs: z.boolean() }),
  z.strictObject({ type: z.literal('done'), json: Text.optional() }),
  z.strictObject({ type: z.literal('failed'), message: Text, stack: Text }),
  /** The thread has ended by itself, or the engine has ended it. */
  z.strictObject({ type: z.literal('ended'), reason: Text }),
  /** Resident memory of the process, where the server cannot look it up. */
  z.strictObject({ type: z.literal('memory'), bytes: z.number().min(0) }),
]);
export type ScriptMessage = z.output<typeof ScriptMessage>;

/** Reads a message. Throws an Error whose text is the reason that the run fails with. */
export function readMessage(text: string): ScriptMessage {
  if (text.length > MESSAGE_CHARACTERS)
    throw new Error(malformed(`it has more than ${MESSAGE_CHARACTERS.toLocaleString('en')} characters`));
  const levels = OUTPUT_LIMITS.depth + MESSAGE_LEVELS;
  checkShape(shapeOf(text, levels), levels, 'a message of the script');
  const parsed = ScriptMessage.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(malformed(issue === undefined ? '' : `${issue.path.join('.') || 'message'}: ${issue.message}`));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(malformed('it is not JSON'));
  }
}

function malformed(problem: string): string {
  return `the script's process sent a message that is not one of Hangar's (${problem})`;
}
