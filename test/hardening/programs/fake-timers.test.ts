import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuthoredWorkspace, RunningEmulator } from '../../../electron/programs/library.ts';
import { type Hangar, withHangar } from '../../../electron/programs/testing.ts';
import { inProcess } from '../../support/in-process.ts';
import { clientOf } from '../../support/program.ts';
import { steps } from '../../support/steps.ts';

const { folder, launch } = inProcess();
afterEach(() => void vi.useRealTimers());

const workspace: AuthoredWorkspace = {
  version: 1,
  tasks: [
    { slug: 'steps', behavior: steps({ do: 'wait', seconds: 0.05 }, { do: 'output', value: { from: 'steps' } }) },
    { slug: 'script', behavior: { kind: 'script', source: 'export default () => ({ from: "script" });' } },
    {
      slug: 'command',
      behavior: { kind: 'command', command: ['node', '-p', `'hangar_output:set {"from":"command"}'`] },
    },
    { slug: 'late', behavior: steps({ do: 'wait', seconds: 600 }, { do: 'output', value: { from: 'late' } }) },
  ],
};

const outputOf = async (
  hangar: Pick<RunningEmulator | Hangar, 'url' | 'apiKey' | 'waitFor' | 'clock'>,
  slug: string,
): Promise<unknown> => {
  const { v0 } = clientOf(hangar);
  const { runID } = await v0.tasks.execute({ body: { slug } });
  if (slug === 'late') await hangar.clock.advance({ seconds: 600 });
  await hangar.waitFor({ for: 'run', runID });
  return (await v0.runs.getOutputs({ query: { id: runID } })).output;
};

describe('under the fake timers of Vitest', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2001-02-03T04:05:06Z') }));

  test('an emulator starts, executes, keeps its own time and stops', async () => {
    const emulator = await launch({ workspace, data: folder() });
    for (const { slug } of workspace.tasks ?? []) expect(await outputOf(emulator, slug)).toEqual({ from: slug });
    const { now } = emulator.clock.read();
    await emulator.stop();
    expect([new Date().getFullYear(), new Date(now).getFullYear() > 2001]).toEqual([2001, true]);
  });

  test('an emulator of hangar/testing answers', async () => {
    const path = join(folder(), 'hangar.json');
    await writeFile(path, JSON.stringify(workspace));
    await withHangar(async (hangar) => expect(await outputOf(hangar, 'late')).toEqual({ from: 'late' }), {
      workspace: path,
    })();
  });
});
