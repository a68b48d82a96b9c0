import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openState } from '../../../electron/emulator/store/state/state.ts';
import { contentOf, finished, run, START } from '../../store/sample.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hangar-lost-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test.each(['process', 'power'] as const)(
  'while the file is gone writes are refused and reads go on; once it is back nothing is lost (%s)',
  async (durability) => {
    const name = 'state.jsonl';
    const folder = mkdtempSync(join(scratch, 'folder-'));
    const failures: string[] = [];
    const options = { folder, durability, now: () => START, onFailure: ({ message }: Error) => failures.push(message) };
    const state = await openState(options);
    state.put('run', finished(1));
    state.put('run', run(2));
    await state.compact();
    renameSync(join(folder, name), join(folder, 'away'));
    await expect.poll(() => state.isLost()).toBe(true);
    state.put('run', run(3));
    const why = `${folder}/${name} was removed or replaced while Hangar was using it.`;
    await expect(state.flushed()).rejects.toThrow(why);
    expect(state.assertWritable).toThrow(why);
    expect(state.get('run', run(1).id)).toEqual(finished(1));
    renameSync(join(folder, 'away'), join(folder, name));
    state.assertWritable();
    state.put('run', run(4));
    await state.flushed();
    const content = contentOf(state);
    await state.close();
    const again = await openState(options);
    expect([again.messages, contentOf(again)]).toEqual([[], content]);
    await again.close();
    expect(failures).toEqual([expect.stringContaining(why)]);
  },
);
