import { beforeAll, describe, expect, test } from 'vitest';
import { FILTER_TERMS, type FilterKind } from '../../shared/model/filter-terms.ts';
import { filterProblem } from '../../shared/model/read-filter.ts';
import { keysOf } from '../../shared/values/objects.ts';
import { settled } from '../support/fake-clock.ts';
import { KEY, testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const text = (slug: string) => ({ slug, type: 'string' as const, constraints: { optional: true } });

const ENVIRONMENTS = [
  { slug: 'prod', name: 'Production', default: true },
  { slug: 'stage', name: 'Staging' },
];

const WORKSPACE = {
  environments: ENVIRONMENTS,
  tasks: [
    {
      slug: 'refund',
      name: 'Refund an order',
      parameters: [text('order_id')],
      webhooks: { paid: {} },
      behavior: steps(
        { do: 'log', text: 'Looking up {{ params.order_id }} at the bank' },
        { do: 'output', value: { receipt: 'R-{{ params.order_id }}' } },
      ),
    },
    { slug: 'broken', name: 'Print', behavior: steps({ do: 'fail', message: 'The printer has no paper' }) },
    {
      slug: 'ask',
      name: 'Ask for a signature',
      parameters: [text('order_id'), { slug: 'size', type: 'float', constraints: { optional: true } }],
      behavior: steps({
        do: 'prompt',
        description: 'Pay {{ params.order_id }} twice?',
        parameters: [{ slug: 'reason', name: 'Why' }],
      }),
    },
    { slug: 'approve', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
  ],
  runbooks: [
    {
      slug: 'close',
      name: 'Close the day',
      parameters: [text('day'), { slug: 'count', type: 'integer', default: 2 }],
      blocks: [{ slug: 'money', kind: 'task', task: 'refund', paramValues: { order_id: '{{ params.day }}' } }],
    },
    { slug: 'print', name: 'Print it', blocks: [{ slug: 'paper', kind: 'task', task: 'broken' }] },
    { slug: 'sign', name: 'Sign', blocks: [{ slug: 'name', kind: 'prompt', description: 'Who signs?' }] },
  ],
} as never;

let hangar: TestEmulator;
/** Names of what was made, by ID. */
const names = new Map<string, string>();

async function execute(name: string, path: string, body: object, environment = 'prod') {
  const { json } = await hangar.send(path, { body, headers: { 'X-Service-Env-Slug': environment } });
  const { runID = '', sessionID = '' } = json as { runID?: string; sessionID?: string };
  names.set(runID || sessionID, name);
}

/** The lists, by kind: their paths, and the IDs in an answer. */
const LISTS: Readonly<Record<FilterKind, { path: string; idsOf: (json: never) => string[] }>> = {
  run: {
    path: '/_emulator/runs?',
    idsOf: ({ runs }: { runs: { id: string }[] }) => runs.map(({ id }) => id),
  },
  session: {
    path: '/_emulator/sessions?',
    idsOf: ({ sessions }: { sessions: { session: { id: string } }[] }) => sessions.map(({ session }) => session.id),
  },
  prompt: {
    path: '/_emulator/prompts?',
    idsOf: ({ prompts }: { prompts: { prompt: { runID: string } }[] }) => prompts.map(({ prompt }) => prompt.runID),
  },
  request: {
    path: '/_emulator/traffic?limit=100&',
    idsOf: ({ entries }: { entries: { path: string; status: number }[] }) =>
      entries.map(({ path, status }) => `${path.split('/').slice(2, 4).join('/')} ${status}`),
  },
};

async function found(kind: FilterKind, q: string): Promise<string[]> {
  const { path, idsOf } = LISTS[kind];
  const { json, status } = await hangar.send(`${path}q=${encodeURIComponent(q)}`);
  expect({ status, json }).toMatchObject({ status: 200 });
  return idsOf(json as never).map((id) => names.get(id) ?? id);
}

describe('the filters of sessions, prompts and requests', () => {
  beforeAll(async () => {
    hangar = await testEmulator(WORKSPACE);
    await execute('monday', '/v0/runbooks/execute', { slug: 'close', paramValues: { day: 'AB1042' } });
    await execute(
      'staged',
      '/v0/runbooks/execute',
      { slug: 'close', paramValues: { day: 'Dec24', count: 3 } },
      'stage',
    );
    await hangar.clock.advance(3_600_000);
    await execute('printed', '/v0/runbooks/execute', { slug: 'print' });
    await execute('signing', '/v0/runbooks/execute', { slug: 'sign' });
    // IDs, which a word searches too, have no such sign.
    await execute('asked', '/v0/tasks/execute', { slug: 'ask', paramValues: { order_id: 'AB-7', size: 2.5 } });
    await execute('approving', '/v0/tasks/execute', { slug: 'approve' }, 'stage');
    await hangar.send('/v0/runs/get?id=run2nothing');
    await hangar.send('/v0/tasks/execute', { body: { slug: 'refund', paramValues: { secret: 'tkn_hidden77' } } });
    await settled();
  });

  test.each([
    ['AB1042', ['monday']],
    ['"close the day"', ['staged', 'monday']],
    ['"at the bank"', ['staged', 'monday']],
    ['R-dec24', ['staged']],
    ['paper -close', ['printed']],
    ['error:paper', ['printed']],
    ['status:succ', ['staged', 'monday']],
    ['status:failed,waiting', ['signing', 'printed']],
    ['runbook:close env:stage', ['staged']],
    ['task:refund -task:broken', ['staged', 'monday']],
    ['is:waiting', ['signing']],
    ['-is:ended', ['signing']],
    ['is:child', []],
    ['param.day:ab10', ['monday']],
    ['param.count:>2', ['staged']],
    ['param.count:<=2', ['monday']],
    ['since:30m', ['signing', 'printed']],
    ['until:30m', ['staged', 'monday']],
    ['took:>1h', []],
    ['run:run2', ['signing', 'printed', 'staged', 'monday']],
    ['12:30', []],
    ['', ['signing', 'printed', 'staged', 'monday']],
  ])('sessions: %s', async (q, expected) => {
    expect(await found('session', q)).toEqual(expected);
  });

  test.each([
    ['AB-7', ['asked']],
    ['twice', ['asked']],
    ['reason', ['asked']],
    ['task:ask', ['asked']],
    ['env:stage', ['approving']],
    ['is:approval -"who signs"', ['approving']],
    ['is:automatic', []],
    ['is:refused', []],
    ['param.order_id:ab-7', ['asked']],
    ['param.size:>1.5', ['asked']],
    ['param.size:<1.5', []],
    ['session:ses2 signs', ['']],
    ['since:1m -session:ses', ['asked', 'approving']],
    ['until:1m', []],
    ['run:run2 "go on"', ['approving']],
  ])('prompts: %s', async (q, expected) => {
    const ids = await found('prompt', q);
    expect(ids.map((id) => (id.startsWith('run2') ? '' : id))).toEqual(expected);
  });

  test.each([
    ['dec24', ['runbooks/execute 200']],
    ['body:AB1042', ['runbooks/execute 200']],
    ['path:execute body:"order_id"', ['tasks/execute 200']],
    ['status:4xx', ['runs/get 404']],
    ['status:404,5xx', ['runs/get 404']],
    ['status:>=400', ['runs/get 404']],
    ['status:>404,<100', []],
    ['param.order_id:ab-7', ['tasks/execute 200']],
    ['param.size:>2', ['tasks/execute 200']],
    ['param.count:>2', ['runbooks/execute 200']],
    ['param.size:>3', []],
    ['code:not_found', ['runs/get 404']],
    ['error:run2nothing', ['runs/get 404']],
    ['is:error', ['runs/get 404']],
    ['is:warning', ['tasks/execute 200']],
    ['is:replay', []],
    ['is:fault', []],
    ['is:gone', []],
    ['method:get path:/v0', ['runs/get 404']],
    ['task:ask', ['tasks/execute 200']],
    ['task:approve env:stage', ['tasks/execute 200']],
    ['caller:nobody', []],
    ['client:curl', []],
    ['key:6f1c', []],
    ['webhook:paid', []],
    ['fault:busy', []],
    ['until:30m path:v0', ['runbooks/execute 200', 'runbooks/execute 200']],
    ['since:30m path:runbooks', ['runbooks/execute 200', 'runbooks/execute 200']],
    ['took:>1h', []],
    ['slower:3600000', []],
    ['made:run2nothing', ['runs/get 404']],
  ])('requests: %s', async (q, expected) => {
    expect(await found('request', `${q} -path:_emulator`)).toEqual(expected);
  });

  test('requests are found by the task that they name, also those that were refused', async () => {
    const emulator = await testEmulator({
      tasks: [
        { id: 'tskOwn', slug: 'refund', name: 'Give back', parameters: [{ slug: 'order' }], webhooks: { paid: {} } },
        { slug: 'other', parameters: [{ slug: 'order' }], behavior: steps({ do: 'prompt' }) },
      ],
      runbooks: [{ slug: 'refund_all', parameters: [{ slug: 'day' }], blocks: [] }],
    });
    const [webhook] = (await emulator.api.emulator.webhooks.list()).webhooks;
    const bodies = {
      slug: { slug: 'refund', note: 1 },
      id: { id: 'tskOwn' },
      unknown: { slug: 'refunds', paramValues: { order: 'a' } },
      none: {},
      other: { slug: 'other' },
    };
    for (const body of Object.values(bodies)) await emulator.send('/v0/tasks/execute', { body });
    await emulator.send('/v0/runbooks/execute', { body: { slug: 'refund_all' } });
    await emulator.send(new URL(webhook?.url ?? '').pathname, { body: {} });
    await emulator.send('/v0/runs/list?taskSlug=refund&limit=no');
    const runID = await emulator.execute('other', { order: 'b' });
    const [prompt] = (await emulator.api.v0.prompts.list({ query: { runID } })).prompts;
    await emulator.send('/v0/prompts/submit', { body: { id: prompt?.id, values: 5 } });
    const of = async (q: string) =>
      (await emulator.api.emulator.traffic.list({ query: { q } })).entries.map(({ path, status }) => [
        path.split('/')[2],
        status,
      ]);
    expect(await of('task:refund')).toEqual([
      ...[
        ['runs', 400],
        ['webhooks', 400],
        ['tasks', 404],
        ['tasks', 400],
        ['tasks', 400],
      ],
    ]);
    expect(await of('task:"give back" path:tasks/execute')).toEqual([
      ['tasks', 400],
      ['tasks', 400],
    ]);
    expect(await of('task:tskOwn path:tasks/execute')).toHaveLength(2);
    expect(await of('task:other status:400')).toEqual([
      ['prompts', 400],
      ['tasks', 400],
    ]);
    expect(await of('-task:refund -task:other')).toEqual([
      ['runbooks', 400],
      ['tasks', 400],
    ]);
  });

  test('requests are not found by their secrets, which are masked', async () => {
    expect(await found('request', 'hidden77 -path:_emulator')).toEqual([]);
    expect(await found('request', `body:${KEY}`)).toEqual([]);
    expect(await found('request', 'body:tkn_')).toHaveLength(1);
  });

  test('traffic answers the number of all matches, those after a request, and an archive of them', async () => {
    const list = async (query: string) =>
      (await hangar.send(`/_emulator/traffic?${query}`)).json as { entries: { id: string }[]; total: number };
    const { entries, total } = await list('limit=1&q=path:runbooks+-path:_emulator');
    expect({ entries: entries.length, total }).toEqual({ entries: 1, total: 4 });
    const later = await list(`q=path:v0&after=${entries[0]?.id ?? ''}`);
    expect(later.entries).toHaveLength(4);
    const har = await hangar.send('/_emulator/traffic.har?q=status:404');
    expect((har.json as { log: { entries: object[] } }).log.entries).toHaveLength(1);
  });

  test.each([
    ['/_emulator/sessions?q=method:get', '"method:" is not a term of sessions, whose terms are status, runbook, task'],
    ['/_emulator/prompts?q=status:failed', '"status:" is not a term of prompts'],
    ['/_emulator/traffic.har?q=is:odd', '"is:odd" has no meaning: its value must be one of error, warning'],
    ['/_emulator/runs?q=runbook:close', '"runbook:" is not a term of runs'],
    ['/_emulator/sessions?q=status:done', '"status:done" has no meaning: its value must be one of pending, active'],
    ['/_emulator/runs?q=status:done', '"status:done" has no meaning: its value must be one of notstarted, queued'],
    ['/_emulator/runs?q=is:constructor', '"is:constructor" has no meaning: its value must be one of waiting, ended'],
    ['/_emulator/runs?q=took:fast', 'its value must be such as took:>2s or took:<500ms'],
    ['/_emulator/runs?q=since:yesterday', 'its value must be such as since:15m or since:2026-11-20T16:00:00Z'],
    [`/_emulator/runs?q=${'a+'.repeat(21)}`, 'q: has 21 words; at most 20 are allowed'],
    ['/_emulator/traffic?q=slower:abc', '"slower:abc" has no meaning: its value must be a number of milliseconds'],
  ])('%s is refused with a sentence', async (path, sentence) => {
    const { status, json } = await hangar.send(path);
    expect(status).toBe(400);
    expect((json as { error: string }).error).toContain(sentence);
  });

  const LISTED = ['/_emulator/runs', '/_emulator/sessions', '/_emulator/prompts', '/_emulator/traffic'];
  test.each(LISTED)('%s survives hostile filters', async (path) => {
    const answers = async (q: string) => (await hangar.send(`${path}?q=${encodeURIComponent(q)}`)).status;
    expect(await answers('a'.repeat(10_000))).toBe(400);
    expect(await answers('a '.repeat(500))).toBe(400);
    expect(await answers('('.repeat(1000))).toBe(200);
    for (const q of [
      '(a+)+$',
      '.*',
      '[',
      '\\',
      '"',
      '-',
      '--',
      '-""',
      ':',
      'a:b:c',
      '__proto__:x',
      'constructor:1',
      '%',
      '\0',
    ])
      expect([q, await answers(q)]).toEqual([q, 200]);
    expect(hangar.errors).toEqual([]);
  });
});

describe('the filter of runs', () => {
  const start = (name: string, slug: string, paramValues = {}, environment = 'prod') =>
    execute(name, '/v0/tasks/execute', { slug, paramValues }, environment);

  beforeAll(async () => {
    hangar = await testEmulator({
      environments: ENVIRONMENTS,
      tasks: [
        {
          slug: 'refund',
          name: 'Refund an order',
          parameters: [text('order_id'), text('note'), { slug: 'amount', type: 'integer', default: 0 }],
          behavior: steps(
            { do: 'log', text: 'Looking up {{ params.order_id }} at the bank' },
            { do: 'output', value: { receipt: 'R-{{ params.amount }}' } },
          ),
        },
        { slug: 'slow', behavior: steps({ do: 'wait', seconds: 60 }) },
        { slug: 'broken', behavior: steps({ do: 'fail', message: 'The printer has no paper' }) },
        { slug: 'ask', behavior: steps({ do: 'prompt', description: 'Pay twice?' }) },
      ],
    });
    await start('first', 'refund', { order_id: 'AB1042', amount: 240, note: 'Say "hi" at 12:30' });
    await start('second', 'refund', { order_id: 'AB1043', amount: 2400 }, 'stage');
    await hangar.clock.advance(3_600_000);
    await start('failed', 'broken');
    await start('slow', 'slow');
    await start('waiting', 'ask');
  });

  test.each([
    ['AB1042', ['first']],
    ['ab104', ['second', 'first']],
    ['param.amount:240', ['first']],
    ['param.amount:>240', ['second']],
    ['param.amount:>=240', ['second', 'first']],
    ['param.amount:<240', []],
    ['param.amount:<=240.0 -status:failed', ['first']],
    ['param.amount:>-1e3 param.amount:<1e3', ['first']],
    ['-param.amount:>240 task:refund', ['first']],
    ['param.order_id:>1', []],
    ['param.note:>x', []],
    ['output:>100', []],
    ['240', ['second', 'first']],
    ['R-2400', ['second']],
    ['receipt', ['second', 'first']],
    ['"at the bank"', ['second', 'first']],
    ['12:30', ['first']],
    ['paper', ['failed']],
    ['twice', ['waiting']],
    ['refund -ab1043', ['first']],
    ['-refund', ['waiting', 'slow', 'failed']],
    ['param.order_id:AB1042', ['first']],
    ['param.note:AB1042', []],
    ['output:r-24', ['second', 'first']],
    ['error:"no paper"', ['failed']],
    ['status:failed', ['failed']],
    ['"status:failed"', []],
    ['status:failed,active', ['waiting', 'slow', 'failed']],
    ['status:succ task:refund env:stage', ['second']],
    ['is:waiting', ['waiting']],
    ['-is:ended', ['waiting', 'slow']],
    ['is:child', []],
    ['since:30m', ['waiting', 'slow', 'failed']],
    ['until:30m', ['second', 'first']],
    ['since:2026-11-20T16:30:00Z -is:waiting', ['slow', 'failed']],
    ['', ['waiting', 'slow', 'failed', 'second', 'first']],
    ['  ', ['waiting', 'slow', 'failed', 'second', 'first']],
  ])('%s', async (q, expected) => {
    expect(await found('run', q)).toEqual(expected);
  });

  test('took: compares how long a run has been executing', async () => {
    await hangar.clock.advance(60_000);
    await settled();
    expect(await found('run', 'took:>50s task:slow')).toEqual(['slow']);
    expect(await found('run', 'took:<500ms task:slow')).toEqual([]);
    expect(await found('run', 'took:2h')).toEqual([]);
  });
});

test('a page of a long list has the number of all matches', async () => {
  const emulator = await testEmulator(WORKSPACE);
  for (let n = 0; n < 2100; n++)
    await emulator.api.v0.tasks.execute({ body: { slug: 'refund', paramValues: { order_id: `AB-${n}` } } });
  const counts = async (query: string, limit = 50) => {
    const { json } = await emulator.send(`/_emulator/runs?limit=${limit}&${query}`);
    const { runs, total } = json as { runs: object[]; total: number };
    return [runs.length, total];
  };
  // They start in slices.
  while ((await counts('q=status:succeeded', 0))[1] !== 2100) await settled();
  expect(await counts('q=refund')).toEqual([50, 2100]);
  expect(await counts('q=AB-77')).toEqual([11, 11]);
  // The counts above the window's list.
  expect(await counts('q=is:waiting', 0)).toEqual([0, 0]);
  expect(await counts('q=is:ended', 0)).toEqual([0, 2100]);
});

test.each(keysOf(FILTER_TERMS))('the examples of the terms of a %s are valid', (kind) => {
  const examples = Object.values(FILTER_TERMS[kind]).map(({ example }: { example: string }) => example);
  expect(examples.map((example) => filterProblem(kind, example))).toEqual(examples.map(() => ''));
});

describe('runs/list by the slug of a deleted task', () => {
  const OLD = [
    { id: 'tskOne', slug: 'gone', name: 'Gone' },
    { slug: 'derived' },
    { id: 'tskKept', slug: 'kept' },
    { id: 'tskPrivate', slug: 'hidden', isPrivate: true },
  ];

  async function afterDeletion() {
    const apiKeys = [{ key: 'tkn_ada', user: 'ada@example.com' }];
    const hangar = await testEmulator({ users: [{ email: 'ada@example.com' }], apiKeys, tasks: OLD });
    const execute = async (slug: string) => (await hangar.api.v0.tasks.execute({ body: { slug } })).runID;
    const runs = [await execute('gone'), await execute('derived'), await execute('kept'), await execute('hidden')];
    // Another task of the same slug, deleted as well.
    const replaceTasks = (tasks: object[]) =>
      hangar.ports.workspace.change((workspace) => ({ ...workspace, tasks: tasks as typeof workspace.tasks }));
    const tasks = hangar.ports.workspace.current().tasks;
    await replaceTasks(tasks.map((task) => (task.slug === 'gone' ? { ...task, id: 'tskTwo' } : task)));
    runs.push(await execute('gone'));
    // `kept` is renamed, the others are deleted.
    await replaceTasks(tasks.filter(({ slug }) => slug === 'kept').map((task) => ({ ...task, slug: 'renamed' })));
    await settled();
    return { hangar, runs };
  }
  const listed = async (hangar: TestEmulator, query: Record<string, string>, key = KEY) => {
    const path = `/v0/runs/list?${new URLSearchParams(query).toString()}`;
    const { status, json } = await hangar.send(path, { key });
    return [status, (json as { runs?: { id: string }[] }).runs?.map(({ id }) => id)];
  };

  test('lists its runs, of each that had the slug', async () => {
    const { hangar, runs } = await afterDeletion();
    const [first, derived, kept, , second] = runs;
    expect(await listed(hangar, { taskSlug: 'gone' })).toEqual([200, [second, first]]);
    expect(await listed(hangar, { taskSlug: 'gone', limit: '1', page: '1' })).toEqual([200, [first]]);
    expect(await listed(hangar, { taskSlug: 'gone', taskID: 'tskOne' })).toEqual([200, [first]]);
    expect(await listed(hangar, { taskSlug: 'gone', taskID: 'tskKept' })).toEqual([200, []]);
    expect(await listed(hangar, { taskSlug: 'derived' })).toEqual([200, [derived]]);
    expect(await listed(hangar, { taskSlug: 'renamed' })).toEqual([200, [kept]]);
    const again = await hangar.restart();
    expect(await listed(again, { taskSlug: 'gone' })).toEqual([200, [second, first]]);
  });

  test('answers 404 for one that no task had, and for the former slug of another', async () => {
    const { hangar } = await afterDeletion();
    for (const taskSlug of ['never', 'kept', 'Gone']) expect((await listed(hangar, { taskSlug }))[0]).toBe(404);
    expect((await listed(hangar, { taskID: 'tskNone' }))[0]).toBe(404);
  });

  test('shows private runs only to those who may see them', async () => {
    const { hangar, runs } = await afterDeletion();
    expect(await listed(hangar, { taskSlug: 'hidden' })).toEqual([200, [runs[3]]]);
    expect(await listed(hangar, { taskSlug: 'hidden' }, 'tkn_ada')).toEqual([200, []]);
  });
});
