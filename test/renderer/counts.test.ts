import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ThrottledCounts } from '../../renderer/core/filter/throttled-counts.ts';
import { runningCount } from '../../renderer/features/traffic/running-count.ts';

describe('counts of filters', () => {
  /** Counts two filters, one of which takes half a second; `asked` are those that were counted, in order. */
  function counting() {
    const clock = { now: 0 };
    const asked: string[] = [];
    const counts = new ThrottledCounts(
      (text) => {
        asked.push(text);
        clock.now += text === 'AB1042' ? 500 : 2;
        return Promise.resolve(`${asked.length}`);
      },
      () => clock.now,
    );
    const count = () => counts.count(['status:failed', 'AB1042']);
    return { clock, asked, counts, count };
  }

  test('one that takes long keeps its count for fifty times as long, and says when it is due', async () => {
    const { clock, asked, count } = counting();
    expect(await count()).toEqual({
      counts: new Map([
        ['status:failed', '1'],
        ['AB1042', '2'],
      ]),
      dueIn: undefined,
    });
    clock.now += 2000;
    expect(await count()).toEqual({
      counts: new Map([
        ['status:failed', '3'],
        ['AB1042', '2'],
      ]),
      dueIn: 22_998,
    });
    clock.now += 22_996;
    expect(await count()).toMatchObject({ dueIn: undefined });
    expect(asked).toEqual(['status:failed', 'AB1042', 'status:failed', 'status:failed', 'AB1042']);
  });

  test('one that takes long is counted once when counts are asked for meanwhile', async () => {
    const { asked, count } = counting();
    await Promise.all([count(), count(), count()]);
    expect(asked.filter((text) => text === 'AB1042')).toHaveLength(1);
  });

  test('a failed count does not prevent the next one', async () => {
    const counts = new ThrottledCounts(
      (text) => (text === 'broken' ? Promise.reject(new Error('Out of order')) : Promise.resolve('1')),
      () => 0,
    );
    const results = await Promise.allSettled([counts.count(['broken']), counts.count(['status:failed'])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('all are counted again once they are forgotten', async () => {
    const { asked, counts, count } = counting();
    await count();
    counts.forget();
    await count();
    expect(asked).toEqual(['status:failed', 'AB1042', 'status:failed', 'AB1042']);
  });
});

describe('a running count', () => {
  interface Row {
    readonly id: number;
    readonly isError: boolean;
  }
  /** Changes of a list, newest first: rows that come, and the most that it keeps; or another list. */
  const changes = fc.array(fc.record({ come: fc.array(fc.boolean()), most: fc.nat(8), isLoadedAgain: fc.boolean() }));

  test('is the number of matching rows of any list, and reads a row that stays once', () => {
    fc.assert(
      fc.property(changes, (steps) => {
        let rows: Row[] = [];
        let id = 0;
        const reads: Row[] = [];
        const count = runningCount<Row>((row) => (reads.push(row), row.isError));
        for (const { come, most, isLoadedAgain } of steps) {
          const before = new Set(rows);
          rows = [
            ...come.map((isError) => ({ id: id++, isError })),
            ...rows.map((row) => (isLoadedAgain ? { ...row } : row)),
          ].slice(0, most);
          reads.length = 0;
          expect(count(rows)).toBe(rows.filter(({ isError }) => isError).length);
          if (rows.some((row) => before.has(row)))
            expect(reads.filter((row) => before.has(row) && rows.includes(row))).toEqual([]);
        }
      }),
    );
  });
});
