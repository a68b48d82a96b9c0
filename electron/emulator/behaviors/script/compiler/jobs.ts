import type { CompiledText } from './compiled-text.ts';

/** Jobs of a compiler's thread by name, each with its result. */
export interface JobResults {
  /** The text with spaces in place of its types, so that every character stays where it is; null when it holds more TypeScript than types. */
  readonly strip: string | null;
  /** The text with its `enum`, `namespace` and parameter properties translated too. */
  readonly rewrite: CompiledText;
  /** The message of a syntax error that the engine reported without its place, with the place. */
  readonly locate: string;
}
export type JobName = keyof JobResults;

/** A job for a thread. */
export interface Job {
  readonly do: JobName;
  readonly text: string;
  /** Stands in errors. */
  readonly name: string;
  /** Of the syntax error to locate. */
  readonly message?: string;
}

/** The reply to a job; `broken` says that the thread is of no more use. */
export type JobReply = { readonly result: JobResults[JobName] } | { readonly problem: string; readonly broken?: true };
