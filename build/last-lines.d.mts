/** Tests of a kind, each with what was said of it. */
type Named = readonly { readonly name: string; readonly reason: string }[];

/** The outcome of one test runner, as its reporter writes it. */
export interface Summary {
  readonly passed: number;
  readonly failed: Named;
  readonly skipped: Named;
  readonly retried: Named;
}

/** The last lines of `npm test`. */
export function lastLines(results: readonly Summary[]): string[];
