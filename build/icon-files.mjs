/** A Windows icon of several sizes, `[{ size, png }]`; every Windows that Electron runs on reads PNG in it. */
export function icoOf(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const entry = 6 + 16 * index;
    // A byte each for width and height: 0 stands for 256.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** macOS's names of an icon's images by pixels: plain ones, and those for screens of double density. */
const ICNS_TYPES = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** A macOS icon of several sizes, `[{ size, png }]`. */
export function icnsOf(images) {
  const entries = images.flatMap(({ size, png }) =>
    ICNS_TYPES[size].map((type) => Buffer.concat([Buffer.from(type), uint32(png.length + 8), png])),
  );
  const length = entries.reduce((sum, entry) => sum + entry.length, 8);
  return Buffer.concat([Buffer.from('icns'), uint32(length), ...entries]);
}

function uint32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
