import type { Json, JsonObject } from '../../../../../shared/values/json.ts';
import type { ChildRun, ChildSession, PromptAnswer, ScriptContext } from '../../../../../shared/script-context.d.ts';
import type { ScriptClock } from '../../../engine/context/behavior-port.ts';
import type { CompiledText } from '../compiler/jobs.ts';
import type { RequestMessage, RequestName, ScriptMessage } from './messages.ts';

/** A program of Hangar's own, which runs like a script. */
export interface Program {
  /** A CommonJS module that exports the function `main`. */
  readonly text: string;
  /** The function's second argument, after the context of a script. */
  readonly options: JsonObject;
}

/** Files with definitions made by an SDK. */
export interface ListedFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** The SDK's word, as in `__acme`. */
  readonly word: string;
}

/** Starts a script. Exactly one of `source`, `file`, `program` and `lists` is set. */
export interface StartMessage {
  readonly type: 'start';
  readonly program?: Program;
  readonly source: string | undefined;
  /** The source compiled, where an earlier run had it compiled: the thread need not ask. */
  readonly compiled: CompiledText | undefined;
  /** Absolute path. */
  readonly file: string | undefined;
  /** The exported function to call; `default` when absent. */
  readonly export?: string;
  /** Calls the function with the parameter values alone, and ends when nothing is left to do. */
  readonly isTask?: true;
  /** Loads modules as bundlers do. */
  readonly isBundled?: true;
  /** Lists the definitions in files instead of running one. */
  readonly lists?: ListedFiles;
  /** Working folder of the process. */
  readonly cwd?: string;
  /** Base folder of an inline source's imports and of relative paths in errors. */
  readonly folder: string;
  readonly scope: Pick<ScriptContext, 'params' | 'env' | 'config' | 'resources' | 'run' | 'task' | 'runner' | 'api'>;
  /** The beginning of names of environment variables to remove first: those of an SDK that the process has inherited. */
  readonly foreignVariables: string | undefined;
  /** Environment variables to add to those of the process. */
  readonly variables: Readonly<Record<string, string>>;
  readonly clock: ScriptClock | undefined;
}

/** An error as sent between processes. `fields`: its other fields. */
export interface ErrorMessage {
  readonly name: string;
  readonly message: string;
  readonly fields: JsonObject;
}

/** Messages from the server to a script's thread. */
export type ToThread =
  | StartMessage
  | { readonly type: 'abort' }
  | { readonly type: 'clock'; readonly clock: ScriptClock | undefined }
  /** Requests a `pong` once the thread is idle in its current turn. */
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'reply'; readonly id: number; readonly value: Json }
  | { readonly type: 'reply'; readonly id: number; readonly error: ErrorMessage };

/** Acknowledges messages of the thread that the server has processed. */
export interface AcknowledgeMessage {
  readonly type: 'acknowledge';
  readonly count: number;
  /** The log is full: further lines are not sent. */
  readonly logClosed: boolean;
}

/** Messages from a script's thread. */
export type FromThread = Exclude<ScriptMessage, { type: 'ended' | 'memory' | 'request' }> | RequestMessage;

/** Results of the requests by name. */
export interface Results {
  readonly compile: CompiledText;
  readonly locate: string;
  readonly prompt: PromptAnswer;
  readonly execute: ChildRun;
  readonly executeRunbook: ChildSession;
  readonly sleep: null;
}

/** Arguments and result of each request. */
export type Requests = {
  readonly [Name in RequestName]: {
    readonly args: (RequestMessage & { name: Name })['args'];
    readonly result: Results[Name];
  };
};

/** Indexes in the memory shared with a script's thread, which throttle a script that never yields. */
export const SHARED = {
  /** Number of messages that the server has acknowledged. */
  acknowledged: 0,
  /** 1 when the log is full. */
  logClosed: 1,
} as const;

/** Maximum number of unacknowledged messages of one thread. */
export const MAX_MESSAGES_IN_FLIGHT = 64;

/** Maximum memory of one script in megabytes, beyond that of its process at the start. */
export const SCRIPT_MEMORY_MB = 512;

/** Failure of a run whose script exceeds the memory limit. @param limit in megabytes */
export function outOfMemory(limit: number): string {
  return `the script ran out of memory: it may use ${limit} MB`;
}
