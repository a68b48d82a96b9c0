import type { OpenBundle } from '../../../shared/contract/emulator/bundle.ts';

/** Messages about an open bundle, to show at start-up. */
export function bundleMessages({ file, hangar, createdAt, omitted, ...holds }: OpenBundle): string[] {
  const counts = [
    [holds.runs, 'run'],
    [holds.requests, 'request'],
    [holds.findings, 'finding'],
  ] as const;
  const found = counts.map(([n, noun]) => counted(n, noun)).join(', ');
  const masked = Object.values(omitted.masked).reduce((sum, n) => sum + n, 0);
  const { cut, leftOut } = omitted;
  const left = [
    [masked, 'masked secret'],
    [cut.bodies, 'cut body', 'cut bodies'],
    [cut.texts, 'cut text'],
    [leftOut.uploads, 'uploaded file'],
    [leftOut.requests, 'earlier request'],
    [leftOut.defaults, 'secret default'],
    [leftOut.sandboxes, 'sandbox', 'sandboxes'],
  ] as const;
  const omittedText = left.filter(([n]) => n > 0).map(([n, noun, plural]) => counted(n, noun, plural));
  return [
    `Opened ${masked === 0 ? '' : 'the bundle '}${file} in memory: ${found}${hangar === '' ? '' : `; made by Hangar ${hangar}`}${createdAt === '' ? '' : ` at ${createdAt}`}.`,
    ...(omittedText.length === 0 ? [] : [`Omitted from the bundle: ${omittedText.join(', ')}.`]),
    ...(masked === 0
      ? []
      : ['Masked secrets are lost for good: what goes on or is executed has placeholders in their place.']),
  ];
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
