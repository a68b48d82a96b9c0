import type { ScriptClock } from '../../../../engine/context/behavior-port.ts';
import { performance } from '../../../../timers/timers.ts';

const MachineDate = Date;

/** Milliseconds since 1970 by the emulated clock, or by the machine's. */
let present: () => number = () => MachineDate.now();
let isInstalled = false;

/** Makes `Date` follow an emulated clock from now on. Without one, it shows the machine's time. */
export function followClock(clock: ScriptClock | undefined): void {
  if (clock === undefined) {
    present = () => MachineDate.now();
    return;
  }
  const since = performance.now();
  present = () => Math.floor(clock.at + (performance.now() - since) * clock.pace);
  if (!isInstalled) install();
}

/** Replaces the global `Date`. Its prototype is shared, so that `instanceof` holds for every date. */
function install(): void {
  isInstalled = true;
  const now = (): number => present();
  const emulated: DateConstructor = new Proxy(MachineDate, {
    construct: (target, args: unknown[], newTarget: Newable) =>
      Reflect.construct(target, args.length === 0 ? [present()] : args, newTarget) as Date,
    apply: () => new MachineDate(present()).toString(),
    get: (target, name, receiver): unknown => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  MachineDate.prototype.constructor = emulated;
  globalThis.Date = emulated;
}

type Newable = new (...args: never[]) => unknown;
