import type { OpenBundle } from '../../shared/contract/emulator/bundle.ts';

/** Messages about an open bundle, to show at start-up. */
export function bundleMessages({ file, hangar, createdAt, omitted, ...holds }: OpenBundle): string[] {
  const counts = [
    [holds.runs, 'run'],
    [holds.requests, 'request'],
    [holds.findings, 'finding'],
  ] as const;
  const found = counts.map(([n, noun]) => `${n} ${noun}${n === 1 ? '' : 's'}`).join(', ');
  const masked = Object.values(omitted.masked).reduce((sum, n) => sum + n, 0);
  const { cut, leftOut } = omitted;
  const left = [
    [masked, 'masked secret'],
    [cut.bodies, 'cut request body or answer'],
    [cut.texts, 'cut text'],
    [leftOut.uploads, 'uploaded file'],
    [leftOut.requests, 'earlier request'],
    [leftOut.defaults, 'secret default'],
    [leftOut.sandboxes, 'sandbox'],
  ] as const;
  const omittedText = left.filter(([n]) => n > 0).map(([n, noun]) => `${noun}: ${n}`);
  return [
    `Opened the bundle ${file} in memory: ${found}; made by Hangar ${hangar} at ${createdAt}.`,
    ...(omittedText.length === 0 ? [] : [`Omitted from the bundle: ${omittedText.join(', ')}.`]),
  ];
}
