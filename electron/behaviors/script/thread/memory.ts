import { SCRIPT_MEMORY_MB } from '../protocol.ts';

const BYTES = SCRIPT_MEMORY_MB * 1024 * 1024;
const EVERY_MILLISECONDS = 100;
/** Smaller buffers are not looked at when they are made: looking takes longer than making them. In bytes. */
const SMALL = 65_536;

const BUFFERS = [
  'ArrayBuffer',
  'SharedArrayBuffer',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
] as const;

/**
 * The engine limits the heap of a thread but not its buffers, which would take the memory of every other run: they are limited here, when
 * a script makes large ones, also in a loop that never ends, and, wherever they come from, whenever the event loop turns.
 */
export function guardBuffers(fail: (error: unknown) => void): void {
  for (const name of BUFFERS) guardConstructor(name);
  for (const name of ['alloc', 'allocUnsafe', 'allocUnsafeSlow'] as const) {
    const original = Buffer[name].bind(Buffer);
    const guarded = (size: number, ...rest: [string?, BufferEncoding?]) => {
      check(size);
      return original(size, ...rest);
    };
    Object.assign(Buffer, { [name]: guarded });
  }
  setInterval(() => {
    const used = process.memoryUsage().arrayBuffers;
    if (used > BYTES) fail(new RangeError(tooMuch(used)));
  }, EVERY_MILLISECONDS);
}

/** A stand-in that passes for the constructor everywhere: `instanceof`, `extends` and `value.constructor`. */
function guardConstructor(name: (typeof BUFFERS)[number]): void {
  const original = globalThis[name];
  const unit = 'BYTES_PER_ELEMENT' in original ? original.BYTES_PER_ELEMENT : 1;
  const guarded = new Proxy(original, {
    construct: (target, args: unknown[], newTarget: new () => object) => {
      if (typeof args[0] === 'number') check(args[0] * unit);
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  Object.defineProperty(original.prototype, 'constructor', { value: guarded, writable: true, configurable: true });
  Object.defineProperty(globalThis, name, { value: guarded, writable: true, configurable: true });
}

function check(size: number): void {
  if (size <= SMALL) return;
  const used = process.memoryUsage().arrayBuffers + size;
  if (used > BYTES) throw new RangeError(tooMuch(used));
}

function tooMuch(bytes: number): string {
  return `the script's buffers take ${Math.round(bytes / 1_000_000)} MB, and at most ${SCRIPT_MEMORY_MB} MB are allowed`;
}
