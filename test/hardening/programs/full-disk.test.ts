import { afterEach, beforeEach, expect, test } from 'vitest';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { builtProgram } from '../../support/built-program.ts';
import { needs } from '../../support/needs.ts';
import { clientOf, endAll, run, serve, type Ready } from '../../support/program.ts';
import { isJsonObject } from '../../../shared/values/json.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { steps } from '../../support/steps.ts';

/** Real disks that are full, or that nobody may write. */

const MEGABYTE = 1024 * 1024;
const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  tasks: [
    {
      slug: 'keep',
      concurrency: 1000,
      parameters: [{ slug: 'n', type: 'integer' }, { slug: 'note' }],
      behavior: steps({ do: 'output', value: { n: '{{ params.n }}' } }),
    },
  ],
};

const { folder } = builtProgram();
let disk: SmallDisk | undefined;

needs('mounts');

beforeEach(() => {
  disk = mountSmallDisk(join(folder(), 'disk'), 4 * MEGABYTE);
});
afterEach(async () => {
  // Before the folder goes, and what still writes there before the disk.
  await endAll();
  disk?.remove();
  disk = undefined;
});

const onDisk = (...names: string[]): string => join(folder(), 'disk', ...names);

/** Takes all the room that is left. */
function fillUp(name: string): void {
  for (let i = 0, bytes = MEGABYTE; bytes >= 1; i++) {
    try {
      writeFileSync(onDisk(`${name}-${i}`), Buffer.alloc(bytes));
    } catch {
      // No room for so much: less, until not a byte is left.
      bytes = Math.floor(bytes / 2);
    }
  }
}

function makeRoom(name: string): void {
  for (const file of readdirSync(onDisk())) if (file.startsWith(name)) rmSync(onDisk(file));
}

interface Answer {
  readonly status: number;
  readonly body: { readonly runID?: string; readonly error?: string; readonly code?: string };
}

async function execute({ url, apiKey }: Ready, n: number): Promise<Answer> {
  const answer = await fetch(`${url}/v0/tasks/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': apiKey },
    body: JSON.stringify({ slug: 'keep', paramValues: { n, note: 'x'.repeat(20_000) } }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

/** The acknowledged runs that are missing or wrong. */
async function missing(ready: Ready, told: ReadonlyMap<string, number>): Promise<string[]> {
  const api = clientOf(ready).v0;
  const wrong: string[] = [];
  for (const [id, n] of told) {
    const { status } = await api.runs.get({ query: { id } });
    const { output } = await api.runs.getOutputs({ query: { id } });
    if (status !== 'Succeeded' || !isJsonObject(output) || output['n'] !== n) wrong.push(id);
  }
  return wrong;
}

test('on a full disk all that could not be kept is refused in words, and with room again nothing is lost', async () => {
  const file = onDisk('workspace.json');
  writeFileSync(file, JSON.stringify(WORKSPACE));
  const args = ['--data', onDisk('data'), '--workspace', file];
  const { ready, stop, printed } = await serve(args);
  const told = new Map<string, number>();
  const tell = ({ body }: Answer, n: number): void => void told.set(body.runID ?? 'none', n);
  for (let n = 0; n < 20; n++) tell(await execute(ready, n), n);
  fillUp('filler');
  const refused: Answer[] = [];
  for (let n = 20; refused.length < 5; n++) {
    const answer = await execute(ready, n);
    if (answer.status === 200) tell(answer, n);
    else refused.push(answer);
  }
  const why = `The state could not be written to disk, so the change is not acknowledged: The state could not be saved: ${onDisk('data', 'state')}/state.jsonl: ENOSPC: no space left on device, write. Changes are kept in memory and saved as soon as possible.`;
  expect(refused).toEqual(refused.map(() => ({ status: 500, body: { error: why, code: 'internal' } })));
  const change = clientOf(ready).emulator.definitions.tasks.replace({
    params: { id: 'keep' },
    body: { slug: 'keep', description: 'x'.repeat(100_000) },
  });
  await expect(change).rejects.toThrow('ENOSPC: no space left on device');
  // A read might reveal unsaved state; a client's mistake is still reported.
  const [oldest = ''] = told.keys();
  await expect(clientOf(ready).v0.runs.get({ query: { id: oldest } })).rejects.toThrow(why);
  expect(await execute(ready, 0.5)).toMatchObject({ status: 400 });
  makeRoom('filler');
  // The first request that finds room finds everything before it kept.
  const after = await execute(ready, 1000);
  expect(after.status).toBe(200);
  tell(after, 1000);
  expect(await missing(ready, told)).toEqual([]);
  await stop('SIGKILL');
  const again = await serve(args);
  expect(await missing(again.ready, told)).toEqual([]);
  expect(told.size).toBeGreaterThan(20);
  expect(printed.stdout.match(/The state could not be saved/g)).toHaveLength(1);
  expect([printed.stderr, await again.stop()]).toEqual(['', expect.objectContaining({ code: 0, stderr: '' })]);
});

/** Expects that a start with a data folder is refused in words. */
async function expectRefused(data: string, why: RegExp): Promise<void> {
  const { code, stderr } = await run(['serve', '--port', '0', '--data', data]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(why)]);
}

test('a start on a full disk is refused in words, and changes nothing', async () => {
  mkdirSync(onDisk('data'));
  fillUp('filler');
  await expectRefused(onDisk('data'), /^hangar: The data folder .*ENOSPC: no space left on device/);
  makeRoom('filler');
  const { stop } = await serve(['--data', onDisk('data')]);
  expect(await stop()).toMatchObject({ code: 0 });
});

test('a folder that cannot be written is refused in words', async () => {
  const { stop } = await serve(['--data', onDisk('data')]);
  await stop();
  disk?.makeReadOnly();
  await expectRefused(onDisk('data'), /^hangar: The data folder .*data.*EROFS: read-only file system/);
});

test.each<[string, (data: string) => void]>([
  ['a file in the place of its checkpoints', (data) => writeFileSync(join(data, 'checkpoints'), 'mine')],
  ['a folder in the place of its lock', (data) => void mkdirSync(join(data, 'state', 'lock'), { recursive: true })],
])('%s is refused in words that name it', async (_, place) => {
  const data = join(folder(), 'data');
  mkdirSync(data);
  place(data);
  await expectRefused(data, /^hangar: The data folder cannot be used: .*(?:checkpoints|lock)'\.$/m);
});
