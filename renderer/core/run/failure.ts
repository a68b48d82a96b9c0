/** Beginning of a failure that a child run caused: `ledger (run20261125z3241lddde5) failed: `. */
const FROM_CHILD = /^(\S{1,200}) \((run2\d{7}[0-9a-z]{4,20})\) failed: /;

/** A failure by its cause. */
export interface Failure {
  /** The runs through which it came, the nearest first; `slug` is that of the task. */
  readonly runs: readonly { readonly slug: string; readonly runID: string }[];
  readonly reason: string;
}

/** Takes a run's failure text apart. */
export function failureOf(text: string): Failure {
  const runs: { slug: string; runID: string }[] = [];
  let reason = text;
  for (let found = FROM_CHILD.exec(reason); found !== null; found = FROM_CHILD.exec(reason)) {
    const [prefix, slug = '', runID = ''] = found;
    runs.push({ slug, runID });
    reason = reason.slice(prefix.length);
  }
  return { runs, reason };
}

/** A failure in a row, without IDs: `ledger: The period is closed`. */
export function shortFailure(text: string): string {
  const { runs, reason } = failureOf(text);
  return [...runs.map(({ slug }) => slug), reason].join(': ');
}
