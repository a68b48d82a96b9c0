import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProcessRecords } from '../../electron/emulator/behaviors/processes.ts';
import { isAlive } from '../../electron/emulator/platform/processes.ts';
import { folderWith } from '../support/behaviors.ts';
import { needs } from '../support/needs.ts';
import { until } from '../support/until.ts';

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

  test('are ended at the next start, with their children', async () => {
    const folder = join(folderWith(), 'processes');
    const pid = await startGroup('run-left', 'sleep 1000 & sleep 1000');
    openProcessRecords(folder).add(pid, 'run-left');
    const next = openProcessRecords(folder);
    const killed = [(await next.killLeftovers()).ended, (await next.killLeftovers()).ended];
    await until(() => !isAlive(pid));
    expect({ killed, files: readdirSync(folder) }).toEqual({ killed: [1, 0], files: [] });
  });

  test('are ended although they have left their group', async () => {
    const folder = join(folderWith(), 'processes');
    const marker = join(folder, '..', 'pid');
    const pid = await startGroup('run-fled', `setsid sh -c 'echo $$ > ${marker}; exec sleep 1000' & sleep 1000`);
    openProcessRecords(folder).add(pid, 'run-fled');
    await until(() => readdirSync(join(folder, '..')).includes('pid') && readFileSync(marker, 'utf8') !== '');
    await openProcessRecords(folder).killLeftovers();
    const fled = Number(readFileSync(marker, 'utf8'));
    await until(() => !isAlive(fled));
    expect(fled).not.toBe(pid);
  });

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
