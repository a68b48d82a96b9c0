import { expect, test } from 'vitest';
import { soak } from '../../bench/soak/run.ts';

/** The short form of `npm run soak`: it judges what is answered and kept, and leaves what takes how long to the long one. */

const MEGABYTE = 1024 * 1024;

test('a mixed load for twenty seconds loses no run, is answered as it should be, and leaves bounded files', async () => {
  // A tenth of the runs carry 600 kB: some 40 MB in all, of which retention leaves a sixth; the file has at most three times that.
  const plan = { minutes: 1 / 3, rate: 30, windows: 3, retain: 100, noteBytes: 600_000, say: () => undefined };
  const { problems, lives, eventsRead, bytesKept, trafficBytes } = await soak(plan);
  expect(problems, problems.join('; ')).toEqual([]);
  expect({
    lives: lives > 100,
    events: eventsRead > lives,
    bounded: bytesKept < 30 * MEGABYTE,
    // The older half of 64 MiB is dropped.
    boundedTraffic: trafficBytes > 0 && trafficBytes < 73 * MEGABYTE,
  }).toEqual({ lives: true, events: true, bounded: true, boundedTraffic: true });
});
