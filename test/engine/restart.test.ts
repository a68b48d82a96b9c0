import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { startEngine, taskOf } from '../support/engine.ts';
import { steps } from '../support/steps.ts';

const output = (value: unknown) => ({ do: 'output', value });

describe('after a restart', () => {
  it('a run of steps resumes at its step and repeats nothing', async () => {
    const list = [
      { do: 'log', text: 'one' },
      { do: 'wait', seconds: 5 },
      { do: 'log', text: 'two' },
      { do: 'prompt', as: 'p' },
      output({ got: '{{ p.values }}' }),
    ];
    let host = await startEngine(taskOf({ steps: list }));
    const id = host.execute('t');
    await host.clock.advance(2);
    host = await host.restart();
    await host.clock.advance(4);
    const [asked] = host.prompts(id);
    const again = await host.restart();
    again.engine.prompts.submit(asked?.id ?? '', {}, again.call());
    await settled();
    expect([again.run(id).status, again.log(id), again.prompts(id).length]).toEqual(['Succeeded', ['one', 'two'], 1]);
    expect(again.output(id)).toEqual({ got: {} });
    expect(again.messages).toEqual(['Recovered from the last stop: 1 run resumed.']);
  });

  it('a run waits for the child it has started, and does not start it twice', async () => {
    const host = await startEngine({
      tasks: [
        {
          slug: 't',
          behavior: steps({ do: 'execute', task: 'child', as: 'c' }, { do: 'output', value: '{{ c.output }}' }),
        },
        { slug: 'child', behavior: steps({ do: 'wait', seconds: 3 }, { do: 'output', value: { n: 1 } }) },
      ],
    });
    const id = host.execute('t');
    await settled();
    const again = await host.restart();
    await again.clock.advance(4);
    expect(again.run(id)).toMatchObject({ status: 'Succeeded', childRunIDs: [expect.any(String)] });
    expect(again.output(id)).toEqual({ n: 1 });
    expect(again.state.runCount({})).toBe(2);
  });

  it('a run uses the definition it was created with', async () => {
    const host = await startEngine(taskOf({ steps: [{ do: 'wait', seconds: 3 }, output({ version: 1 })] }));
    const id = host.execute('t');
    await host.change((workspace) => ({ ...workspace, tasks: [] }));
    const again = await host.restart();
    await again.clock.advance(4);
    expect(again.output(id)).toEqual({ version: 1 });
  });

  it('a run that cannot resume fails with `interrupted by restart`, also in its log', async () => {
    const forever = {
      resumes: false,
      run: (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    };
    const host = await startEngine(
      { tasks: [{ slug: 't', behavior: { kind: 'script', source: '' } }] },
      { script: forever },
    );
    const id = host.execute('t');
    await settled();
    const again = await host.restart();
    expect(again.engine.runs.detail(id)).toMatchObject({
      run: { status: 'Failed' },
      output: { error: 'interrupted by restart' },
    });
    expect([again.log(id), again.messages]).toEqual([
      ['Run failed: interrupted by restart.'],
      ['Recovered from the last stop: 1 run failed (interrupted by restart).'],
    ]);
  });

  it('a run whose timeout has passed meanwhile is cancelled', async () => {
    const host = await startEngine(taskOf({ timeout: 10, steps: [{ do: 'wait', seconds: 60 }] }));
    const id = host.execute('t');
    await settled();
    await host.engine.stop();
    host.clock.jump(30);
    const again = await host.restart();
    await again.clock.advance(0);
    expect(again.run(id).status).toBe('Cancelled');
  });

  it('queued runs keep their order behind Active ones', async () => {
    const host = await startEngine(taskOf({ concurrency: 1, steps: [{ do: 'wait', seconds: 2 }] }));
    const ids = [host.execute('t'), host.execute('t'), host.execute('t')];
    await settled();
    const again = await host.restart();
    const statuses = () => ids.map((id) => again.run(id).status);
    expect(statuses()).toEqual(['Active', 'Queued', 'Queued']);
    await again.clock.advance(2.1);
    expect(statuses()).toEqual(['Succeeded', 'Active', 'Queued']);
  });

  it('a session resumes its block, and a Cancelling one becomes Cancelled', async () => {
    const host = await startEngine({
      tasks: [{ slug: 'slow', behavior: steps({ do: 'wait', seconds: 5 }) }],
      runbooks: [
        {
          slug: 'b',
          blocks: [
            { slug: 'one', kind: 'task', task: 'slow' },
            { slug: 'two', kind: 'prompt' },
          ],
        },
      ],
    });
    const local = host.engine.access.localUser();
    const runbook = host.engine.runbooks.find({ slug: 'b' }, local);
    const execute = () =>
      host.engine.runbooks.execute(
        { runbook, environment: host.engine.access.environment(undefined, local), paramValues: {} },
        host.call(),
      ).sessionID;
    const [going, cancelled] = [execute(), execute()];
    await settled();
    host.engine.sessions.cancel(cancelled, local);
    const again = await host.restart();
    await again.clock.advance(6);
    expect(again.engine.sessions.get(cancelled, local).status).toBe('Cancelled');
    expect(again.engine.sessions.get(going, local).status).toBe('Waiting');
    expect(again.engine.sessions.detail(going).runs).toHaveLength(2);
  });
});

describe('a reset', () => {
  it('clears the state, stops all work, and keeps the URLs of webhooks', async () => {
    const host = await startEngine(
      taskOf({
        webhooks: ['hook'],
        steps: [
          { do: 'wait', seconds: 5 },
          { do: 'log', text: 'late' },
        ],
      }),
    );
    const urls = host.engine.webhooks.list();
    const id = host.execute('t');
    await settled();
    await host.engine.reset();
    await host.clock.advance(10);
    expect(() => host.run(id)).toThrow(/no run/);
    expect([host.state.runCount({}), host.engine.webhooks.list()]).toEqual([0, urls]);
    const next = host.execute('t');
    await host.clock.advance(6);
    expect(host.run(next).status).toBe('Succeeded');
  });
});
