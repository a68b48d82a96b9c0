import { describe, expect, test } from 'vitest';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { EmulatorEvent as EventSchema } from '../../shared/contract/emulator/events.ts';
import { EventSubscriber } from '../../electron/emulator/server/events/event-stream.ts';
import { settled } from '../support/fake-clock.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { requestInProcess } from '../support/request-in-process.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  tasks: [
    { slug: 'quick', behavior: steps({ do: 'log', text: 'one\ntwo' }) },
    { slug: 'asks', behavior: steps({ do: 'prompt' }) },
    { slug: 'alone', concurrency: 1, behavior: steps({ do: 'wait', seconds: 1000 }) },
    {
      slug: 'slow',
      behavior: steps(
        { do: 'wait', seconds: 1 },
        { do: 'log', text: 'woke' },
        { do: 'wait', seconds: 100 },
        { do: 'log', text: 'woke again' },
      ),
    },
  ],
};

/** A follower of the stream, with all that it got so far. */
interface Follower {
  readonly events: EmulatorEvent[];
  readonly comments: string[];
  id: string;
  isEnded: boolean;
  readonly leave: () => Promise<void>;
}

async function follow(
  hangar: TestEmulator,
  { lastEventID, run }: { lastEventID?: string; run?: string } = {},
): Promise<Follower> {
  const answer = await requestInProcess(hangar.server, `/_emulator/events${run === undefined ? '' : `?run=${run}`}`, {
    headers: lastEventID === undefined ? {} : { 'Last-Event-ID': lastEventID },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const follower: Follower = { events: [], comments: [], id: '', isEnded: false, leave: () => reader.cancel() };
  const read = async (): Promise<void> => {
    for (let rest = ''; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      const messages = (rest + value).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) take(follower, message);
    }
    follower.isEnded = true;
  };
  void read();
  await settled();
  return follower;
}

function take(follower: Follower, message: string): void {
  for (const line of message.split('\n')) {
    if (line.startsWith('id: ')) follower.id = line.slice(4);
    else if (line.startsWith('data: ')) follower.events.push(...EventSchema.array().parse(JSON.parse(line.slice(6))));
    else follower.comments.push(line);
  }
}

/** Lets a tick pass. */
async function tick(hangar: TestEmulator): Promise<void> {
  await hangar.clock.advance(0.1);
  await settled();
}

function kinds(events: readonly EmulatorEvent[]): string[] {
  return events.map((event) => (event.type === 'run' ? `run ${event.row.status}` : event.type));
}

describe('the event stream', () => {
  test('tells queued runs again when one leaves the queue before them, with their new places', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const [, second = '', third = '', fourth = ''] = [
      ...[await hangar.execute('alone'), await hangar.execute('alone')],
      ...[await hangar.execute('alone'), await hangar.execute('alone')],
    ];
    const follower = await follow(hangar);
    await hangar.api.emulator.runs.cancel({ params: { id: second } });
    await tick(hangar);
    const places = follower.events.flatMap((event) =>
      event.type === 'run' ? [[event.row.id, event.row.reason?.text.split('; ')[1]]] : [],
    );
    expect(Object.fromEntries(places)).toEqual({
      ...{ [second]: undefined, [third]: 'first in the queue', [fourth]: 'second in the queue' },
    });
  });

  test('sends the latest version of each entity once a tick, to all subscribers alike', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const one = await follow(hangar);
    const other = await follow(hangar);
    const quick = await hangar.execute('quick');
    const asks = await hangar.execute('asks');
    expect(one.events).toEqual([]);
    await tick(hangar);
    expect(kinds(one.events).sort()).toEqual(['prompt', 'run Active', 'run Succeeded', 'traffic', 'traffic']);
    const rows = one.events.flatMap((event) => (event.type === 'run' ? [event.row] : []));
    expect(rows).toEqual(
      (await hangar.api.emulator.runs.list()).runs.filter(({ id }) => [quick, asks].includes(id)).reverse(),
    );
    expect(other.events).toEqual(one.events);
    expect(other.id).toBe(one.id);
  });

  test('continues when a run is deleted before the tick with its prompt', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const { events } = await follow(hangar);
    const asks = await hangar.execute('asks');
    await hangar.api.v0.runs.cancel({ body: { runID: asks } });
    hangar.state.remove('run', asks);
    await tick(hangar);
    expect(hangar.errors).toEqual([]);
    expect(kinds(events)).toContain('run Cancelled');
    expect(kinds(events)).not.toContain('prompt');
  });

  test('resumes after the last received event', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const first = await follow(hangar);
    await hangar.execute('quick');
    await tick(hangar);
    await first.leave();
    const missed = await hangar.execute('quick');
    await tick(hangar);
    const second = await follow(hangar, { lastEventID: first.id });
    const seen = second.events.flatMap((event) => (event.type === 'run' ? [event.row.id] : []));
    expect([seen, kinds(second.events).includes('reset')]).toEqual([[missed], false]);
    const third = await follow(hangar, { lastEventID: second.id });
    expect(third.events).toEqual([]);
  });

  test('replaces a flood by a reset, at most once a second, and sends single changes again afterwards', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const follower = await follow(hangar);
    const flood = async (): Promise<void> => {
      for (let n = 0; n < 600; n++) await hangar.api.v0.tasks.execute({ body: { slug: 'quick' } });
    };
    await flood();
    await tick(hangar);
    expect(follower.events.splice(0)).toEqual([{ type: 'reset' }]);
    await flood();
    await hangar.clock.advance(0.9);
    expect(follower.events).toEqual([]);
    await hangar.clock.advance(0.1);
    expect(follower.events.splice(0)).toEqual([{ type: 'reset' }]);
    await hangar.execute('quick');
    await hangar.clock.advance(1);
    expect(kinds(follower.events.splice(0))).toEqual(['run Succeeded', 'traffic']);
    await hangar.execute('quick');
    await tick(hangar);
    expect(kinds(follower.events)).toEqual(['run Succeeded', 'traffic']);
  });

  test('begins with reset for an unknown last event: another start, a long absence, an invalid ID', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const first = await follow(hangar);
    await hangar.execute('quick');
    await tick(hangar);
    await first.leave();
    await hangar.clock.advance(31);
    await hangar.execute('quick');
    await tick(hangar);
    for (const lastEventID of [first.id, 'ffffffff-1', 'nonsense', `${first.id}0`]) {
      expect((await follow(hangar, { lastEventID })).events).toEqual([{ type: 'reset' }]);
    }
    const restarted = await hangar.restart();
    expect((await follow(restarted, { lastEventID: first.id })).events).toEqual([{ type: 'reset' }]);
  });

  test('with ?run= sends the log lines of that run only, and to no other subscriber', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const run = await hangar.execute('slow');
    const follower = await follow(hangar, { run });
    const other = await follow(hangar);
    await hangar.execute('quick');
    await hangar.clock.advance(2);
    const logs = follower.events.filter(({ type }) => type === 'logs');
    const { lines } = await hangar.api.emulator.runs.logs({ params: { id: run } });
    expect(logs).toEqual([{ type: 'logs', runID: run, lines: lines.filter(({ text }) => text === 'woke') }]);
    expect(other.events.filter(({ type }) => type === 'logs')).toEqual([]);
  });

  test('with ?run= sends the log lines of several runs', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const runs = [await hangar.execute('slow'), await hangar.execute('slow')];
    const follower = await follow(hangar, { run: runs.join(',') });
    await hangar.clock.advance(2);
    const logs = follower.events.flatMap((event) => (event.type === 'logs' ? [event.runID] : []));
    expect([...new Set(logs)].sort()).toEqual(runs.sort());
  });

  test('with ?run= resumes with the missed lines, or with reset when they are too old', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const run = await hangar.execute('slow');
    const stranger = await follow(hangar);
    await tick(hangar);
    const first = await follow(hangar, { run });
    await hangar.execute('quick');
    await tick(hangar);
    await first.leave();
    await hangar.clock.advance(1);
    await tick(hangar);
    const texts = (events: readonly EmulatorEvent[]) =>
      events.flatMap((event) => (event.type === 'logs' ? event.lines.map(({ text }) => text) : []));
    expect(texts((await follow(hangar, { run, lastEventID: first.id })).events)).toEqual(['woke']);
    const late = await follow(hangar, { run: 'run-of-somebody', lastEventID: first.id });
    expect(late.events).toEqual([{ type: 'reset' }]);
    expect(stranger.isEnded).toBe(false);
  });

  test('sends changes of the workspace, a cleared log, a reset and the clock', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const follower = await follow(hangar);
    await hangar.api.emulator.definitions.tasks.create({ body: { slug: 'new' } });
    await tick(hangar);
    expect(follower.events).toEqual([{ type: 'workspace', status: await hangar.api.emulator.workspace() }]);
    await hangar.api.emulator.traffic.clear();
    await hangar.api.emulator.reset({ body: {} });
    await tick(hangar);
    expect(kinds(follower.events.slice(1))).toEqual(['reset', 'trafficCleared', 'clock', 'undo']);
  });

  test('sends each change of the clock once a tick, with the row of GET', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const follower = await follow(hangar);
    const clockEvents = async (): Promise<EmulatorEvent[]> => {
      await tick(hangar);
      return follower.events.splice(0).filter(({ type }) => type === 'clock');
    };
    const { clock } = hangar.api.emulator;
    const row = async () => {
      const { now, state, speed, offsetSeconds, autoSkip } = await clock.read({});
      return { now, state, speed, offsetSeconds, autoSkip };
    };
    await clock.set({ body: { state: 'frozen' } });
    await clock.set({ body: { now: '2030-01-01T00:00:00Z' } });
    const frozen = await clockEvents();
    expect(frozen).toEqual([{ type: 'clock', row: await row() }]);
    expect(frozen).toMatchObject([{ row: { now: '2030-01-01 00:00:00.000000+00', state: 'frozen' } }]);
    expect(await clockEvents()).toEqual([]);

    await clock.advance({ body: { seconds: 90 } });
    expect(await clockEvents()).toMatchObject([{ row: { now: '2030-01-01 00:01:30.000000+00', autoSkip: false } }]);

    await clock.set({ body: { autoSkip: true } });
    expect(await clockEvents()).toMatchObject([{ row: { autoSkip: true } }]);
    await hangar.execute('slow');
    await tick(hangar);
    await tick(hangar);
    // Both waits of the run are skipped.
    const skipped = follower.events.splice(0).flatMap((event) => (event.type === 'clock' ? [event.row.now] : []));
    expect(skipped.at(-1)).toMatch(/^2030-01-01 00:03:11/);
    expect(await clockEvents()).toEqual([]);

    await hangar.api.emulator.reset({ body: {} });
    expect(await clockEvents()).toMatchObject([{ row: { state: 'running', offsetSeconds: 0 } }]);
  });

  test('sends a heartbeat every two seconds', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const follower = await follow(hangar);
    await hangar.clock.advance(7);
    expect(follower.comments.filter((line) => line.startsWith(':'))).toHaveLength(3);
  });

  test('ends with the server, and at once for later subscribers', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const follower = await follow(hangar);
    hangar.server.endStreams();
    await settled();
    const late = await follow(hangar);
    expect([follower.isEnded, late.isEnded]).toEqual([true, true]);
  });

  test('is not opened by HEAD', async () => {
    const hangar = await testEmulator(WORKSPACE);
    expect(await hangar.send('/_emulator/events', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });
});

test('a client that does not read is disconnected instead of being buffered without limit', async () => {
  const calls: string[] = [];
  const client = new EventSubscriber(
    { runs: [], session: undefined },
    { onClose: () => calls.push('gone'), disconnect: () => calls.push('cut off') },
  );
  const megabyte = new Uint8Array(1024 * 1024);
  const sent = Array.from({ length: 8 }, () => client.send(megabyte));
  expect([sent, calls]).toEqual([[true, true, true, true, false, false, false, false], ['cut off']]);
  let read = 0;
  for await (const chunk of client.stream as unknown as AsyncIterable<Uint8Array>) read += chunk.length;
  expect(read).toBe(4 * megabyte.length);
});
