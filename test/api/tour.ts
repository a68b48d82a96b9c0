import type { HangarContract } from '../../shared/contract/index.ts';
import type { Client } from '../../shared/http/client.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { settled } from '../support/fake-clock.ts';
import { steps } from '../support/steps.ts';

/** A workspace in which every operation can succeed. */
export const TOUR_WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  users: [{ email: 'ada@example.com', role: 'admin' }],
  groups: [{ slug: 'ops', members: ['ada@example.com'] }],
  resources: [{ slug: 'api', kind: 'rest', resource: { baseURL: 'http://localhost:1' } }],
  tasks: [
    {
      slug: 'quick',
      parameters: [{ slug: 'amount', type: 'integer', constraints: { optional: true } }],
      resources: { api: 'api' },
      webhooks: { plain: { secret: 'plain-secret' }, locked: { requireServiceToken: true, secret: 'locked-secret' } },
      behavior: steps({ do: 'log', text: 'working' }, { do: 'output', value: { amount: '{{ params.amount }}' } }),
    },
    { slug: 'asks', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
    { slug: 'held', behavior: HELD },
    { slug: 'waits', behavior: steps({ do: 'wait', seconds: 60 }) },
  ],
  runbooks: [{ slug: 'book', blocks: [{ slug: 'one', kind: 'task', task: 'quick' }] }],
};

type Api = Client<HangarContract>;

/** The parts of a request to send. */
export interface Stop {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** The key of a run, for calls that need one. */
  readonly key?: string;
}

async function run(api: Api, slug: string): Promise<string> {
  const { runID } = await api.v0.tasks.execute({ body: { slug } });
  await settled();
  return runID;
}

async function session(api: Api): Promise<string> {
  const { sessionID } = await api.v0.runbooks.execute({ body: { slug: 'book' } });
  await settled();
  return sessionID;
}

async function prompt(api: Api): Promise<string> {
  const { prompts } = await api.v0.prompts.list({ query: { runID: await run(api, 'asks') } });
  return prompts[0]!.id;
}

async function taskID(api: Api, slug = 'quick'): Promise<string> {
  return (await api.emulator.definitions.tasks.get({ params: { id: slug } })).id;
}

async function sandbox(api: Api): Promise<string> {
  return (await api.emulator.sandboxes.create({ body: {} })).id;
}

/** The ID of a test that has ended. */
async function endedTest(api: Api): Promise<string> {
  const { id } = await api.emulator.sandboxes.create({ body: { test: { name: 'refunds an order' } } });
  await api.emulator.sandboxes.remove({ params: { id } });
  return id;
}

async function exploration(api: Api): Promise<string> {
  return (await api.emulator.explorations.create({ body: { command: 'node job.mjs', invariants: ['ends'] } })).id;
}

/** Returns a client with another key. */
type WithKey = (key: string) => Api;

const REQUESTED = { requestData: { taskData: { paramValues: { amount: 5 } } } };

/** The ID of a request that a fault holds. */
async function heldRequest(api: Api): Promise<string> {
  await api.emulator.faults.create({ body: { slug: 'stay', kind: 'hold', seconds: null, match: { task: 'quick' } } });
  // It is answered when it is released, or its connection ends with the server.
  void api.v0.tasks.execute({ body: { slug: 'quick' } }).catch(() => undefined);
  for (;;) {
    const [held] = (await api.emulator.heldRequests.list()).items;
    if (held !== undefined) return held.id;
    await settled();
  }
}

/** A run's request for the task `quick`; with the key of the run. */
async function request(api: Api, withKey: WithKey): Promise<{ id: string; key: string }> {
  const { key } = await heldRun(api, 'held');
  const body = { triggerID: `trg${await taskID(api)}`, ...REQUESTED };
  const { triggerRequestID: id } = await withKey(key).runtime.requests.create({ body });
  return { id, key };
}

/** A sleep of a run; with the key of the run. */
async function sleep(api: Api, withKey: WithKey): Promise<{ id: string; key: string }> {
  const { key } = await heldRun(api, 'held');
  const { id } = await withKey(key).runtime.sleeps.create({ body: { durationMs: 60_000 } });
  return { id, key };
}

/** The parts of a call on a request. */
async function onRequest(api: Api, withKey: WithKey, body?: object): Promise<Stop> {
  const { id } = await request(api, withKey);
  return { params: { id }, ...(body === undefined ? {} : { body }) };
}

/** The parts of a call to a URL of a run's file, which has content. */
async function upload(api: Api, withKey: WithKey, url: 'readOnlyURL' | 'writeOnlyURL'): Promise<Stop> {
  const { key } = await heldRun(api, 'held');
  const { uploads } = withKey(key).runtime;
  const made = await uploads.create({ body: { fileName: 'a.txt', sizeBytes: 0 } });
  await uploads.write({ params: paramsIn(made.writeOnlyURL) });
  return { params: paramsIn(made[url]) };
}

/** The path parameters of a URL of a run's file. */
function paramsIn(url: string): { id: string; secret: string; fileName: string } {
  const [id = '', , secret = '', fileName = ''] = new URL(url).pathname.split('/').slice(3);
  return { id, secret, fileName };
}

const none = (): Stop => ({});
/** A call of a run, with its key. */
const ofRun = (stop: Stop) => async (api: Api) => ({ ...stop, key: (await heldRun(api, 'held')).key });
const byId = async (id: Promise<string>): Promise<Stop> => ({ params: { id: await id } });
const byQuery = async (id: Promise<string>): Promise<Stop> => ({ query: { id: await id } });

/** The calls on one collection: `fresh` is the body of a new thing, `known` names one that is there. */
function collectionTour(name: string, fresh: object, known: string): Record<string, () => Stop> {
  return {
    [`emulator.definitions.${name}.list`]: none,
    [`emulator.definitions.${name}.get`]: () => ({ params: { id: known } }),
    [`emulator.definitions.${name}.create`]: () => ({ body: fresh }),
    [`emulator.definitions.${name}.replace`]: () => ({ params: { id: known }, body: fresh }),
    [`emulator.definitions.${name}.remove`]: () => ({ params: { id: known } }),
  };
}

async function checkpoint(api: Api): Promise<string> {
  return (await api.emulator.checkpoints.save({ body: { name: 'saved' } })).name;
}

async function byName(name: Promise<string>): Promise<Stop> {
  return { params: { name: await name } };
}

/** The calls on one list of rules of the test lab. */
function ruleTour(name: 'faults' | 'answers', fresh: object): Record<string, (api: Api) => Stop | Promise<Stop>> {
  const known = async (api: Api): Promise<Stop> => {
    await api.emulator[name].create({ body: fresh as never });
    return { params: { id: 'fresh' } };
  };
  return {
    [`emulator.${name}.list`]: known,
    [`emulator.${name}.create`]: () => ({ body: fresh }),
    [`emulator.${name}.replace`]: async (api) => ({ ...(await known(api)), body: fresh }),
    [`emulator.${name}.remove`]: known,
    [`emulator.${name}.removeAll`]: none,
    [`emulator.${name}.restart`]: none,
  };
}

/** A request that succeeds, for every endpoint of the contract, by its dotted name. */
export const TOUR: Record<string, (api: Api, withKey: WithKey) => Stop | Promise<Stop>> = {
  'v0.tasks.execute': () => ({ body: { slug: 'quick', paramValues: { amount: 5 } } }),
  'v0.runs.get': (api) => byQuery(run(api, 'quick')),
  'v0.runs.getLogs': async (api) => ({ query: { runID: await run(api, 'quick') } }),
  'v0.runs.getOutputs': (api) => byQuery(run(api, 'quick')),
  'v0.runs.list': () => ({ query: { taskSlug: 'quick', limit: '5', page: '0' } }),
  'v0.runs.cancel': async (api) => ({ body: { runID: await run(api, 'waits') } }),
  'v0.prompts.get': (api) => byQuery(prompt(api)),
  'v0.prompts.list': async (api) => ({ query: { runID: await run(api, 'asks') } }),
  'v0.prompts.cancel': async (api) => ({ body: { id: await prompt(api) } }),
  'v0.prompts.submit': async (api) => ({ body: { id: await prompt(api), values: {} } }),
  'v0.resources.create': () => ({ body: { name: 'New one', kind: 'custom', resource: {} } }),
  'v0.resources.update': async (api) => {
    const { id } = await api.emulator.definitions.resources.get({ params: { id: 'api' } });
    return { body: { id, name: 'API', kind: 'rest', resource: { baseURL: 'http://localhost:2' } } };
  },
  'v0.runbooks.execute': () => ({ body: { slug: 'book' } }),
  'v0.sessions.get': (api) => byQuery(session(api)),
  'v0.sessions.list': none,
  'v0.webhooks.trigger': async (api) => ({
    params: { envSlug: 'dev', taskID: await taskID(api), secret: 'plain-secret' },
    body: { any: ['json'] },
  }),
  'runtime.tasks.getTaskReviewers': ofRun({ query: { taskSlug: 'quick' } }),
  'runtime.prompts.create': ofRun({
    body: { schema: { parameters: [{ slug: 'reason', constraints: { optional: true } }] }, confirmText: 'Refund' },
  }),
  'runtime.sleeps.create': ofRun({ body: { durationMs: 500 } }),
  'runtime.displays.create': ofRun({ body: { display: { kind: 'markdown', content: '# Refunds' } } }),
  'runtime.sleeps.get': async (api, withKey) => {
    const { id, key } = await sleep(api, withKey);
    return { query: { id }, key };
  },
  'emulator.sleeps.skip': async (api, withKey) => ({ params: { id: (await sleep(api, withKey)).id } }),
  'runtime.users.get': async (api) => ({
    query: { userID: (await api.v0.runs.get({ query: { id: await run(api, 'quick') } })).createdBy },
  }),
  'runtime.runs.create': async (api) => ({ body: { taskID: await taskID(api), params: { amount: 5 } } }),
  'runtime.requests.create': async (api) => ({
    body: { triggerID: `trg${await taskID(api)}`, ...REQUESTED },
    key: (await heldRun(api, 'held')).key,
  }),
  'runtime.requests.get': async (api, withKey) => {
    const { id, key } = await request(api, withKey);
    return { query: { triggerRequestID: id }, key };
  },
  'runtime.uploads.create': ofRun({ body: { fileName: 'a.txt', sizeBytes: 0 } }),
  'runtime.uploads.write': async (api, withKey) => upload(api, withKey, 'writeOnlyURL'),
  'runtime.uploads.read': async (api, withKey) => upload(api, withKey, 'readOnlyURL'),
  'runtime.oidc.generateIDToken': ofRun({ body: { audience: 'https://pay.example.com' } }),
  'runtime.oidc.keys': none,
  'runtime.oidc.configuration': none,
  'emulator.ready': none,
  'emulator.agent': () => ({ body: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
  'emulator.info': none,
  'emulator.allowOrigin': () => ({ body: { origin: 'http://localhost:3000' } }),
  'emulator.forgetOrigins': none,
  'emulator.workspace': none,
  'emulator.events': none,
  'emulator.stop': () => ({}),
  'emulator.reset': () => ({ body: { workspace: true } }),
  'emulator.export': none,
  'emulator.import': async (api) => ({ body: await api.emulator.export() }),
  'emulator.proof': () => ({ query: { nonce: 'x'.repeat(43) } }),
  'emulator.login': () => ({ body: { token: '' } }),
  'emulator.logout': none,
  'emulator.openapiV0': none,
  'emulator.openapiEmulator': none,
  'emulator.workspaceSchema': none,
  'emulator.exploreSchema': none,
  ...collectionTour('tasks', { slug: 'new' }, 'waits'),
  ...collectionTour('runbooks', { slug: 'new' }, 'book'),
  ...collectionTour('environments', { slug: 'new' }, 'prod'),
  ...collectionTour('users', { email: 'new@example.com' }, 'ada@example.com'),
  ...collectionTour('groups', { slug: 'new' }, 'ops'),
  ...collectionTour('apiKeys', { key: 'tkn_new' }, 'tkn_local'),
  ...collectionTour('resources', { slug: 'new', kind: 'custom', resource: {} }, 'api'),
  ...ruleTour('faults', { slug: 'fresh', kind: 'lose' }),
  ...ruleTour('answers', { slug: 'fresh' }),
  'emulator.clock.read': none,
  'emulator.wait': () => ({ body: { for: 'settled' } }),
  'emulator.findings.list': none,
  'emulator.findings.clear': none,
  'emulator.coverage.read': none,
  'emulator.coverage.clear': none,
  'emulator.clock.set': () => ({ body: { state: 'frozen', speed: 60 } }),
  'emulator.clock.advance': () => ({ body: { seconds: 5 } }),
  'emulator.changes.apply': () => ({
    body: { changes: [{ collection: 'tasks', id: 'waits', value: { slug: 'new' } }] },
  }),
  'emulator.definitionFiles.list': none,
  'emulator.definitionFiles.place': () => ({ query: { file: 'a.task.yaml' } }),
  'emulator.definitionFiles.code': () => ({ query: { task: 'quick', file: 'a.ts' } }),
  'emulator.definitionFiles.import': () => ({
    body: { files: [{ path: 'a.task.yaml', text: 'slug: fresh\nshell: { entrypoint: a.sh }\n' }] },
  }),
  'emulator.settings.get': none,
  'emulator.settings.replace': () => ({ body: { trafficEntries: 5 } }),
  'emulator.runs.list': () => ({ query: { status: 'Succeeded,Failed', limit: '5' } }),
  'emulator.runs.get': (api) => byId(run(api, 'quick')),
  'emulator.runs.logs': (api) => byId(run(api, 'quick')),
  'emulator.runs.cancel': (api) => byId(run(api, 'waits')),
  'emulator.runs.release': (api) => byId(run(api, 'waits')),
  'emulator.runs.results': (api) => byId(run(api, 'waits')),
  'emulator.runs.executeFrom': async (api) => ({ params: { id: await run(api, 'waits') }, body: { step: 0 } }),
  'emulator.runs.execute': () => ({
    params: { id: 'quick' },
    body: { paramValues: { amount: 1 }, environment: 'prod' },
  }),
  'emulator.sessions.list': none,
  'emulator.sessions.get': (api) => byId(session(api)),
  'emulator.sessions.cancel': async (api) => {
    await api.emulator.definitions.runbooks.create({
      body: { slug: 'long', blocks: [{ slug: 'one', kind: 'task', task: 'waits' }] },
    });
    const { sessionID } = await api.v0.runbooks.execute({ body: { slug: 'long' } });
    await settled();
    return { params: { id: sessionID } };
  },
  'emulator.sessions.release': (api) => byId(session(api)),
  'emulator.sessions.execute': () => ({ params: { id: 'book' }, body: {} }),
  'emulator.prompts.list': none,
  'emulator.prompts.get': (api) => byId(prompt(api)),
  'emulator.prompts.submit': async (api) => ({ params: { id: await prompt(api) }, body: { as: 'ada@example.com' } }),
  'emulator.prompts.cancel': async (api) => ({ params: { id: await prompt(api) }, body: {} }),
  'emulator.requests.list': none,
  'emulator.requests.get': onRequest,
  'emulator.requests.approve': (api, withKey) => onRequest(api, withKey, { as: 'ada@example.com' }),
  'emulator.requests.reject': (api, withKey) => onRequest(api, withKey, { reason: 'No' }),
  'emulator.requests.release': onRequest,
  'emulator.held.count': none,
  'emulator.held.release': none,
  'emulator.traffic.list': none,
  'emulator.traffic.har': none,
  'emulator.traffic.get': async (api) => {
    await run(api, 'quick');
    return { params: { id: (await api.emulator.traffic.list()).entries[0]!.id } };
  },
  'emulator.undo.list': none,
  'emulator.undo.apply': async (api) => {
    await api.emulator.definitions.tasks.create({ body: { slug: 'gone' }, query: {} });
    await api.emulator.definitions.tasks.remove({ params: { id: 'gone' } });
    return { body: {} };
  },
  'emulator.traffic.clear': none,
  'emulator.traffic.send': async (api) => {
    await run(api, 'quick');
    return { params: { id: (await api.emulator.traffic.list()).entries[0]!.id }, body: { body: { slug: 'quick' } } };
  },
  'emulator.webhooks.list': none,
  'emulator.bundle': none,
  'emulator.checkpoints.list': none,
  'emulator.checkpoints.save': () => ({ body: { name: 'fresh' } }),
  'emulator.checkpoints.get': async (api) => byName(checkpoint(api)),
  'emulator.checkpoints.remove': async (api) => byName(checkpoint(api)),
  'emulator.checkpoints.restore': async (api) => byName(checkpoint(api)),
  'emulator.checkpoints.diff': async (api) => byName(checkpoint(api)),
  'emulator.heldRequests.list': (api) => heldRequest(api).then(none),
  'emulator.heldRequests.release': async (api) => ({ params: { id: await heldRequest(api) }, body: {} }),
  'emulator.heldRequests.releaseAll': (api) => heldRequest(api).then(none),
  'emulator.schedule.get': () => ({}),
  'emulator.schedule.apply': () => ({ body: [{ call: { operation: 'runs/list' }, kind: 'lose' }] }),
  'emulator.schedule.remove': () => ({}),
  'emulator.sandboxes.list': none,
  'emulator.sandboxes.create': () => ({ body: { idleSeconds: 5 } }),
  'emulator.sandboxes.remove': async (api) => byId(sandbox(api)),
  'emulator.sandboxes.outcome': async (api) => ({ ...(await byId(endedTest(api))), body: { state: 'passed' } }),
  'emulator.tests.list': none,
  'emulator.tests.get': async (api) => byId(endedTest(api)),
  'emulator.tests.bundle': async (api) => byId(endedTest(api)),
  'emulator.tests.clear': none,
  'emulator.explorations.list': none,
  'emulator.explorations.create': () => ({ body: { command: 'node job.mjs', invariants: ['ends'] } }),
  'emulator.explorations.get': async (api) => byId(exploration(api)),
  'emulator.explorations.update': async (api) => ({ ...(await byId(exploration(api))), body: { state: 'ended' } }),
  'emulator.uploads.create': () => ({ query: { name: 'a.txt' }, body: 'the bytes' }),
  'emulator.uploads.get': async (api) => ({
    params: { id: (await api.emulator.uploads.create({ body: 'the bytes' })).id },
  }),
};
