import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lockFolder } from '../../../electron/emulator/store/state/lock.ts';
import { openState, type StateStore } from '../../../electron/emulator/store/state/state.ts';
import { needs, skipWithout } from '../../support/needs.ts';
import { childOf, IN_OWN_NAMESPACE, stateOf } from '../../support/pid-namespace.ts';
import { until } from '../../support/until.ts';
import { childScript } from '../../store/child-script.ts';
import { run, START } from '../../store/sample.ts';

/** Holders of a data folder: real processes that live, die, are suspended, or are invisible. */

const scratch = mkdtempSync(join(tmpdir(), 'hangar-lock-'));
const children: ChildProcess[] = [];
let script = '';
beforeAll(async () => {
  script = await childScript('writer', scratch);
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => rmSync(scratch, { recursive: true }));

const newFolder = (): string => mkdtempSync(join(scratch, 'folder-'));

interface Opening {
  readonly state: Promise<StateStore>;
  readonly waits: string[];
}

function open(folder: string, failures: string[] = []): Opening {
  const waits: string[] = [];
  const state = openState({
    folder,
    now: () => START,
    onFailure: ({ message }) => failures.push(message),
    onWait: (sentence) => waits.push(sentence),
  });
  return { state, waits };
}

interface Writer {
  readonly child: ChildProcess;
  /** Numbers of the runs that it was told are durable. */
  readonly said: number[];
  readonly printed: { errors: string };
}

/** Starts a process that writes runs until it ends, and waits for its first word or its end. */
async function startWriter(folder: string, first = 1, before: readonly string[] = []): Promise<Writer> {
  const [command, ...args] = [...before, process.execPath, script, folder, String(first)];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const writer = { child, said: [] as number[], printed: { errors: '' } };
  child.stderr.setEncoding('utf8').on('data', (text: string) => (writer.printed.errors += text));
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    writer.said.push(...lines.map(Number));
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  return writer;
}

async function end({ child }: Writer): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

function missingIn(state: StateStore, said: readonly number[]): number[] {
  return said.filter((n) => state.get('run', run(n).id)?.status !== 'Succeeded');
}

const lockOf = (folder: string): string => join(folder, 'lock');
const contentOf = (folder: string) => JSON.parse(readFileSync(lockOf(folder), 'utf8')) as Record<string, unknown>;

/** A lock of this process as it was while the folder was held, with other fields. */
async function formerLock(folder: string, fields: Record<string, unknown>): Promise<string> {
  const state = await open(folder).state;
  const text = JSON.stringify({ ...contentOf(folder), ...fields });
  await state.close();
  return text;
}

describe('a lock whose holder can be seen', () => {
  test('of a killed process is taken over at once, however often', async () => {
    const folder = newFolder();
    const all: number[] = [];
    for (let round = 0; round < 3; round++) {
      const writer = await startWriter(folder, Math.max(0, ...all) + 1);
      await end(writer);
      all.push(...writer.said);
      const { state, waits } = open(folder);
      const store = await state;
      expect([missingIn(store, all), waits]).toEqual([[], []]);
      await store.close();
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  test('of a killed process that its parent has not reaped is taken over at once', async (context) => {
    skipWithout(context, 'Linux', 'POSIX');
    const folder = newFolder();
    // The shell becomes a program that never asks after its children.
    const before = ['sh', '-c', '"$@" & exec sleep 1000', 'sh'];
    const { child } = await startWriter(folder, 1, before);
    const writer = childOf(child.pid ?? 0);
    process.kill(writer, 'SIGKILL');
    await until(() => stateOf(writer) === 'Z');
    const { state, waits } = open(folder);
    await (await state).close();
    expect([stateOf(writer), waits]).toEqual(['Z', []]);
  });

  test('of a suspended process stays its own', async (context) => {
    skipWithout(context, 'Linux');
    const folder = newFolder();
    const { child } = await startWriter(folder);
    child.kill('SIGSTOP');
    await until(() => stateOf(child.pid ?? 0) === 'T');
    await expect(open(folder).state).rejects.toThrow(`in use by another Hangar (pid ${child.pid ?? 0})`);
  });

  test('of a process whose pid another one got is taken over at once', async (context) => {
    skipWithout(context, 'Linux');
    const folder = newFolder();
    writeFileSync(lockOf(folder), await formerLock(folder, { started: 'another boot/1' }));
    const { state, waits } = open(folder);
    await (await state).close();
    expect(waits).toEqual([]);
  });

  test('that many starters find at once is taken over by exactly one', async () => {
    const folder = newFolder();
    const all: number[] = [];
    for (let round = 0; round < 3; round++) {
      const first = Math.max(0, ...all) + 1;
      const writers = await Promise.all(Array.from({ length: 5 }, () => startWriter(folder, first)));
      const refused = writers.filter(({ printed }) => printed.errors.includes('is in use by another Hangar'));
      const [winner, ...others] = writers.filter(({ said }) => said.length > 0);
      expect([refused.length, others.length]).toEqual([4, 0]);
      // Killed: the next ones find its lock.
      await end(winner!);
      all.push(...winner!.said);
    }
    const state = await open(folder).state;
    expect(missingIn(state, all)).toEqual([]);
    await state.close();
  });

  test('is taken over also when a taker died before it had done so', async () => {
    const folder = newFolder();
    const dead = { pid: 2 ** 22 + 1, started: 'x/1' };
    const stale = await formerLock(folder, { ...dead, token: '00000000000000aa' });
    writeFileSync(lockOf(folder), stale);
    writeFileSync(`${lockOf(folder)}.after-00000000000000aa`, stale.replace('00aa', '00bb'));
    const openings = await Promise.allSettled(Array.from({ length: 5 }, () => open(folder).state));
    const got = openings.flatMap((opening) => (opening.status === 'fulfilled' ? opening.value : []));
    expect(got).toHaveLength(1);
    await got[0]?.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  test('is never used as a path', async () => {
    const folder = newFolder();
    writeFileSync(lockOf(folder), await formerLock(folder, { pid: 2 ** 22 + 1, token: '/../../escaped' }));
    await (await open(folder).state).close();
    expect(existsSync(join(folder, '..', 'escaped'))).toBe(false);
  });
});

describe('a lock whose holder cannot be seen', () => {
  // As on systems that do not tell when a process started, where a pid may be another process's by now.
  const UNSEEN = { started: '', namespace: 'another' };

  test('is taken over after some seconds without a heartbeat, which is said', async () => {
    const folder = newFolder();
    writeFileSync(lockOf(folder), await formerLock(folder, { ...UNSEEN, host: 'elsewhere' }));
    const { state, waits } = open(folder);
    await (await state).close();
    expect(waits).toEqual([
      `The data folder ${folder} is locked by a Hangar that cannot be seen from here (pid ${process.pid} on host elsewhere): waiting 6 seconds to see whether it is still alive.`,
    ]);
    expect(readdirSync(folder).filter((name) => name !== 'state.jsonl')).toEqual([]);
  });

  test('is respected when it shows a heartbeat', async () => {
    const folder = newFolder();
    const text = await formerLock(folder, UNSEEN);
    writeFileSync(lockOf(folder), text);
    let beats = 0;
    const beating = setInterval(() => {
      const beat = String(++beats).padStart(12, '0');
      writeFileSync(lockOf(folder), text.replace(/"beat":"\d+"/, `"beat":"${beat}"`), { flag: 'r+' });
    }, 500);
    const refused = open(folder).state;
    await expect(refused).rejects.toThrow(
      `in use by another Hangar (pid ${process.pid} on host ${hostname()}). Stop it`,
    );
    clearInterval(beating);
  });
});

test('a lock that its holder has not written yet is not taken from it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hangar-lock-'));
  writeFileSync(join(folder, 'lock'), '');
  const waits: string[] = [];
  const lease = await lockFolder(folder, { onWait: (sentence) => waits.push(sentence) });
  expect(waits).toHaveLength(1);
  lease.release();
  rmSync(folder, { recursive: true });
});

describe('a holder in another PID namespace', () => {
  needs('PID namespaces');

  test('is found alive by its heartbeat', async () => {
    const folder = newFolder();
    const writer = await startWriter(folder, 1, IN_OWN_NAMESPACE);
    const { state, waits } = open(folder);
    await expect(state).rejects.toThrow('in use by another Hangar (pid 1 on host ');
    expect(waits).toHaveLength(1);
    await end(writer);
  });

  test('is followed after it was killed, and nothing that it said is lost', async () => {
    const folder = newFolder();
    const writer = await startWriter(folder, 1, IN_OWN_NAMESPACE);
    await end(writer);
    // One of the two starters gets it, and the other respects that one.
    const openings = await Promise.allSettled([open(folder).state, open(folder).state]);
    const got = openings.flatMap((opening) => (opening.status === 'fulfilled' ? opening.value : []));
    expect([got.length, missingIn(got[0]!, writer.said)]).toEqual([1, []]);
    await got[0]?.close();
  });

  test('that was suspended, and goes on after it was followed, says nothing more and changes nothing', async () => {
    const folder = newFolder();
    const { child, said, printed } = await startWriter(folder, 1, IN_OWN_NAMESPACE);
    const inner = childOf(child.pid ?? 0);
    process.kill(inner, 'SIGSTOP');
    const failures: string[] = [];
    const state = await open(folder, failures).state;
    const first = run(1_000_000);
    state.put('run', first);
    await state.flushed();
    process.kill(inner, 'SIGCONT');
    await once(child, 'close');
    expect(printed.errors).toContain(`The data folder ${folder} was taken over by another Hangar (pid ${process.pid}`);
    const second = run(1_000_001);
    state.put('run', second);
    await state.compact();
    await state.close();
    const again = await open(folder).state;
    expect([missingIn(again, said), again.messages, failures]).toEqual([[], [], []]);
    expect([again.get('run', first.id), again.get('run', second.id)]).toEqual([first, second]);
    await again.close();
  });
});
