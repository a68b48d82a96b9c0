/** Runs a generator to its end without pausing, and returns its result. */
export function runToEnd<Result>(work: Generator<unknown, Result, undefined>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
