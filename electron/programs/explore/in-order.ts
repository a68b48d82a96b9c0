/** Work on items. */
interface Work<Item, Result> {
  readonly run: (item: Item, index: number) => Promise<Result>;
  readonly take: (result: Result, index: number) => void | Promise<void>;
  readonly isOver?: () => boolean;
}

/** Items begun, for each job, before the first one that has not ended is taken: a slow one does not leave the others idle. */
const AHEAD = 8;

/**
 * Runs a function on each item, `jobs` at a time, and takes the results in the order of the items. Once `isOver`, which is asked before
 * each item and after each result, begins no further item and takes no further result.
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  jobs: number,
  { run, take, isOver = () => false }: Work<Item, Result>,
): Promise<void> {
  const begun: (Promise<Result> | undefined)[] = [];
  let running = 0;
  let taken = 0;
  let isStopped = false;
  const begin = (): void => {
    for (const item of items.slice(begun.length, taken + AHEAD * jobs)) {
      if (isStopped || running >= jobs || isOver()) return;
      running += 1;
      const result = run(item, begun.length).finally(() => {
        running -= 1;
        begin();
      });
      // Awaited later, so that it is not unhandled meanwhile.
      result.catch(() => undefined);
      begun.push(result);
    }
  };
  begin();
  try {
    while (taken < begun.length && !isStopped) {
      const result = (await begun[taken]) as Result;
      // Results may be large, and there may be many.
      begun[taken] = undefined;
      await take(result, taken);
      taken += 1;
      isStopped = isOver();
      begin();
    }
  } finally {
    isStopped = true;
  }
}
