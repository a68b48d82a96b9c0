import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TrafficFile } from '../../../electron/emulator/store/traffic/traffic-file.ts';

test('the file of the traffic is halved at 64 MiB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hangar-traffic-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'traffic.jsonl');
  const log = new TrafficFile(file, () => undefined);
  const text = (n: number): string => JSON.stringify({ n, text: 'x'.repeat(1_000_000) });
  let largest = 0;
  for (let n = 0; n < 90; n++) {
    await log.append([text(n)]);
    largest = Math.max(largest, statSync(file).size);
  }
  expect(largest).toBeLessThanOrEqual(64 * 1024 * 1024);
  const kept: number[] = [];
  for await (const value of log.newestFirst()) kept.push((value as { n: number }).n);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => 89 - i));
  expect(kept.length).toBeGreaterThan(30);
  expect(readdirSync(folder)).toEqual(['traffic.jsonl']);
});
