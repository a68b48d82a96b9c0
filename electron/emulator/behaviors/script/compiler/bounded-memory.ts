/**
 * Limits the memory of WebAssembly modules that this thread loads later. Thread limits do not cover it, and a few lines of
 * source can make the compiler build constants of any length.
 */

/** Maximum number of 64-KiB pages: 512 MB. */
const MOST_PAGES = 8192;

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;

// The types of Node let no one replace the class.
declare const WebAssembly: { Module: new (bytes: Uint8Array) => object };

const { Module } = WebAssembly;
WebAssembly.Module = class extends Module {
  constructor(bytes: Uint8Array) {
    super(withMostPages(bytes));
  }
};

/** Adds a maximum to a module's memory section, which holds a count, flags, and the initial number of pages. */
function withMostPages(bytes: Uint8Array): Uint8Array {
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const size = readNumber(bytes, at + 1);
    const end = size.end + size.value;
    if (bytes[at] === MEMORY_SECTION) {
      const least = readNumber(bytes, size.end + 2).value;
      const section = [1, 1, ...numberBytes(least), ...numberBytes(MOST_PAGES)];
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([MEMORY_SECTION, section.length, ...section]),
        bytes.subarray(end),
      ]);
    }
    at = end;
  }
  throw new Error('the compiler has no memory section');
}

/** Reads a LEB128 number; `end` is the index after it. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start, scale = 1; ; at++, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * scale;
    if (byte < 128) return { value, end: at + 1 };
  }
}

function numberBytes(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...numberBytes(Math.floor(value / 128))];
}
