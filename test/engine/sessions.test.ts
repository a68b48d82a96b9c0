import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import type { AuthoredRunbook } from '../../shared/model/runbook.ts';
import { steps } from '../support/steps.ts';

const tasks = [
  { slug: 'check', behavior: steps({ do: 'output', value: { ok: true, total: 7 } }) },
  {
    slug: 'echo',
    parameters: [{ slug: 'n', type: 'integer' as const }],
    behavior: steps({ do: 'output', value: { n: '{{ params.n }}' } }),
  },
  { slug: 'slow', behavior: steps({ do: 'wait', seconds: 5 }) },
  {
    slug: 'queued',
    behavior: { kind: 'steps' as const, queueSeconds: 3, steps: [{ do: 'wait' as const, seconds: 5 }] },
  },
  { slug: 'bad', behavior: steps({ do: 'fail', message: 'no' }) },
];

/** Executes a runbook of these blocks. */
async function session(
  blocks: AuthoredRunbook['blocks'],
  parameters: AuthoredRunbook['parameters'] = [],
  paramValues = {},
) {
  const host = await startEngine({ tasks, runbooks: [{ slug: 'book', name: 'The book', parameters, blocks }] });
  const local = host.engine.access.localUser();
  const runbook = host.engine.runbooks.find({ slug: 'book' }, local);
  const environment = host.engine.access.environment(undefined, local);
  const { sessionID } = host.engine.runbooks.execute({ runbook, environment, paramValues }, host.call());
  return { host, id: sessionID };
}

const stands = (host: TestEngine, id: string) => {
  const { row } = host.engine.sessions.detail(id);
  return { status: row.session.status, blocks: row.blocks.map(({ status }) => status), failure: row.failure };
};

describe('decision session-status: a session', () => {
  it('is Pending until its first run starts, and has every documented field', async () => {
    const { host, id } = await session(
      [{ slug: 'one', kind: 'task', task: 'queued' }],
      [{ slug: 'month', type: 'date' }],
      { month: '2026-11-01' },
    );
    const local = host.engine.access.localUser();
    expect(host.engine.sessions.get(id, local)).toEqual({
      id: expect.stringMatching(/^ses20261120z[a-z0-9]{10}$/),
      name: 'The book',
      runbookID: host.engine.runbooks.find({ slug: 'book' }, local).id,
      teamID: expect.any(String),
      createdAt: expect.any(String),
      createdBy: local.userID,
      updatedAt: expect.any(String),
      updatedBy: local.userID,
      isPrivate: false,
      paramValues: { month: '2026-11-01' },
      params: [expect.objectContaining({ slug: 'month', type: 'date' })],
      permissions: [],
      status: 'Pending',
    });
    await host.clock.advance(4);
    expect(host.engine.sessions.get(id, local).status).toBe('Active');
  });

  it('runs its blocks in order, each with the results of earlier ones, and succeeds', async () => {
    const { host, id } = await session([
      { slug: 'first', kind: 'task', task: 'check' },
      { slug: 'skipped', kind: 'task', task: 'bad', when: '!first.output.ok' },
      { slug: 'last', kind: 'task', task: 'echo', paramValues: { n: '{{ first.output.total + (skipped ?? 1) }}' } },
    ]);
    await settled();
    expect(stands(host, id)).toEqual({
      status: 'Succeeded',
      blocks: ['Succeeded', 'Skipped', 'Succeeded'],
      failure: '',
    });
    const { runs } = host.engine.sessions.detail(id);
    expect(runs.map(({ taskSlug }) => taskSlug)).toEqual(['check', 'echo']);
    expect(host.output(runs[1]?.id ?? '')).toEqual({ n: 8 });
  });

  it('is Active while a run is, and fails with the first failed block', async () => {
    const { host, id } = await session([
      { slug: 'one', kind: 'task', task: 'slow' },
      { slug: 'two', kind: 'task', task: 'bad' },
      { slug: 'three', kind: 'task', task: 'check' },
    ]);
    await settled();
    expect(stands(host, id)).toEqual({ status: 'Active', blocks: ['Active', 'Pending', 'Pending'], failure: '' });
    await host.clock.advance(6);
    expect(stands(host, id)).toEqual({
      status: 'Failed',
      blocks: ['Succeeded', 'Failed', 'Pending'],
      failure: expect.stringMatching(/^two \(run\w+\) failed: no$/),
    });
  });

  it('decision prompt-block: waits at a prompt block, which has its own run, and continues when it is answered', async () => {
    const { host, id } = await session(
      [
        { slug: 'sign', kind: 'prompt', description: 'Close {{ params.month }}?', parameters: [{ slug: 'note' }] },
        { slug: 'last', kind: 'task', task: 'echo', paramValues: { n: '{{ sign.values.note.length }}' } },
      ],
      [{ slug: 'month', type: 'date' }],
      { month: '2026-11-01' },
    );
    await settled();
    expect(stands(host, id)).toEqual({ status: 'Waiting', blocks: ['Waiting', 'Pending'], failure: '' });
    const [run] = host.engine.sessions.detail(id).runs;
    expect(run?.name).toMatch(/^\w.*, 1 sign$/);
    const [asked] = host.prompts(run?.id ?? '');
    expect([host.run(run?.id ?? ''), asked]).toMatchObject([
      { taskID: '', sessionID: id, status: 'Active' },
      { description: 'Close 2026-11-01?' },
    ]);
    host.engine.prompts.submit(asked?.id ?? '', { note: 'four' }, host.call());
    await settled();
    expect(stands(host, id)).toEqual({ status: 'Succeeded', blocks: ['Succeeded', 'Succeeded'], failure: '' });
    expect(host.output(host.engine.sessions.detail(id).runs[1]?.id ?? '')).toEqual({ n: 4 });
  });

  it('fails when the prompt of a block is cancelled', async () => {
    const { host, id } = await session([{ slug: 'sign', kind: 'prompt', description: 'Sure?' }]);
    await settled();
    const [prompt] = host.engine.prompts.pendingRows();
    host.engine.prompts.cancel(prompt?.prompt.id ?? '', host.call());
    await settled();
    expect(stands(host, id)).toMatchObject({
      status: 'Failed',
      blocks: ['Failed'],
      failure: expect.stringContaining('prompt was cancelled'),
    });
  });

  it('is Cancelling until the work of its run has ended, then Cancelled, and its run is too', async () => {
    const { host, id } = await session([
      { slug: 'one', kind: 'task', task: 'slow' },
      { slug: 'two', kind: 'task', task: 'check' },
    ]);
    await settled();
    const local = host.engine.access.localUser();
    host.engine.sessions.cancel(id, local);
    expect(stands(host, id).status).toBe('Cancelling');
    await settled();
    expect(stands(host, id)).toEqual({ status: 'Cancelled', blocks: ['Cancelled', 'Pending'], failure: '' });
    expect(host.engine.sessions.detail(id).runs.map(({ status }) => status)).toEqual(['Cancelled']);
    expect(() => host.engine.sessions.cancel(id, local)).toThrow(/already Cancelled/);
  });

  it('fails when one of its runs is cancelled', async () => {
    const { host, id } = await session([{ slug: 'one', kind: 'task', task: 'slow' }]);
    await settled();
    host.cancel(host.engine.sessions.detail(id).runs[0]?.id ?? '');
    await settled();
    expect(stands(host, id)).toEqual({
      status: 'Failed',
      blocks: ['Cancelled'],
      failure: expect.stringMatching(/^one \(run\w+\) was cancelled$/),
    });
  });

  it.each<[string, NonNullable<AuthoredRunbook['blocks']>[number], RegExp]>([
    [
      'a template is wrong',
      { slug: 'two', kind: 'task', task: 'echo', paramValues: { n: '{{ nobody.output }}' } },
      /^two failed: .*nobody\.output/,
    ],
    ['a condition is wrong', { slug: 'two', kind: 'task', task: 'check', when: 'nobody.ok' }, /^two failed: .*nobody/],
    [
      'a required value is missing',
      { slug: 'two', kind: 'task', task: 'echo' },
      /^two failed: "echo" was not executed: n: is required/,
    ],
    ['its task is gone', { slug: 'two', kind: 'task', task: 'gone' }, /^two failed: "gone" was not executed: .*gone/],
  ])('fails and names the block that cannot start, because %s', async (_reason, block, failure) => {
    const { host, id } = await session([
      { slug: 'one', kind: 'task', task: 'check' },
      block,
      { slug: 'three', kind: 'task', task: 'check' },
    ]);
    await settled();
    expect(stands(host, id)).toEqual({
      status: 'Failed',
      blocks: ['Succeeded', 'Failed', 'Pending'],
      failure: expect.stringMatching(failure),
    });
  });
});
