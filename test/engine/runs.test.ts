import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { testEmulator } from '../support/emulator.ts';
import { startEngine, taskOf } from '../support/engine.ts';
import { steps } from '../support/steps.ts';

const wait = (seconds: number) => ({ do: 'wait', seconds });
const prompt = { do: 'prompt', description: 'Sure?', as: 'answer' };
const PARENT = { slug: 't', behavior: steps({ do: 'execute', task: 'child' }) };

describe('a run', () => {
  it('decision empty-value: has every documented field, null for future times and "" for no session', async () => {
    const host = await startEngine(taskOf({ steps: [wait(1)] }));
    const id = host.execute('t');
    await settled();
    const local = host.engine.access.localUser().userID;
    expect(host.run(id)).toEqual({
      id,
      taskID: host.engine.tasks.find({ slug: 't' }, host.engine.access.localUser()).id,
      sessionID: '',
      teamID: expect.stringMatching(/^tea\d{8}z[a-z0-9]{10}$/),
      createdAt: expect.stringMatching(/^2026-11-20 16:00:00\.\d{6}\+00$/),
      createdBy: local,
      activeAt: expect.stringMatching(/^2026-11-20 16:00:00\.\d{6}\+00$/),
      succeededAt: null,
      failedAt: null,
      cancelledAt: null,
      cancelledBy: null,
      childRunIDs: [],
      status: 'Active',
      paramValues: {},
      params: [],
      isPrivate: false,
      permissions: [],
      resources: {},
      constraints: { labels: [] },
      runtime: 'standard',
      timeout: 3600,
      inputsZoneID: '',
      inputsZoneToken: '',
      zoneID: null,
    });
  });

  it('decision run-cancelled: stays Cancelled, cancels its prompts and child runs, and names the user', async () => {
    const host = await startEngine({ tasks: [PARENT, { slug: 'child', behavior: steps({ do: 'prompt' }) }] });
    const id = host.execute('t');
    await settled();
    const [childID = ''] = host.run(id).childRunIDs;
    const local = host.engine.access.localUser();
    host.engine.runs.cancel(id, local);
    await host.clock.advance(10);
    const [asked] = host.prompts(childID);
    expect([host.run(id), host.run(childID), asked]).toMatchObject([
      { status: 'Cancelled', cancelledBy: local.userID, succeededAt: null, failedAt: null },
      { status: 'Cancelled', cancelledBy: local.userID },
      { submittedAt: null, cancelledAt: expect.any(String) },
    ]);
    expect(host.log(id)).toEqual(['Run was cancelled by You (local user).']);
  });

  it('decision run-cancelled: a parent that waits for a cancelled child fails', async () => {
    const host = await startEngine({ tasks: [PARENT, { slug: 'child', behavior: steps({ do: 'wait', seconds: 9 }) }] });
    const id = host.execute('t');
    await settled();
    const [childID = ''] = host.run(id).childRunIDs;
    host.cancel(childID);
    await settled();
    expect(host.engine.runs.detail(id)).toMatchObject({
      run: { status: 'Failed' },
      row: { failure: `child (${childID}) was cancelled` },
    });
  });

  it('decision cancel-answer: cannot be cancelled when finished; the error names its status', async () => {
    const host = await startEngine(taskOf({}));
    const id = host.execute('t');
    await settled();
    expect(() => host.cancel(id)).toThrow(/already Succeeded/);
    expect(() => host.cancel('run0')).toThrow('There is no run "run0".');
  });

  it('decision timeout: is Cancelled by no user after its timeout, with its prompts, and logs the reason', async () => {
    const host = await startEngine(taskOf({ timeout: 60, steps: [prompt] }));
    const id = host.execute('t');
    await host.clock.advance(59);
    expect(host.run(id).status).toBe('Active');
    await host.clock.advance(2);
    const [asked] = host.prompts(id);
    expect([host.run(id), asked]).toMatchObject([
      { status: 'Cancelled', cancelledBy: null },
      { cancelledAt: expect.any(String), cancelledBy: null },
    ]);
    expect(host.log(id)).toEqual(['Run exceeded its timeout of 60 s and was cancelled.']);
  });

  it('is Active up to the concurrency of its task, otherwise Queued in order', async () => {
    const host = await startEngine(taskOf({ concurrency: 2, steps: [wait(10)] }));
    const ids = Array.from({ length: 5 }, () => host.execute('t'));
    const statuses = () => ids.map((id) => host.run(id).status);
    await settled();
    expect(statuses()).toEqual(['Active', 'Active', 'Queued', 'Queued', 'Queued']);
    host.cancel(ids[2] ?? '');
    await host.clock.advance(10.1);
    expect(statuses()).toEqual(['Succeeded', 'Succeeded', 'Cancelled', 'Active', 'Active']);
    await host.clock.advance(10.1);
    expect(statuses()).toEqual(['Succeeded', 'Succeeded', 'Cancelled', 'Succeeded', 'Succeeded']);
  });

  it('starts at once when the concurrency is raised', async () => {
    const host = await startEngine(taskOf({ concurrency: 1, steps: [wait(10)] }));
    const ids = [host.execute('t'), host.execute('t')];
    await settled();
    await host.change((workspace) => ({
      ...workspace,
      tasks: workspace.tasks.map((task) => ({ ...task, concurrency: 2 })),
    }));
    await settled();
    expect(ids.map((id) => host.run(id).status)).toEqual(['Active', 'Active']);
  });

  describe('with `startDelaySeconds`', () => {
    const tasks = [
      {
        slug: 't',
        behavior: { ...steps(), startDelaySeconds: 5, queueSeconds: 3 },
      },
    ];

    it('stays NotStarted for that time, then Queued for `queueSeconds`', async () => {
      const host = await startEngine({ tasks });
      const id = host.execute('t');
      const statuses: string[] = [];
      for (const seconds of [4.9, 0.2, 2.8, 0.2]) {
        await host.clock.advance(seconds);
        statuses.push(host.run(id).status);
      }
      expect(statuses).toEqual(['NotStarted', 'Queued', 'Queued', 'Succeeded']);
    });

    it('can be cancelled before, and never starts', async () => {
      const host = await startEngine({ tasks });
      const id = host.execute('t');
      host.cancel(id);
      const before = host.run(id);
      await host.clock.advance(10);
      expect([before.status, before.activeAt, host.run(id).status]).toEqual(['Cancelled', null, 'Cancelled']);
    });

    it('keeps waiting after a restart', async () => {
      const before = await testEmulator({ tasks });
      const { runID: id } = await before.api.v0.tasks.execute({ body: { slug: 't' } });
      await before.clock.advance(4);
      const hangar = await before.restart();
      const statuses: string[] = [];
      for (const seconds of [0.5, 1, 3]) {
        await hangar.clock.advance(seconds);
        statuses.push((await hangar.api.v0.runs.get({ query: { id } })).status);
      }
      expect(statuses).toEqual(['NotStarted', 'Queued', 'Succeeded']);
    });
  });

  it('fails at the rate of `failureRate`, with the same runs every time', async () => {
    const sequence = async () => {
      const host = await startEngine({
        tasks: [{ slug: 't', concurrency: 1000, behavior: { ...steps(), failureRate: 0.3 } }],
      });
      const ids = Array.from({ length: 500 }, () => host.execute('t'));
      // This many start over several turns of the event loop.
      for (let turns = 0; turns < 10; turns++) await settled();
      return ids.map((id) => host.run(id).status === 'Failed');
    };
    const first = await sequence();
    const failed = first.filter(Boolean).length;
    expect(failed).toBeGreaterThan(110);
    expect(failed).toBeLessThan(190);
    expect(await sequence()).toEqual(first);
  });

  it('fails when its task executes itself endlessly', async () => {
    const host = await startEngine(taskOf({ concurrency: 1000, steps: [{ do: 'execute', task: 't', as: 'again' }] }));
    const id = host.execute('t');
    await settled();
    expect(host.run(id).status).toBe('Failed');
    expect(host.state.runCount({})).toBe(51);
  });

  it('decision child-runs: is listed by its parent and carries the session', async () => {
    const host = await startEngine({
      tasks: [PARENT, { slug: 'child' }],
      runbooks: [{ slug: 'book', blocks: [{ slug: 'one', kind: 'task', task: 't' }] }],
    });
    const local = host.engine.access.localUser();
    const runbook = host.engine.runbooks.find({ slug: 'book' }, local);
    const environment = host.engine.access.environment(undefined, local);
    const { sessionID } = host.engine.runbooks.execute({ runbook, environment, paramValues: {} }, host.call());
    await settled();
    const { runs } = host.engine.sessions.detail(sessionID);
    const [parent, child] = runs;
    expect(host.run(parent?.id ?? '')).toMatchObject({ sessionID, childRunIDs: [child?.id] });
    expect(host.run(child?.id ?? '')).toMatchObject({
      sessionID,
      taskID: host.engine.tasks.find({ slug: 'child' }, local).id,
    });
  });

  it('decision ids: has an ID of prefix, date, "z" and ten characters', async () => {
    const host = await startEngine(taskOf({}));
    expect(host.execute('t')).toMatch(/^run20261120z[a-z0-9]{10}$/);
  });
});

describe('decision caching:', () => {
  const parameters = [{ slug: 'n', type: 'integer' as const, default: 1 }];
  const cached = async () =>
    startEngine({
      environments: [{ slug: 'a', default: true }, { slug: 'b' }],
      ...taskOf({ parameters, steps: [{ do: 'output', value: { at: '{{ run.id }}' } }] }),
    });

  it('returns the newest succeeded run of the same task, environment, resources and values', async () => {
    const host = await cached();
    host.execute('t', { n: 2 });
    const first = host.execute('t');
    await settled();
    expect(host.execute('t', { n: 1 }, { allowCachedMaxAge: 60 })).toBe(first);
    expect(host.execute('t', { n: 3 }, { allowCachedMaxAge: 60 })).not.toBe(first);
    expect(host.execute('t', {}, { allowCachedMaxAge: 60, env: 'b' })).not.toBe(first);
    expect(host.execute('t', {}, { allowCachedMaxAge: 0 })).not.toBe(first);
  });

  it('returns no run that finished before the maximum age', async () => {
    const host = await cached();
    const first = host.execute('t');
    await host.clock.advance(61);
    expect(host.execute('t', {}, { allowCachedMaxAge: 60 })).not.toBe(first);
  });

  it('returns no failed or unfinished run', async () => {
    const host = await startEngine(taskOf({ steps: [{ do: 'wait', seconds: 5 }, { do: 'fail' }] }));
    const first = host.execute('t');
    expect(host.execute('t', {}, { allowCachedMaxAge: 60 })).not.toBe(first);
    await host.clock.advance(6);
    expect(host.run(host.execute('t', {}, { allowCachedMaxAge: 60 })).status).toBe('Active');
  });

  it('compares the hash of the values when there is one', async () => {
    const host = await cached();
    const first = host.execute('t', { n: 1 }, { inputsHash: 'h' });
    await settled();
    expect(host.execute('t', { n: 5 }, { inputsHash: 'h', allowCachedMaxAge: 60 })).toBe(first);
    expect(host.execute('t', { n: 1 }, { inputsHash: 'other', allowCachedMaxAge: 60 })).not.toBe(first);
  });
});
