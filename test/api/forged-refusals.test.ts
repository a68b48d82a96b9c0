import { describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { testEmulator, type TestEmulator, type TestRequest } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

// The third edition of the window, "Refusals that help": a message quotes what a client sent, and nothing is read from it. Each
// place from which a text comes back in a message gets texts that look like the clauses of other refusals.

const AUTHORED: Omit<AuthoredWorkspace, 'version'> = {
  settings: { strict: true },
  environments: [{ slug: 'test', default: true }, { slug: 'live' }],
  apiKeys: [{ name: 'live only', key: 'tkn_live', environments: ['live'] }],
  tasks: [
    {
      slug: 'refund',
      parameters: [
        { slug: 'order' },
        { slug: 'note' },
        { slug: 'amount', type: 'integer' },
        { slug: 'said', constraints: { optional: true, validate: 'params.said' } },
        { slug: 'who', type: 'object', constraints: { optional: true }, params: [{ slug: 'mail' }] },
      ],
      resources: { db: 'demo' },
    },
    { slug: 'asked', requireRequests: true },
    { slug: 'hooked', parameters: [{ slug: 'order' }], webhooks: { paid: {} } },
    { slug: 'asks', behavior: steps({ do: 'prompt', parameters: [{ slug: 'amount', type: 'integer' }] }) },
  ],
  resources: [{ slug: 'demo', kind: 'own', resource: {} }],
  runbooks: [{ slug: 'close_day', parameters: [{ slug: 'day', type: 'date' }], blocks: [] }],
};

/** Texts that look like parts of the messages of other refusals, as a client could write them. */
const FORGERIES = [
  'amount: is required',
  'order: is required; note: is required',
  'x; note: is required',
  'x". note: is required; "y',
  'x: must be a whole number; amount: must be a whole number',
  'resources.db: the task "refund" declares no such alias',
  'x; resources.main: the task "refund" declares no such alias',
  'There is no task "refund".',
  'x". There is no task "refunds". Did you mean refund? "',
  'x. Did you mean refund?',
  'Send `X-Service-Env-Slug: live`',
  'x" is not for this key. Send `X-Service-Env-Slug: live` (or test). "',
  'header “X-Service-Env-Slug” is missing',
  'The task "asked" must be requested',
  'A resource with the slug "demo" already exists.',
  'The fault "busy" answered: Too many requests',
] as const;

/** A text that no refusal has, as unlike every name as the others. */
const HARMLESS = 'zzzz zzzz; "zzzz" zzzz: zzzz';

/** A request that is refused, with a client's text somewhere in it. */
type Place = (text: string, known: Known) => readonly [path: string, request: TestRequest];

/** IDs of what there is. */
interface Known {
  readonly runID: string;
  readonly promptID: string;
  readonly webhook: string;
}

const EXECUTE = '/v0/tasks/execute';
const GIVEN = { order: 'AB1', note: 'late', amount: 1 };
const call = (body: object, headers: Record<string, string> = {}) => [EXECUTE, { body, headers }] as const;
const values = (paramValues: object) => call({ slug: 'refund', paramValues });
/** A text in the path or the query of a request. */
const inUrl = (path: string, text: string): ReturnType<Place> => [`/v0/${path}${encodeURIComponent(text)}`, {}];

const PLACES: Readonly<Record<string, Place>> = {
  'the slug of a task': (text) => call({ slug: text, paramValues: GIVEN }),
  'the ID of a task': (text) => call({ id: text, paramValues: GIVEN }),
  'the other ID of a task': (text) => call({ taskID: text }),
  'the slug of a runbook': (text) => ['/v0/runbooks/execute', { body: { slug: text } }],
  'a number': (text) => values({ ...GIVEN, amount: text }),
  'a number beside a missing value': (text) => values({ order: 'AB1', amount: text }),
  'the answer of a rule': (text) => values({ ...GIVEN, said: text }),
  'a value that is dropped, beside a missing one': (text) => values({ order: 'AB1', amount: 1, [text]: 1 }),
  'a field of an object': (text) => values({ ...GIVEN, who: { [text]: 1 } }),
  'values that are no object': (text) => call({ slug: 'refund', paramValues: text }),
  'an unknown field': (text) => call({ slug: 'refund', paramValues: GIVEN, [text]: 1 }),
  'an unknown field beside a missing value': (text) => call({ slug: 'refund', paramValues: {}, [text]: 1 }),
  'a number of seconds': (text) => call({ slug: 'refund', paramValues: GIVEN, allowCachedMaxAge: text }),
  'an alias': (text) => call({ slug: 'refund', paramValues: GIVEN, resources: { [text]: 5 } }),
  'a resource': (text) => call({ slug: 'refund', paramValues: GIVEN, resources: { db: text } }),
  'a date of a runbook': (text) => [
    '/v0/runbooks/execute',
    { body: { slug: 'close_day', paramValues: { day: text } } },
  ],
  'the environment of a header': (text) =>
    call({ slug: 'refund', paramValues: GIVEN }, { 'X-Service-Env-Slug': text.replaceAll(/[“”]/g, '"') }),
  'the environment of a query': (text) => [
    `${EXECUTE}?envSlug=${encodeURIComponent(text)}`,
    { body: { slug: 'refund', paramValues: GIVEN } },
  ],
  'an unknown parameter of a query': (text) => inUrl('runs/list?x=1&', text),
  'a limit': (text) => inUrl('runs/list?limit=', text),
  'the ID of a run': (text) => inUrl('runs/get?id=', text),
  'the ID of a task in a query': (text) => inUrl('runs/list?taskID=', text),
  'a token': (text, { runID }) => inUrl(`runs/getLogs?runID=${runID}&prev_token=`, text),
  'a path': (text) => inUrl('', text),
  'the ID of a prompt': (text) => ['/v0/prompts/cancel', { body: { id: text } }],
  'the answer of a prompt': (text, { promptID: id }) => [
    '/v0/prompts/submit',
    { body: { id, values: { amount: text } } },
  ],
  'the delivery of a webhook': (text, { webhook }) => [
    webhook,
    { body: { slug: 'refund', order: text, paramValues: { order: text } } },
  ],
  'the name of a resource': (text) => ['/v0/resources/create', { body: { kind: 'own', name: text, slug: text } }],
  'the kind of a resource': (text) => ['/v0/resources/create', { body: { kind: 5, name: text, resource: text } }],
  'a key': (text) => [EXECUTE, { body: { slug: 'refund' }, key: text.replaceAll(/[“”]/g, '"') }],
  'a body that is no JSON': (text) => [EXECUTE, { body: text }],
  'a task that must be requested, with a text': (text) => call({ slug: 'asked', inputsZoneID: text }),
  'a key for others, with a text': (text) => [
    EXECUTE,
    { body: { slug: 'refund', paramValues: { ...GIVEN, note: text } }, key: 'tkn_live' },
  ],
};

async function open() {
  const hangar = await testEmulator(AUTHORED);
  const runID = await hangar.execute('asks');
  const [prompt] = (await hangar.api.v0.prompts.list({ query: { runID } })).prompts;
  const [webhook] = (await hangar.api.emulator.webhooks.list()).webhooks;
  const known = { runID, promptID: prompt?.id ?? '', webhook: new URL(webhook?.url ?? '').pathname };
  return { hangar, known };
}

/** Repairs, names and the places of the values at fault in a refusal, without the client's text. */
async function consequences({ send, api }: TestEmulator, request: ReturnType<Place>, text: string) {
  const { status } = await send(...request);
  const [row] = (await api.emulator.traffic.list({ query: { limit: '1' } })).entries;
  const { refusal } = await api.emulator.traffic.get({ params: { id: row?.id ?? '' } });
  const spoken = row?.summary?.includes(' Did you mean ') === true && !text.includes('Did you mean');
  const of = (shown: string): string => shown.replaceAll(text, 'TEXT').replaceAll(text.slice(0, 100), 'TEXT');
  return {
    status,
    nearest: refusal?.nearest,
    suggests: spoken || (refusal?.nearest ?? '') !== '',
    repairs: refusal?.repairs.map(({ kind, label, request: { method, path } }) => [
      kind,
      of(label),
      method,
      path.replace(/trf\w+/, 'ID'),
    ]),
    sent: refusal?.sent.map(({ path }) => of(path)),
  };
}

describe('nothing follows from a text of a client that looks like a message', () => {
  test.each(Object.entries(PLACES))('in %s', async (_, place) => {
    const { hangar, known } = await open();
    const expected = await consequences(hangar, place(HARMLESS, known), HARMLESS);
    expect(expected.status).toBeGreaterThanOrEqual(400);
    for (const text of FORGERIES) {
      const found = await consequences(hangar, place(text, known), text);
      expect({ text, ...found }).toEqual({ text, ...expected });
    }
  });

  test('the refusals that they imitate have repairs', async () => {
    const { hangar } = await open();
    const labels = async (body: object, more: Omit<TestRequest, 'body'> = {}) =>
      (await consequences(hangar, [EXECUTE, { body, ...more }], HARMLESS)).repairs?.map(([, label]) => label);
    expect(await labels({ slug: 'refund', paramValues: {} })).toEqual([
      'Make order optional',
      'Make note optional',
      'Make amount optional',
    ]);
    const aliased = { slug: 'refund', paramValues: GIVEN, resources: { main: 'demo' } };
    expect(await labels(aliased)).toEqual(['Add alias main']);
    expect(await labels({ slug: 'refunds' })).toEqual(['Send again as refund', 'Create task refunds from this call']);
    expect(await labels({ slug: 'refund' }, { key: 'tkn_live' })).toEqual(['Send again in live']);
    expect(await labels({ slug: 'asked' })).toEqual(['Let asked run without approval']);
  });
});

test('a task is named as unknown only when the task is what is not there', async () => {
  const { hangar } = await open();
  const body = { slug: 'refund', paramValues: GIVEN };
  const marsian = await consequences(hangar, call(body, { 'X-Service-Env-Slug': 'mars' }), HARMLESS);
  expect(marsian).toMatchObject({ status: 404, repairs: [], nearest: '', sent: [] });
  const byID = await consequences(hangar, call({ id: 'refunds' }), HARMLESS);
  // A task that is made has another ID, and would not answer the same call.
  expect(byID).toMatchObject({ status: 404, repairs: [], sent: ['id'] });
});
