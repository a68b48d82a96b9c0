import type { BehaviorRunner } from '../../electron/emulator/engine/context/behavior-port.ts';
import type { HangarContract } from '../../shared/contract/index.ts';
import type { Client } from '../../shared/http/client.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { until } from './until.ts';

const KEY_LINE = 'key of the run: ';

/** A command whose runs stay Active, so that a test can call with their keys. */
const HOLD = ['node', '-e', `console.log('${KEY_LINE}' + process.env.HANGAR_API_KEY); setInterval(() => {}, 1e9)`];

/** The behavior of a task for `heldRun`: in `testEmulator` without a process. */
export const HELD: NonNullable<AuthoredTask['behavior']> = { kind: 'command', command: HOLD };

/** Carries out `HELD`; other commands succeed at once. */
export const heldCommands: BehaviorRunner<'command'> = {
  resumes: false,
  run: ({ command }, context) => {
    if (command[2] !== HOLD[2]) return Promise.resolve();
    context.log('info', KEY_LINE + context.apiKey());
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('The run was stopped.')));
    });
  },
};

/** Executes a task with the behavior `HELD`, as the local user; returns its run and the key of the run. */
export async function heldRun(
  api: Client<HangarContract>,
  slug: string,
  environment?: string,
): Promise<{ runID: string; key: string }> {
  const body = environment === undefined ? {} : { environment };
  const { runID } = await api.emulator.runs.execute({ params: { id: slug }, body });
  return { runID, key: await keyOfRun(api, runID) };
}

/** The key of a run with the behavior `HELD`. */
export async function keyOfRun(api: Client<HangarContract>, runID: string): Promise<string> {
  const { text } = await until(async () => {
    const { lines } = await api.emulator.runs.logs({ params: { id: runID } });
    return lines.find((line) => line.text.startsWith(KEY_LINE));
  });
  return text.slice(KEY_LINE.length);
}
