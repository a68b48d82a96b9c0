import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../../../../shared/values/json.ts';
import { LOG_LEVELS, type LogLevel } from '../../../../../shared/model/log-level.ts';
import { checkShape, shapeOf } from '../../json-shape.ts';
import { MESSAGE_CHARACTERS, OUTPUT_LIMITS, RECORD_CHARACTERS } from '../../limits.ts';

/** Levels of nesting that a message adds to its values: itself, the request, and a field of the request. */
const MESSAGE_LEVELS = 3;

/** An object of `JSON.parse`. Its depth is checked with the message. */
const Values = z.custom<JsonObject>(isJsonObject, 'Invalid input: expected an object');
const Text = z.string();

/** Arguments of the requests by name. Each gets a reply. */
const REQUESTS = {
  /** Compiles TypeScript to JavaScript. Errors show `name`. `bundled`: without imports that are used as types only. */
  compile: z.strictObject({ text: Text, name: Text, bundled: z.boolean().optional() }),
  /** Adds line and column to the message of a syntax error. */
  locate: z.strictObject({ text: Text, name: Text, message: Text }),
  prompt: Values,
  execute: z.strictObject({ task: Text, paramValues: Values, resources: Values }),
  executeRunbook: z.strictObject({ runbook: Text, paramValues: Values }),
  /** Seconds. */
  sleep: z.number().min(0),
};
type RequestArgs = { readonly [Name in keyof typeof REQUESTS]: z.output<(typeof REQUESTS)[Name]> };
export type RequestName = keyof RequestArgs;

const requestSchema = <Name extends RequestName>(name: Name) =>
  z.strictObject({ type: z.literal('request'), id: z.int().min(1), name: z.literal(name), args: REQUESTS[name] });

const Request = z.discriminatedUnion('name', [
  requestSchema('compile'),
  requestSchema('locate'),
  requestSchema('prompt'),
  requestSchema('execute'),
  requestSchema('executeRunbook'),
  requestSchema('sleep'),
]);
/** A request. The reply has the same `id`. */
export type RequestMessage = {
  readonly [Name in RequestName]: {
    readonly type: 'request';
    readonly id: number;
    readonly name: Name;
    readonly args: RequestArgs[Name];
  };
}[RequestName];

/** A log line, a text on standard output, or a change of the output. It gets no reply. Values are JSON texts. */
const Record = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('log'), level: z.enum(LOG_LEVELS), text: z.string().max(RECORD_CHARACTERS) }),
  z.strictObject({ do: z.literal('print'), text: z.string().max(RECORD_CHARACTERS) }),
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
  /** `threadID`: the system's ID of the script's thread, where threads have their own priority. */
  z.strictObject({ type: z.literal('ready'), threadID: z.int().min(1).optional() }),
  Request,
  z.strictObject({ type: z.literal('records'), records: z.array(Record).max(1000) }),
  /** The start or end of a process that the script has started. */
  z.strictObject({ type: z.literal('process'), pid: Pid, runs: z.boolean() }),
  z.strictObject({ type: z.literal('done'), json: Text.optional() }),
  z.strictObject({ type: z.literal('pong'), id: z.int().min(1) }),
  z.strictObject({ type: z.literal('failed'), message: Text, stack: Text }),
  /** The script's thread has ended. */
  z.strictObject({ type: z.literal('ended'), reason: Text }),
  /** Resident memory of the process, where the server cannot read it. */
  z.strictObject({ type: z.literal('memory'), bytes: z.number().min(0) }),
]);
export type ScriptMessage = z.output<typeof ScriptMessage>;

/** Parses a message. Throws an Error with the reason for which the run fails. */
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
  return `the script's process sent an invalid message (${problem})`;
}

/** Joins consecutive log records of the same level, and consecutive texts on standard output. */
export function inBatches(records: readonly ScriptRecord[]): ScriptRecord[] {
  const batches: ScriptRecord[] = [];
  let lines: { readonly level: LogLevel; readonly texts: string[] } | undefined;
  const end = () => {
    if (lines !== undefined) batches.push({ do: 'log', level: lines.level, text: lines.texts.join('\n') });
    lines = undefined;
  };
  for (const record of records) {
    const last = batches.at(-1);
    if (record.do === 'print' && lines === undefined && last?.do === 'print') {
      batches[batches.length - 1] = { do: 'print', text: last.text + record.text };
    } else if (record.do !== 'log') {
      end();
      batches.push(record);
    } else {
      if (lines?.level !== record.level) end();
      lines ??= { level: record.level, texts: [] };
      lines.texts.push(record.text.replace(/\r?\n$/, ''));
    }
  }
  end();
  return batches;
}
