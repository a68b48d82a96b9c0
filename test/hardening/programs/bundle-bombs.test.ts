import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inProcess } from '../../support/in-process.ts';

const { folder, launch } = inProcess();

test.each<[string, () => Buffer, RegExp]>([
  ['a gzip bomb', () => gzipSync(Buffer.alloc(510_000_000), { level: 1 }), /is larger than 500 MB/],
  ['deep nesting', () => gzipSync('['.repeat(5_000_000)), /its text has more than 1004 levels/],
  ['countless lists', () => gzipSync(`[${'[],'.repeat(11_000_000)}[]]`, { level: 1 }), /its text has more than/],
])('a bundle that is %s is refused', async (_, make, message) => {
  const bundle = join(folder(), 'hostile.hangar-bundle');
  await writeFile(bundle, make());
  await expect(launch({ bundle })).rejects.toThrow(message);
});
