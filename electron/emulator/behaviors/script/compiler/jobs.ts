/** Results of the compiler thread's jobs by name. */
export interface JobResults {
  /** The source with types replaced by spaces, so that positions stay; null when it has other TypeScript than types. */
  readonly strip: string | null;
  /** The source with `enum`, `namespace` and parameter properties translated too. */
  readonly rewrite: CompiledText;
  /** The same, without imports that are used as types only. */
  readonly bundle: CompiledText;
  /** The message of a syntax error with its position. */
  readonly locate: string;
}
export type JobName = keyof JobResults;

/** A job for the compiler thread. */
export interface Job {
  readonly do: JobName;
  readonly text: string;
  /** Name of the source in errors. */
  readonly name: string;
  /** Message of the syntax error to locate. */
  readonly message?: string;
}

/** The reply to a job. `broken`: the thread must not be used again. */
export type JobReply = { readonly result: JobResults[JobName] } | { readonly problem: string; readonly broken?: true };

/** TypeScript source compiled to JavaScript. */
export type CompiledText = {
  readonly text: string;
  /** JSON text of the source map; absent when positions have not changed. */
  readonly map?: string;
};

/** The length of a compiled text and its source map, in characters. */
export function lengthOf({ text, map = '' }: CompiledText): number {
  return text.length + map.length;
}
