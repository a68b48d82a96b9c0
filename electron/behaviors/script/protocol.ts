import type { Json, JsonObject } from '../../../shared/model/json.ts';
import type { LogLevel } from '../../../shared/model/log-level.ts';
import type { Scope } from '../../engine/behavior-port.ts';

/** What the thread is given to run. Exactly one of `source` and `file` is there. */
export interface StartMessage {
  readonly type: 'start';
  readonly source: string | undefined;
  /** Absolute path. */
  readonly file: string | undefined;
  /** Where imports of an inline source start from, and relative paths of its errors. */
  readonly folder: string;
  readonly scope: Pick<Scope, 'params' | 'env' | 'config' | 'resources' | 'run'>;
}

/** An error as it goes between threads: fields of it beside name and message go along. */
export interface ErrorMessage {
  readonly name: string;
  readonly message: string;
  readonly fields: JsonObject;
}

/** What the server tells the thread. */
export type ToThread =
  | StartMessage
  | { readonly type: 'abort' }
  | { readonly type: 'reply'; readonly id: number; readonly value: Json }
  | { readonly type: 'reply'; readonly id: number; readonly error: ErrorMessage };

/** What the thread asks of the server: arguments and answer of each question. */
export interface Questions {
  /** The text without its types; `name` stands in errors. */
  readonly strip: { readonly ask: { readonly text: string; readonly name: string }; readonly answer: string };
  /** Where the text, which the engine refused with `message`, is wrong: that message with line and column. */
  readonly locate: {
    readonly ask: { readonly text: string; readonly name: string; readonly message: string };
    readonly answer: string;
  };
  readonly prompt: { readonly ask: JsonObject; readonly answer: Json };
  readonly execute: {
    readonly ask: { readonly task: string; readonly paramValues: JsonObject; readonly resources: JsonObject };
    readonly answer: Json;
  };
  readonly executeRunbook: {
    readonly ask: { readonly runbook: string; readonly paramValues: JsonObject };
    readonly answer: Json;
  };
  readonly sleep: { readonly ask: number; readonly answer: null };
}
export type QuestionName = keyof Questions;
/** A question of any kind, with the number that its reply carries. */
export type AskMessage = {
  readonly [Name in QuestionName]: {
    readonly type: 'ask';
    readonly id: number;
    readonly name: Name;
    readonly ask: Questions[Name]['ask'];
  };
}[QuestionName];

/** What a script does that nobody answers, in its order. Values are JSON texts, measured and checked in the thread. */
export type ScriptRecord =
  | { readonly do: 'log'; readonly level: LogLevel; readonly text: string }
  | { readonly do: 'set' | 'append'; readonly path: string; readonly json: string };

/** What the thread tells the server. */
export type FromThread =
  /** `threadID` is the system's number of the thread; undefined where threads have no priority of their own. */
  | { readonly type: 'ready'; readonly threadID: number | undefined }
  | AskMessage
  | { readonly type: 'records'; readonly records: readonly ScriptRecord[] }
  /** A process that the script has started, or that has ended. */
  | { readonly type: 'process'; readonly pid: number; readonly runs: boolean }
  | { readonly type: 'done'; readonly json: string | undefined }
  | { readonly type: 'failed'; readonly message: string; readonly stack: string };

/** Counters in memory that both threads see, by index: a script that never yields can be slowed down through them. */
export const SHARED = {
  /** Records that the server has taken. */
  taken: 0,
  /** 1 when the log is full: further lines need not be sent. */
  logClosed: 1,
} as const;

/** The memory of one script, in megabytes: its heap, and as much again for buffers. */
export const SCRIPT_MEMORY_MB = 512;
