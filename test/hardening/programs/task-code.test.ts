import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../../../electron/emulator/platform/processes.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { builtProgram } from '../../support/built-program.ts';
import { liveClient, scriptTask, type Live } from '../../support/live.ts';
import { needs, skipWithout, toolNames } from '../../support/needs.ts';
import { serve, type ServedProgram } from '../../support/program.ts';
import { steps } from '../../support/steps.ts';
import { until } from '../../support/until.ts';
import type { ToolName } from '../../tools/registry.ts';

const { dataWith, home } = builtProgram();

const fileOf = (name: string) => fileURLToPath(new URL(`task-code/${name}`, import.meta.url));

/** The same task code in two languages, each with the tool that it needs; none for one that is always there. */
const PROGRAMS: readonly (readonly [string, readonly string[], readonly ToolName[]])[] = [
  ['Node', [process.execPath, fileOf('order.mjs')], []],
  ['Python', ['python3', fileOf('order.py')], toolNames('python3')],
];

/** Tasks that the code executes, and one for the code itself. */
function workspaceOf(command: readonly string[], more: Partial<AuthoredWorkspace> = {}): AuthoredWorkspace {
  return {
    version: 1,
    settings: { sdk: 'acme' },
    apiKeys: [{ key: 'tkn_test' }],
    environments: [
      { slug: 'prod', default: true, config: { REGION: 'eu' } },
      { slug: 'dev', config: { REGION: 'test' } },
    ],
    tasks: [
      {
        slug: 'order',
        parameters: [
          { slug: 'do' },
          { slug: 'file', type: 'upload', constraints: { optional: true } },
          { slug: 'region', type: 'configvar', constraints: { optional: true } },
        ],
        behavior: { kind: 'command', command: [...command] },
      },
      {
        slug: 'short',
        timeout: 60,
        parameters: [{ slug: 'do' }],
        behavior: { kind: 'command', command: [...command] },
      },
      {
        slug: 'pack',
        parameters: [{ slug: 'size', type: 'integer' }],
        behavior: steps(
          { do: 'wait', seconds: 0.05 },
          { do: 'output', value: { packed: '{{ params.size }}', in: '{{ env.slug }}' } },
        ),
      },
      scriptTask(
        'count',
        `export default async ({ params, output }) => output.set('text', await (await fetch(params.file.url)).text());`,
        { parameters: [{ slug: 'file', type: 'upload' }] },
      ),
      { slug: 'breaks', behavior: steps({ do: 'fail', message: 'out of stock' }) },
      { slug: 'waits', behavior: steps({ do: 'wait', seconds: 3 }, { do: 'output', value: 'waited' }) },
      {
        slug: 'pay',
        requireRequests: true,
        parameters: [{ slug: 'amount', type: 'integer' }],
        behavior: steps({ do: 'output', value: { paid: '{{ params.amount }}' } }),
      },
    ],
    ...more,
  };
}

interface Served extends Omit<Live, 'emulator'> {
  readonly program: ServedProgram;
}

async function served(workspace: AuthoredWorkspace): Promise<Served> {
  const program = await serve(dataWith(workspace), { env: home() });
  return { program, ...liveClient(program.ready.url, 'tkn_test') };
}

/** Submits the next prompt, and then approves the next request. */
async function answerAll({ api }: Served): Promise<void> {
  const prompt = await until(async () => (await api.emulator.prompts.list()).prompts[0]);
  await api.v0.prompts.submit({ body: { id: prompt.prompt.id, values: { color: 'red' } } });
  const row = await until(async () => (await api.emulator.requests.list()).requests[0]);
  await api.emulator.requests.approve({ params: { id: row.request.iD }, body: { reason: 'fine' } });
}

/** Stores a file as the window does; gives its ID. */
async function storedText({ program }: Served, body: string): Promise<string> {
  const answer = await fetch(`${program.ready.url}/_emulator/uploads?name=a.txt`, { method: 'POST', body });
  return ((await answer.json()) as { id: string }).id;
}

/** Executes the order task in the environment dev. */
async function startIn(served: Served, paramValues: JsonObject): Promise<string> {
  const response = await fetch(`${served.program.ready.url}/v0/tasks/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': 'tkn_test', 'X-Service-Env-Slug': 'dev' },
    body: JSON.stringify({ slug: 'order', paramValues }),
  });
  return ((await response.json()) as { runID: string }).runID;
}

const BUSY = { child: { status: 'Succeeded', output: { packed: 1, in: 'prod' } }, slept: 40 };

describe.each(PROGRAMS)('task code in %s, against a started Hangar', (_, command, tools) => {
  needs(...tools);

  test('does everything that an SDK offers, and its run ends with the output that it printed', async () => {
    const hangar = await served(workspaceOf(command));
    const id = await storedText(hangar, 'hällo');
    const runID = await startIn(hangar, { do: 'all', file: id, region: 'REGION' });
    const [{ status, output, lines }] = await Promise.all([hangar.ended(runID), answerAll(hangar)]);
    const run = await hangar.api.v0.runs.get({ query: { id: runID } });
    const { sleeps, displays } = await hangar.api.emulator.runs.get({ params: { id: runID } });
    expect({ status, output, problems: lines.filter((line) => !line.startsWith('info')) }).toEqual({
      status: 'Succeeded',
      output: {
        task: 'order',
        environment: 'dev',
        region: 'test',
        text: 'hällo',
        'same file': true,
        items: ['tea', 'milk', 'süß'],
        long: 'é'.repeat(20_000),
        child: { status: 'Succeeded', output: { packed: 2, in: 'dev' } },
        answer: { color: 'red', note: 'none' },
        slept: 60,
        passed: { status: 'Succeeded', output: { text: 'a,b,ü' } },
        older: 'Succeeded',
        paid: { status: 'Succeeded', output: { paid: 5 } },
        claims: { aud: 'https://pay.example.com', task: 'order', isOwnRun: true },
        runner: true,
      },
      problems: [],
    });
    expect(run.childRunIDs).toHaveLength(3);
    expect(displays).toMatchObject([
      { display: { kind: 'markdown', content: '# Packed' } },
      { display: { kind: 'json', value: { size: 2 } } },
      { display: { kind: 'table', rows: [{ item: 'tea' }] } },
      { file: { name: 'list 1.csv', size: 6 } },
    ]);
    expect(sleeps).toMatchObject([{ durationMs: 60, endedAt: expect.any(String) as string }]);
    expect(hangar.program.printed.stderr).toBe('');
  });

  test('retries what a fault refuses, and executes its child once', async () => {
    const fault = { kind: 'error', countPer: 'apiKey', times: 2 } as const;
    const faults = [
      {
        ...fault,
        slug: 'many',
        match: { operation: 'tasks/execute', task: 'pack' },
        status: 429,
        times: 1,
        retryAfterSeconds: 1,
      },
      { ...fault, slug: 'reads', match: { operation: 'runs/get' }, status: 503 },
      { ...fault, slug: 'outputs', match: { operation: 'runs/getOutputs' }, status: 502 },
    ] as const;
    const hangar = await served(workspaceOf(command, { faults: [...faults] }));
    const runID = await hangar.start('order', { do: 'busy' });
    // Not by /v0, whose faults are for the task code.
    const { run, output, children } = await until(async () => {
      const detail = await hangar.api.emulator.runs.get({ params: { id: runID } });
      return detail.run.status === 'Succeeded' || detail.run.status === 'Failed' ? detail : undefined;
    });
    expect({ status: run.status, output, children: children.length }).toEqual({
      status: 'Succeeded',
      output: BUSY,
      children: 1,
    });
    const { entries } = await hangar.api.emulator.traffic.list();
    expect(entries.filter(({ fault }) => fault !== undefined).map(({ fault }) => fault?.slug)).toEqual(
      expect.arrayContaining(faults.map(({ slug }) => slug)),
    );
  });

  test('goes on after a child that failed, and is killed while it polls: when its run is cancelled, and by the timeout of its task', async () => {
    const hangar = await served(workspaceOf(command));
    const { api } = hangar;
    expect(await hangar.run('order', { do: 'failing_child' })).toMatchObject({
      status: 'Succeeded',
      output: { child: { status: 'Failed', output: { error: 'out of stock' } } },
    });
    /** Executes a task that asks and polls until it is ended. Returns its run, and whether its prompt is gone afterwards. */
    const polling = async (slug: string) => {
      const runID = await hangar.start(slug, { do: 'forever' });
      const { prompt } = await until(async () => (await api.emulator.prompts.list()).prompts[0]);
      const isPromptGone = async () =>
        (await api.v0.prompts.get({ query: { id: prompt.id } })).prompt.cancelledAt !== null &&
        (await api.emulator.prompts.list()).prompts.length === 0;
      return { runID, isPromptGone };
    };

    const cancelled = await polling('order');
    await api.v0.runs.cancel({ body: { runID: cancelled.runID } });
    expect(await hangar.ended(cancelled.runID)).toMatchObject({ status: 'Cancelled', output: {} });
    expect(await cancelled.isPromptGone()).toBe(true);
    await until(async () => (await api.emulator.clock.read()).busy.length === 0);

    const late = await polling('short');
    await api.emulator.clock.advance({ body: { seconds: 60 } });
    const { status, output, lines } = await hangar.ended(late.runID);
    expect({ status, output, last: lines.at(-1), isPromptGone: await late.isPromptGone() }).toEqual({
      ...{ status: 'Cancelled', output: {}, isPromptGone: true },
      last: 'warning Run exceeded its timeout of 60 s and was cancelled.',
    });
    expect(hangar.program.printed.stderr).toBe('');
  });

  test('leaves nothing pending after kill -9 and a restart but its request, which executes its task when it is approved', async (context) => {
    skipWithout(context, 'POSIX');
    const before = await served(workspaceOf(command));
    const runID = await before.start('order', { do: 'everything_at_once' });
    const pid = await until(async () => {
      const { logs } = await before.api.v0.runs.getLogs({ query: { runID } });
      return logs.map(({ text }) => Number(/^begun by (\d+)$/.exec(text)?.[1])).find((number) => number > 0);
    });
    const [asked] = (await before.api.emulator.prompts.list()).prompts;
    const { childRunIDs } = await before.api.v0.runs.get({ query: { id: runID } });
    await before.program.stop('SIGKILL');

    const after = await served(workspaceOf(command));
    expect(await after.ended(runID)).toMatchObject({ status: 'Failed', output: { error: 'interrupted by restart' } });
    await until(() => !isAlive(pid));
    const { prompt } = await after.api.v0.prompts.get({ query: { id: asked?.prompt.id ?? '' } });
    expect(prompt.cancelledAt).not.toBeNull();
    expect((await after.api.emulator.prompts.list()).prompts).toEqual([]);
    const { upcoming, busy } = await after.api.emulator.clock.read();
    expect([...upcoming, ...busy].filter((item) => 'runID' in item && item.runID === runID)).toEqual([]);
    // A child has a life of its own.
    expect(await after.ended(childRunIDs[0] ?? '')).toMatchObject({ status: 'Succeeded', output: 'waited' });
    const { run, sleeps, timeline } = await after.api.emulator.runs.get({ params: { id: runID } });
    expect([run.status, sleeps.length, timeline.filter(({ to, runID: of }) => of === runID && to === null)]).toEqual([
      'Failed',
      1,
      [],
    ]);
    const skipped = await fetch(`${after.program.ready.url}/_emulator/sleeps/${sleeps[0]?.id}/skip`, {
      method: 'POST',
    });
    expect(skipped.status).toBe(404);

    const [row] = (await after.api.emulator.requests.list()).requests;
    expect(row?.runID).toBe(runID);
    const answer = { params: { id: row?.request.iD ?? '' }, body: {} };
    const { request } = await after.api.emulator.requests.approve(answer);
    expect(await after.ended(request.triggerReceipt?.taskRunID ?? '')).toMatchObject({
      status: 'Succeeded',
      output: { paid: 1 },
    });
    expect((await after.api.emulator.requests.list()).requests).toEqual([]);
    expect(after.program.printed.stderr).toBe('');
  });
});
