import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Latencies } from './calls.ts';
import type { SoakedServer } from './server.ts';
import type { Series } from './trend.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes of the files of the state by sort, of the kept traffic, and of the whole data folder. */
export function sizesIn(data: string): Readonly<Record<'state' | 'traffic' | 'everything', number>> {
  const sizes = { state: 0, traffic: 0, everything: 0 };
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // A file may go while one looks.
    const size = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
    sizes.everything += size;
    if (entry.name.startsWith('traffic.jsonl')) sizes.traffic += size;
    if (entry.name.startsWith('state.jsonl')) sizes.state += size;
  }
  return sizes;
}

/** Figures that are looked at again and again, in the order in which they first came. */
export class Samples {
  readonly #began = performance.now();
  readonly #series = new Map<string, Omit<Series, 'points'> & { points: [number, number][] }>();

  /** Looks at everything once. */
  async take(server: SoakedServer, { data, latencies }: { data: string; latencies: Latencies }): Promise<void> {
    const vitals = await server.vitals();
    this.#add('resident memory', vitals.rss / MEGABYTE, ['MB', 16]);
    this.#add('heap after a collection', vitals.heap / MEGABYTE, ['MB', 4]);
    this.#add('memory outside the heap', vitals.external / MEGABYTE, ['MB', 8]);
    this.#add('handles and requests of the event loop', vitals.resources, ['', 30]);
    this.#add('open files and sockets', server.descriptors(), ['', 30]);
    this.#add('delay of the event loop, p99', vitals.delayP99, ['ms', 20]);
    this.#add('delay of the event loop, longest', vitals.delayMax, ['ms', null]);
    const sizes = sizesIn(data);
    // At most twice what is kept, before a rewrite.
    this.#add('the file of the state', sizes.state / MEGABYTE, ['MB', 16]);
    this.#add('the whole data folder', sizes.everything / MEGABYTE, ['MB', 16]);
    for (const [kind, ascending] of [...latencies.take()].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const at = (share: number): number => ascending[Math.floor((ascending.length - 1) * share)] ?? Number.NaN;
      this.#add(`${kind}, p50`, at(0.5), ['ms', 5]);
      this.#add(`${kind}, p99`, at(0.99), ['ms', 50]);
    }
  }

  #add(name: string, value: number, [unit, slack]: readonly [string, number | null]): void {
    const series = this.#series.get(name) ?? { name, unit, slack, points: [] };
    this.#series.set(name, series);
    series.points.push([(performance.now() - this.#began) / 60_000, value]);
  }

  all(): readonly Series[] {
    return [...this.#series.values()];
  }
}
