import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState } from '../../electron/emulator/store/state/state.ts';
import { finishedRun, type Lab } from './lab.ts';

/** Runs that are put in one turn of the event loop. */
const PER_TURN = 500;
/** Between two runs, in microseconds. */
const STEP = 20_000;

/**
 * Makes a data folder of the lab with many finished runs, and gives its name. They are written once, by the store's own code,
 * and kept in the folder for temporary files.
 */
export async function dataWithRuns(lab: Lab, count: number): Promise<string> {
  const kept = join(tmpdir(), `hangar-bench-${count}-runs`);
  if (!existsSync(kept)) {
    await writeRuns(lab, `making-${count}`, count);
    renameSync(join(lab.folder, `making-${count}`), kept);
  }
  const name = `runs-${count}`;
  const [from, to] = [join(kept, 'state'), join(lab.folder, name, 'state')];
  if (existsSync(to)) return name;
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) copyFileSync(join(from, file), join(to, file));
  return name;
}

/** Repeats a run of 5 log lines that a Hangar executed. */
async function writeRuns(lab: Lab, name: string, count: number): Promise<void> {
  const own = await lab.hangar(name);
  const { id } = await finishedRun(own.url, 'chatty');
  await own.stop();
  const state = await openState({
    folder: join(lab.folder, name, 'state'),
    now: () => Date.now() * 1000,
    onFailure: (error) => {
      throw error;
    },
  });
  const run = state.get('run', id);
  if (run === undefined) throw new Error('the run is not in the state');
  const lines = state.logs(id, 1, state.logCount(id) + 1);
  for (let n = 1; n < count; n++) {
    const newID = `run20260101z${n.toString(36).padStart(10, '0')}`;
    const at = (count - n) * STEP;
    const earlier = (moment: number | null): number | null => (moment === null ? null : moment - at);
    state.put('run', {
      ...run,
      id: newID,
      ...{ createdAt: run.createdAt - at, updatedAt: run.updatedAt - at },
      ...{ activeAt: earlier(run.activeAt), succeededAt: earlier(run.succeededAt) },
      paramValues: { order_id: `AB${n}`, amount: n },
    });
    state.appendLogs(newID, lines);
    if (n % PER_TURN === 0) await state.flushed();
  }
  await state.flushed();
  await state.close();
}
