import { afterAll, expect, test } from 'vitest';
import {
  SCRIPT_LIMITS,
  ScriptSlots,
  slotsOfScripts,
} from '../../../electron/emulator/behaviors/script/script-slots.ts';
import { startEngine, type TestEngine } from '../../support/engine.ts';
import { scriptRunner } from '../../support/runners.ts';

const SLEEPS = 'export default ({ sleep }) => sleep(60);';
const runner = scriptRunner({ limits: { ...SCRIPT_LIMITS, scripts: 2 } });
afterAll(() => runner.close());

const tasks = [{ slug: 'sleeps', concurrency: 10, behavior: { kind: 'script' as const, source: SLEEPS } }];

/** Starts five runs of a script that sleeps for a minute, on a frozen clock where two may run at a time. */
async function fiveRuns(): Promise<{ hangar: TestEngine; ids: string[] }> {
  const hangar = await startEngine({ tasks }, { script: runner });
  await hangar.engine.clock.set({ state: 'frozen' });
  const ids = Array.from({ length: 5 }, () => hangar.execute('sleeps'));
  await hangar.clock.advance(0);
  return { hangar, ids };
}

/** Minutes and status of each run's end. */
function endsOf({ run }: TestEngine, ids: readonly string[]): string[] {
  return ids.map((id) => {
    const { status, succeededAt } = run(id);
    return `${status} ${succeededAt?.slice(11, 19) ?? ''}`;
  });
}

const ENDS = ['16:01:00', '16:01:00', '16:02:00', '16:02:00', '16:03:00'].map((at) => `Succeeded ${at}`);

test('more scripts than may run at a time sleep one after the other during an advance', async () => {
  const { hangar, ids } = await fiveRuns();
  const { events, blockedBy } = await hangar.engine.clock.advance({ seconds: 3600 }, 60);
  expect([endsOf(hangar, ids), blockedBy]).toEqual([ENDS, []]);
  expect(
    events
      .filter(({ kind }) => kind === 'wait')
      .map(({ runID }) => runID)
      .toSorted(),
  ).toEqual(ids.toSorted());
});

test('their waits are skipped, too', async () => {
  const { hangar, ids } = await fiveRuns();
  await hangar.engine.clock.set({ autoSkip: true });
  const pass = async (): Promise<string[]> => {
    await hangar.clock.advance(0.021);
    return endsOf(hangar, ids);
  };
  await expect.poll(pass, { interval: 5 }).toEqual(ENDS);
});

test('one that waits can be cancelled, and the next takes its turn', async () => {
  const { hangar, ids } = await fiveRuns();
  hangar.engine.runs.cancel(ids[2] ?? '', hangar.engine.access.localUser());
  await hangar.engine.clock.advance({ seconds: 3600 }, 60);
  const minutes = [ENDS[0], ENDS[1], 'Cancelled ', ENDS[2], ENDS[3]];
  expect(endsOf(hangar, ids)).toEqual(minutes);
});

test('a run that waits too long fails with a sentence that names the limit; a release lets the next one in', async () => {
  const slots = new ScriptSlots(slotsOfScripts({ scripts: 1, wait: 50 }));
  const { signal } = new AbortController();
  expect([slots.tryTake(), slots.tryTake()]).toEqual([true, false]);
  const first = slots.wait(signal);
  await expect(first).rejects.toThrow(
    '1 scripts run already, those that sleep on the clock included, and none ended within 0.05 s',
  );
  const second = slots.wait(signal);
  slots.release();
  await second;
  expect(slots.tryTake()).toBe(false);
  slots.release();
  expect(slots.tryTake()).toBe(true);
});
