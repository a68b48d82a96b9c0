/**
 * Makes the timers and clocks of a Node program run as fast as the clock of its Hangar: `NODE_OPTIONS=--import hangar/time` with
 * `HANGAR_SPEED`. Times that a program measures and times that it waits are longer by that factor than the machine's.
 */
import { performance } from 'node:perf_hooks';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';

const speed = Number(process.env['HANGAR_SPEED'] ?? 1);
if (Number.isFinite(speed) && speed > 1) accelerate(speed);

type Timer = (call: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) => unknown;

function accelerate(factor: number): void {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const original: Timer = timers[name];
    const faster: Timer = (call, delay = 1, ...values) => original(call, delay / factor, ...values);
    Reflect.set(timers, name, faster);
    Reflect.set(globalThis, name, faster);
  }
  const pause = promises.setTimeout;
  const shorter = (delay: unknown = 1, ...rest: unknown[]): unknown =>
    Reflect.apply<typeof promises, unknown[], unknown>(pause as (...values: unknown[]) => unknown, promises, [
      Number(delay) / factor,
      ...rest,
    ]);
  Reflect.set(promises, 'setTimeout', shorter);
  // `util.promisify` looks for it.
  Reflect.set(timers.setTimeout, promisify.custom, shorter);
  accelerateClocks(factor);
  syncBuiltinESMExports();
}

function accelerateClocks(factor: number): void {
  const now = performance.now.bind(performance);
  const began = { monotonic: now(), wall: Date.now() };
  const elapsed = (): number => (now() - began.monotonic) * factor;
  const wall = (): number => Math.floor(began.wall + elapsed());
  Reflect.set(performance, 'now', () => began.monotonic + elapsed());
  const Machine = Date;
  const Faster = new Proxy(Machine, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [wall()] : values, newTarget) as object,
    apply: () => new Machine(wall()).toString(),
    get: (target, name) => (name === 'now' ? wall : (Reflect.get(target, name) as unknown)),
  });
  Reflect.set(globalThis, 'Date', Faster);
}
