/** Work on items. */
interface Work<Item, Result> {
  readonly run: (item: Item, index: number) => Promise<Result>;
  readonly take: (result: Result, index: number) => void | Promise<void>;
  readonly isOver?: () => boolean;
}

/**
 * Runs a function on each item, several at a time, and takes the results in the order of the items. Begins no further item once
 * `isOver`, which is asked before each; those that have begun before the first of them that is over are taken, too.
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  jobs: number,
  { run, take, isOver = () => false }: Work<Item, Result>,
): Promise<void> {
  const begun: (Promise<Result> | undefined)[] = [];
  const begin = (): void => {
    const index = begun.length;
    const item = items[index];
    if (item === undefined || isOver()) return;
    const result = run(item, index);
    // Awaited later, so that it is not unhandled meanwhile.
    result.catch(() => undefined);
    begun.push(result);
  };
  for (let job = 0; job < jobs; job++) begin();
  let isStopped = false;
  for (let index = 0; index < begun.length; index++) {
    const result = await begun[index];
    // Results may be large, and there may be many.
    begun[index] = undefined;
    if (result === undefined || isStopped) continue;
    await take(result, index);
    isStopped = isOver();
    if (!isStopped) while (begun.length < index + 1 + jobs && begun.length < items.length && !isOver()) begin();
  }
}
