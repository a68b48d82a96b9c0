import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProcessRecords } from '../../electron/emulator/behaviors/processes.ts';
import { isAlive } from '../../electron/emulator/platform/processes.ts';
import { folderWith } from '../support/behaviors.ts';
import { needs } from '../support/needs.ts';

/** Starts a process group as a run does; gives its number. */
async function startGroup(runID: string, script = 'sleep 1000'): Promise<number> {
  const child = spawn('sh', ['-c', script], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, HANGAR_RUN_ID: runID },
  });
  await new Promise((resolve) => child.once('spawn', resolve));
  return child.pid!;
}

describe('the processes that a killed server leaves', () => {
  needs('Linux', 'POSIX');

  test('are told from other processes with the same ID', async () => {
    const folder = folderWith();
    const pid = await startGroup('another-run');
    openProcessRecords(folder).add(pid, 'run-gone');
    const file = join(folder, `${pid}.json`);
    const record = JSON.parse(readFileSync(file, 'utf8')) as object;
    const outcomes = [];
    for (const change of [{ started: '1' }, { boot: 'another start of the machine' }]) {
      writeFileSync(file, JSON.stringify({ ...record, ...change }));
      outcomes.push((await openProcessRecords(folder).killLeftovers()).ended, isAlive(pid));
    }
    process.kill(-pid, 'SIGKILL');
    expect(outcomes).toEqual([0, true, 0, true]);
  });

  test('are left alone when their record is damaged', async () => {
    const folder = folderWith({
      '1.json': '{"pid":1,"runID":"x","started":"1","boot":""}',
      '22.json': '{"pid":22',
      'note.txt': 'kept',
    });
    expect([await openProcessRecords(folder).killLeftovers(), readdirSync(folder)]).toEqual([
      { ended: 0, refused: [] },
      ['note.txt'],
    ]);
  });

  test('are left alone when their record is of a newer Hangar, which is reported and kept', async () => {
    const folder = folderWith();
    const pid = await startGroup('run-new');
    openProcessRecords(folder).add(pid, 'run-new');
    const file = join(folder, `${pid}.json`);
    const record = readFileSync(file, 'utf8').replace('"version":1', '"version":2');
    writeFileSync(file, record);
    const leftovers = await openProcessRecords(folder).killLeftovers();
    const wasLetBe = isAlive(pid);
    process.kill(-pid, 'SIGKILL');
    expect([leftovers, wasLetBe, readFileSync(file, 'utf8')]).toEqual([
      {
        ended: 0,
        refused: [
          `${file} was written by a newer Hangar (version 2 of the format; this one knows 1) and is left as it is.`,
        ],
      },
      true,
      record,
    ]);
  });
});
