import { expect, test } from 'vitest';
import type { Reason } from '../../shared/contract/emulator/reason.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const tasks = [
  { slug: 'refund', name: 'Refund', concurrency: 2, behavior: steps({ do: 'wait', seconds: 600 }) },
  { slug: 'late', behavior: { ...steps(), queueSeconds: 30 } },
  { slug: 'later', behavior: { ...steps(), startDelaySeconds: 20 } },
  { slug: 'asks', name: 'Asks', timeout: 7200, behavior: steps({ do: 'prompt', description: 'Pay it?' }) },
  { slug: 'parent', behavior: steps({ do: 'execute', task: 'asks' }) },
  { slug: 'fails', name: 'Fails', behavior: steps({ do: 'fail', message: 'no stock' }) },
  { slug: 'failing', name: 'Failing', behavior: steps({ do: 'execute', task: 'fails' }) },
  { slug: 'top', behavior: steps({ do: 'execute', task: 'failing' }) },
  { slug: 'fine', behavior: steps() },
];
const runbooks = [
  { slug: 'both', blocks: [{ kind: 'task' as const, slug: 'first', name: 'First', task: 'asks' }] },
  { slug: 'broken', blocks: [{ kind: 'task' as const, slug: 'first', name: 'First', task: 'top' }] },
];

const emulator = () => testEmulator({ tasks, runbooks, users: [{ name: 'Ada', email: 'ada@example.com' }] });

/** The reason of a run, which its row in the list and its detail agree on. */
async function reasonOf({ api }: TestEmulator, id: string): Promise<Reason | null> {
  const { row, reason } = await api.emulator.runs.get({ params: { id } });
  const { runs } = await api.emulator.runs.list({ query: { limit: '1000' } });
  expect([row.reason, runs.find((one) => one.id === id)?.reason]).toEqual([reason, reason]);
  return reason;
}

const empty = { runIDs: [], until: null, by: null };

test('a queued run names the runs that have the slots of its task', async () => {
  const hangar = await emulator();
  const first = [await hangar.execute('refund'), await hangar.execute('refund')];
  const text = '2 of 2 slots of Refund are taken; first in the queue';
  expect(await reasonOf(hangar, await hangar.execute('refund'))).toEqual({
    ...empty,
    kind: 'slots',
    text,
    runIDs: first,
  });
});

/** The end of the reason of a queued run, after the slots. */
async function placeOf(hangar: TestEmulator, id: string): Promise<string | undefined> {
  return (await reasonOf(hangar, id))?.text.split('; ')[1];
}

test('a queued run tells its place, which moves up, as far as the tenth', async () => {
  const hangar = await emulator();
  const [first = '', , ...queued] = await Promise.all(Array.from({ length: 14 }, () => hangar.execute('refund')));
  const places = () => Promise.all(queued.map((id) => placeOf(hangar, id)));
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
  const all = words.map((word) => `${word} in the queue`);
  expect(await places()).toEqual([...all, undefined, undefined]);
  await hangar.api.emulator.runs.cancel({ params: { id: queued[1] ?? '' } });
  expect(await places()).toEqual([all[0], undefined, ...all.slice(1), undefined]);
  await hangar.api.emulator.runs.cancel({ params: { id: first } });
  expect(await places()).toEqual([undefined, undefined, ...all]);
});

test('a queued run tells no place when others may start before those ahead of it', async () => {
  const behavior = steps({ do: 'wait', seconds: 600 });
  const hangar = await testEmulator({
    tasks: [
      { slug: 'keyed', concurrency: 1, concurrencyKey: '{{ params.shop }}', parameters: [{ slug: 'shop' }], behavior },
      { slug: 'late', concurrency: 1, behavior },
    ],
  });
  await hangar.execute('keyed', { shop: 'a' });
  expect(await placeOf(hangar, await hangar.execute('keyed', { shop: 'b' }))).toBeUndefined();
  const { tasks } = hangar.api.emulator.definitions;
  await hangar.execute('late');
  const late = await tasks.get({ params: { id: 'late' } });
  await tasks.replace({ params: { id: 'late' }, body: { ...late, behavior: { ...behavior, queueSeconds: 60 } } });
  const delayed = await hangar.execute('late');
  await tasks.replace({ params: { id: 'late' }, body: late });
  const behind = await hangar.execute('late');
  expect(await placeOf(hangar, behind)).toBeUndefined();
  await hangar.api.emulator.clock.advance({ body: { seconds: 61 } });
  expect([await placeOf(hangar, delayed), await placeOf(hangar, behind)]).toEqual([
    'first in the queue',
    'second in the queue',
  ]);
});

test('a run that is queued by a concurrency key names the key', async () => {
  const behavior = steps({ do: 'wait', seconds: 600 });
  const shared = { concurrencyKey: 'shop-{{ 40 + 2 }}', behavior };
  const hangar = await testEmulator({
    tasks: [
      { slug: 'pay', ...shared },
      { slug: 'ship', ...shared },
    ],
  });
  const first = await hangar.execute('pay');
  const text = 'the only slot of the concurrency key “shop-42” is taken';
  expect(await reasonOf(hangar, await hangar.execute('ship'))).toEqual({
    ...empty,
    kind: 'slots',
    text,
    runIDs: [first],
  });
});

test('a run that waits on the clock, or may not start yet, says until when', async () => {
  const hangar = await emulator();
  const [waits, late, later] = [
    await hangar.execute('refund'),
    await hangar.execute('late'),
    await hangar.execute('later'),
  ];
  const reasons = [await reasonOf(hangar, waits), await reasonOf(hangar, late), await reasonOf(hangar, later)];
  expect(reasons.map((reason) => reason?.kind)).toEqual(['until', 'delay', 'delay']);
  const { runs } = await hangar.api.emulator.runs.list({ query: {} });
  const seconds = reasons.map((reason, i) => {
    const created = runs.find(({ id }) => id === [waits, late, later][i])?.createdAt ?? '';
    return Math.round((Date.parse(`${reason?.until ?? ''}:00`) - Date.parse(`${created}:00`)) / 1000);
  });
  expect(seconds).toEqual([600, 30, 20]);
  expect(reasons[0]?.text).toBe(`waits until ${reasons[0]?.until?.slice(0, 19) ?? ''}`);
});

test('a run that waits for a prompt says what is asked and when it times out; its parent and its prompt say so too', async () => {
  const hangar = await emulator();
  const parent = await hangar.execute('parent');
  const { children } = await hangar.api.emulator.runs.get({ params: { id: parent } });
  const [child] = children;
  expect(child?.reason).toMatchObject({ kind: 'prompt', text: 'waits for an answer to “Pay it?”', by: null });
  const until = child?.reason?.until;
  const text = 'waits for Asks, which waits for an answer to “Pay it?”';
  expect(await reasonOf(hangar, parent)).toEqual({ kind: 'child', text, runIDs: [child?.id], until, by: null });
  const { prompts } = await hangar.api.emulator.prompts.list({ query: {} });
  expect(prompts.map(({ reason }) => reason)).toEqual([
    { kind: 'prompt', text: 'waits for an answer', runIDs: [child?.id], until, by: null },
  ]);
});

test('a run that timed out says after how long, also its prompt, and the run that it executed says that it went with it', async () => {
  const hangar = await emulator();
  const late = await hangar.execute('asks');
  await hangar.api.emulator.clock.advance({ body: { seconds: 7300 } });
  expect(await reasonOf(hangar, late)).toEqual({ ...empty, kind: 'timeout', text: 'timed out after 2 h' });
  const { prompts } = await hangar.api.emulator.runs.get({ params: { id: late } });
  expect(prompts[0]?.reason).toEqual({ ...empty, kind: 'timeout', text: 'timed out after 2 h', runIDs: [late] });
  const parent = await hangar.execute('parent');
  await hangar.api.emulator.clock.advance({ body: { seconds: 3650 } });
  const { children } = await hangar.api.emulator.runs.get({ params: { id: parent } });
  expect(children[0]?.reason).toEqual({
    ...{ kind: 'cancelled', text: 'cancelled with the run that executed it, which timed out after 1 h' },
    ...{ runIDs: [parent], until: null, by: null },
  });
});

test('a cancelled run says by whom', async () => {
  const hangar = await emulator();
  const [byKey, byUser] = [await hangar.execute('refund'), await hangar.execute('refund')];
  await hangar.api.v0.runs.cancel({ body: { runID: byKey } });
  await hangar.api.emulator.runs.cancel({ params: { id: byUser } });
  const { cancelledBy } = await hangar.api.v0.runs.get({ query: { id: byKey } });
  const text = 'cancelled by API user “local”';
  expect(await reasonOf(hangar, byKey)).toEqual({ ...empty, kind: 'cancelled', text, by: cancelledBy });
  expect(await reasonOf(hangar, byUser)).toMatchObject({
    kind: 'cancelled',
    text: expect.stringMatching(/^cancelled by ./),
  });
});

test('a failed run names the run that failed first, however deep', async () => {
  const hangar = await emulator();
  const top = await hangar.execute('top');
  const { children } = await hangar.api.emulator.runs.get({ params: { id: top } });
  const { children: leaves } = await hangar.api.emulator.runs.get({ params: { id: children[0]?.id ?? '' } });
  expect(leaves[0]?.reason).toEqual({ ...empty, kind: 'failed', text: 'no stock' });
  const reason = { ...empty, kind: 'failed', text: 'Fails failed: no stock', runIDs: [leaves[0]?.id] };
  expect([await reasonOf(hangar, top), children[0]?.reason]).toEqual([reason, reason]);
});

test('a run that a fault ended names the fault, after a restart too', async () => {
  const hangar = await emulator();
  const match = { operation: 'tasks/execute', task: 'fine' } as const;
  await hangar.api.emulator.faults.create({ body: { slug: 'broken', match, kind: 'run', status: 'Failed' } as never });
  const id = await hangar.execute('fine');
  const reason = { kind: 'fault', runIDs: [], until: null, by: 'broken' };
  const text = expect.stringMatching(/^failed by the fault “broken”/);
  expect(await reasonOf(hangar, id)).toEqual({ ...reason, text });
  expect(await reasonOf(await hangar.restart(), id)).toEqual({ ...reason, text });
});

test('runs that work or succeeded have no reason', async () => {
  const hangar = await emulator();
  expect(await reasonOf(hangar, await hangar.execute('fine'))).toBeNull();
});

test('a session has the reason of its block, or of the one who cancelled it', async () => {
  const hangar = await emulator();
  const open = async (slug: string) => {
    const { sessionID } = await hangar.api.v0.runbooks.execute({ body: { slug } });
    await hangar.clock.advance(0);
    return sessionID;
  };
  const read = async (id: string) => {
    const { row, reason, runs } = await hangar.api.emulator.sessions.get({ params: { id } });
    expect(row.reason).toEqual(reason);
    return { reason, runs };
  };
  const [waits, broken] = [await open('both'), await open('broken')];
  const waiting = await read(waits);
  expect(waiting.reason).toMatchObject({
    ...{ kind: 'prompt', text: 'First: Asks waits for an answer to “Pay it?”' },
    runIDs: [waiting.runs[0]?.id],
  });
  const failed = await read(broken);
  const leaf = failed.runs.find(({ taskSlug }) => taskSlug === 'fails');
  expect(failed.reason).toMatchObject({ kind: 'failed', text: 'First: Fails failed: no stock', runIDs: [leaf?.id] });
  await hangar.api.emulator.sessions.cancel({ params: { id: waits } });
  await hangar.clock.advance(0);
  expect((await read(waits)).reason).toMatchObject({
    kind: 'cancelled',
    text: expect.stringMatching(/^cancelled by ./),
  });
});

test('a run, its session and its prompt name the people who are asked, three of them', async () => {
  const users = ['ada', 'ben', 'cyd'].map((name) => ({ name, email: `${name}@example.com` }));
  const reviewers = { users: users.map(({ email }) => email), groups: ['ops', 'tax'] };
  const hangar = await testEmulator({
    users,
    groups: [{ slug: 'ops', members: ['ada@example.com'] }, { slug: 'tax' }],
    tasks: [{ slug: 'pay', behavior: steps({ do: 'prompt', description: 'Pay it?', reviewers }) }],
    runbooks: [
      {
        slug: 'day',
        blocks: [
          { kind: 'prompt', slug: 'sign', name: 'Sign', reviewers: { groups: ['ops'] } },
          { kind: 'task', slug: 'pay_all', name: 'Pay all', task: 'pay' },
        ],
      },
    ],
  });
  const { sessions, prompts } = hangar.api.emulator;
  const { sessionID } = await hangar.api.v0.runbooks.execute({ body: { slug: 'day' } });
  await hangar.clock.advance(0);
  const texts = async () => {
    const { reason, runs } = await sessions.get({ params: { id: sessionID } });
    const [prompt] = (await prompts.list({ query: {} })).prompts;
    return [reason?.text, runs.find(({ status }) => status === 'Active')?.reason?.text, prompt?.reason?.text];
  };
  expect(await texts()).toEqual(['Sign: waits for an answer of ops', ...Array(2).fill('waits for an answer of ops')]);
  const [sign] = (await prompts.list({ query: {} })).prompts;
  await prompts.submit({ params: { id: sign?.prompt.id ?? '' }, body: { values: {}, as: 'ada@example.com' } });
  await hangar.clock.advance(0);
  const people = 'ada@example.com or ben@example.com or cyd@example.com or 2 more';
  expect(await texts()).toEqual([
    `Pay all: pay waits for an answer of ${people} to “Pay it?”`,
    `waits for an answer of ${people} to “Pay it?”`,
    `waits for an answer of ${people}`,
  ]);
});

test('what came from a file says that it is held', async () => {
  const hangar = await emulator();
  const id = await hangar.execute('asks');
  const everything = await hangar.api.emulator.export({ query: {} });
  await hangar.api.emulator.import({ body: everything, query: {} });
  expect(await reasonOf(hangar, id)).toMatchObject({ kind: 'held' });
  const { prompts } = await hangar.api.emulator.prompts.list({ query: {} });
  expect(prompts[0]?.reason).toMatchObject({ kind: 'held', runIDs: [id] });
});

test('an answer that a rule gives later is the reason of its prompt', async () => {
  const hangar = await emulator();
  const rule = { slug: 'soon', match: { task: 'asks' }, afterSeconds: 60, submit: {} };
  await hangar.api.emulator.answers.create({ body: rule });
  await hangar.execute('asks');
  const { prompts } = await hangar.api.emulator.prompts.list({ query: {} });
  expect(prompts[0]?.reason).toMatchObject({ kind: 'until', text: 'the rule “soon” answers it', by: 'soon' });
  expect(prompts[0]?.reason?.until).toBe(prompts[0]?.answer?.dueAt);
});
