// Task code as users have it: what an SDK's functions do, by plain fetch. `do` says which part of it runs.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const { ACME_API_HOST: host, ACME_TOKEN: token, ...env } = process.env;
const params = JSON.parse(readFileSync(0, 'utf8'));
const INTERVAL = 20;

/** Calls the API; waits and calls again while it answers that it has no time. */
async function call(path, body) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${host}/v0/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-Acme-Token': token, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if ([429, 502, 503, 504].includes(answer.status) && attempt < 10) {
      await answer.text();
      await pause(Number(answer.headers.get('Retry-After') ?? 0.01) * 1000);
      continue;
    }
    const json = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(`${path}: ${json.error}`), { status: answer.status });
    return json;
  }
}

/** Reads until there is a result. */
async function poll(read) {
  for (;;) {
    const result = await read();
    if (result !== undefined) return result;
    await pause(INTERVAL);
  }
}

const print = (line) => process.stdout.write(`${line}\n`);
const output = (path, value) => print(`acme_output_set${path && `:${path}`} ${JSON.stringify(value)}`);
const append = (path, value) => print(`acme_output_append:${path} ${JSON.stringify(value)}`);

/** Prints a long line as SDKs do: in chunks. */
function outputLong(path, value) {
  const line = `acme_output_set:${path} ${JSON.stringify(value)}`;
  for (let at = 0; at < line.length; at += 8192) print(`acme_chunk:${path} ${line.slice(at, at + 8192)}`);
  print(`acme_chunk_end:${path}`);
}

const ended = (runID) =>
  poll(async () => {
    const { status } = await call(`runs/get?id=${runID}`);
    return ['Succeeded', 'Failed', 'Cancelled'].includes(status) ? status : undefined;
  });

async function execute(slug, paramValues) {
  const { runID } = await call('tasks/execute', { slug, paramValues });
  const status = await ended(runID);
  return { status, ...(await call(`runs/getOutputs?id=${runID}`)) };
}

const createPrompt = (parameters) =>
  call('prompts/create', {
    schema: { parameters },
    reviewers: null,
    confirmText: 'Order',
    cancelText: null,
    description: null,
    notify: true,
  });

async function askFor(parameters) {
  const { id } = await createPrompt(parameters);
  return poll(async () => {
    const { prompt } = await call(`prompts/get?id=${id}`);
    if (prompt.cancelledAt !== null) throw new Error('The prompt was cancelled.');
    return prompt.submittedAt === null ? undefined : prompt.values;
  });
}

async function sleep(durationMs) {
  const until = new Date(Date.now() + durationMs).toISOString();
  const { id } = await call('sleeps/create', { durationMs, until });
  return poll(async () => {
    const found = await call(`sleeps/get?id=${id}`);
    return found.skippedAt !== null || Date.now() >= Date.parse(until) ? found.durationMs : undefined;
  });
}

async function upload(fileName, content) {
  const made = await call('uploads/create', { fileName, sizeBytes: content.length });
  const { ok } = await fetch(made.writeOnlyURL, { method: 'PUT', body: content });
  if (!ok) throw new Error('The file was not taken.');
  return { __acmeType: 'upload', id: made.upload.id, url: made.readOnlyURL };
}

const show = (display) => call('displays/create', { display });

async function executeByOlderName(slug, params) {
  const { task } = await call(`tasks/getTaskReviewers?taskSlug=${slug}`);
  return ended((await call('runs/create', { taskID: task.id, params })).runID);
}

async function requestTask(slug, paramValues) {
  const { task, reviewers } = await call(`tasks/getTaskReviewers?taskSlug=${slug}`);
  const { triggerRequestID } = await call('requests/create', {
    triggerID: task.triggers.find(({ kind }) => kind === 'form').triggerID,
    reason: 'An order',
    reviewers,
    requestData: { taskData: { paramValues } },
  });
  return triggerRequestID;
}

async function requestAndWait(slug, paramValues) {
  const id = await requestTask(slug, paramValues);
  const answer = await poll(async () => {
    const found = await call(`requests/get?triggerRequestID=${id}`);
    return found.status === 'pending' ? undefined : found;
  });
  if (answer.status === 'rejected') return { status: 'rejected', reason: answer.rejectedReason };
  const { taskRunID } = answer.triggerReceipt;
  return { status: await ended(taskRunID), ...(await call(`runs/getOutputs?id=${taskRunID}`)) };
}

const WORK = {
  all: async () => {
    output('', { task: env.ACME_TASK_SLUG, environment: env.ACME_ENV_SLUG, region: params.region.value });
    output('text', await (await fetch(params.file.url)).text());
    output('["same file"]', JSON.parse(env.ACME_PARAM_FILE).id === params.file.id);
    for (const item of ['tea', 'milk', 'süß']) append('items', item);
    outputLong('long', 'é'.repeat(20_000));
    output('child', await execute('pack', { size: 2 }));
    output(
      'answer',
      await askFor([
        { slug: 'color', options: ['red', 'blue'] },
        { slug: 'note', default: 'none' },
      ]),
    );
    output('slept', await sleep(60));
    const file = await upload('list 1.csv', Buffer.from('a,b,ü'));
    output('passed', await execute('count', { file }));
    await show({ kind: 'markdown', content: '# Packed' });
    await show({ kind: 'json', value: { size: 2 } });
    await show({ kind: 'table', columns: [{ slug: 'item', name: null }], rows: [{ item: 'tea' }] });
    await show({ kind: 'file', uploadID: file.id });
    output('older', await executeByOlderName('pack', { size: 3 }));
    output('paid', await requestAndWait('pay', { amount: 5 }));
    const { token: idToken } = await call('oidc/generateIDToken', { audience: 'https://pay.example.com' });
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url').toString());
    output('claims', { aud: claims.aud, task: claims.task, isOwnRun: claims.run === env.ACME_RUN_ID });
    const { user } = await call(`users/get?userID=${env.ACME_RUNNER_ID}`);
    output('runner', user.userID === env.ACME_RUNNER_ID);
  },
  failing_child: async () => output('child', await execute('breaks', {})),
  busy: async () => {
    output('child', await execute('pack', { size: 1 }));
    output('slept', await sleep(40));
  },
  forever: () => askFor([]),
  everything_at_once: async () => {
    await createPrompt([]);
    await requestTask('pay', { amount: 1 });
    await call('tasks/execute', { slug: 'waits' });
    await call('uploads/create', { fileName: 'never.bin', sizeBytes: 5 });
    await call('sleeps/create', { durationMs: 3_600_000 });
    print(`begun by ${process.pid}`);
    await poll(async () => void (await call(`runs/get?id=${env.ACME_RUN_ID}`)));
  },
};
await WORK[params.do]();
