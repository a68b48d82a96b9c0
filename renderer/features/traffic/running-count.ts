/**
 * Returns a function that counts rows of a list, whose rows do not change. It looks only at those that have come or gone at
 * the ends since the last call.
 */
export function runningCount<Row>(isCounted: (row: Row) => boolean): (rows: readonly Row[]) => number {
  let known: readonly Row[] = [];
  let count = 0;
  const countIn = (rows: readonly Row[]) => rows.filter(isCounted).length;
  return (rows) => {
    const added = rows.findIndex((row) => row === known[0]);
    const kept = rows.length - added;
    const goesOn = added >= 0 && kept <= known.length && rows.at(-1) === known[kept - 1];
    count = goesOn ? count + countIn(rows.slice(0, added)) - countIn(known.slice(kept)) : countIn(rows);
    known = rows;
    return count;
  };
}
