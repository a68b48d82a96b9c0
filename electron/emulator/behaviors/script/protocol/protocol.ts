import type { Json, JsonObject } from '../../../../../shared/values/json.ts';
import type { Scope } from '../../../engine/behavior-port.ts';
import type { CompiledText } from '../compiler/compiled-text.ts';
import type { RequestMessage, RequestName, ScriptMessage } from './messages.ts';

/** The script to run. Exactly one of `source` and `file` is there. */
export interface StartMessage {
  readonly type: 'start';
  readonly source: string | undefined;
  /** Absolute path. */
  readonly file: string | undefined;
  /** Where imports of an inline source start from, and relative paths of its errors. */
  readonly folder: string;
  readonly scope: Pick<Scope, 'params' | 'env' | 'config' | 'resources' | 'run'>;
}

/** An error as it goes between processes, with fields beside name and message. */
export interface ErrorMessage {
  readonly name: string;
  readonly message: string;
  readonly fields: JsonObject;
}

/** Messages from the server to a script's thread. */
export type ToThread =
  | StartMessage
  | { readonly type: 'abort' }
  | { readonly type: 'reply'; readonly id: number; readonly value: Json }
  | { readonly type: 'reply'; readonly id: number; readonly error: ErrorMessage };

/** Says how many messages of the thread the server has dealt with; the script's process keeps count of it. */
export interface AcknowledgeMessage {
  readonly type: 'taken';
  readonly count: number;
  /** The log is full: further lines need not be sent. */
  readonly logClosed: boolean;
}

/** Messages from a script's thread. */
export type FromThread = Exclude<ScriptMessage, { type: 'ended' | 'memory' | 'ask' }> | RequestMessage;

/** Answers by the question's name. */
export interface Replies {
  readonly compile: CompiledText;
  readonly locate: string;
  readonly prompt: Json;
  readonly execute: Json;
  readonly executeRunbook: Json;
  readonly sleep: null;
}

/** Arguments and answer of each question. */
export type Requests = {
  readonly [Name in RequestName]: {
    readonly ask: (RequestMessage & { name: Name })['ask'];
    readonly answer: Replies[Name];
  };
};

/** Counters in memory that a script's thread shares with the rest of its process, by index: a script that never yields is slowed down through them. */
export const SHARED = {
  /** Messages that the server has dealt with. */
  taken: 0,
  /** 1 when the log is full. */
  logClosed: 1,
} as const;

/** Messages of one thread that may be on their way to the server. */
export const MAX_MESSAGES_IN_FLIGHT = 64;

/** The memory that one script may use above what its process has at the start, in megabytes. */
export const SCRIPT_MEMORY_MB = 512;
/** The memory that all scripts together may use so, in megabytes. */
export const ALL_SCRIPTS_MEMORY_MB = 1024;

/** Says why a run failed that took more memory than it may. */
export const OUT_OF_MEMORY = `the script ran out of memory: it may use ${SCRIPT_MEMORY_MB} MB`;
