import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { folderWith } from '../support/behaviors.ts';
import { scriptTask, startLive, type Live } from '../support/live.ts';
import { skipWithout } from '../support/needs.ts';
import { until } from '../support/until.ts';
import { steps } from '../support/steps.ts';

const SCRIPT = `
import type { Script } from 'hangar/script';

interface Sent { readonly to: string }

const main: Script = async ({ params, prompt, execute, sleep, log }) => {
  log.info(\`Refunding \${params.order}\`);
  const approval = await prompt({
    description: \`Refund \${params.amount}?\`,
    confirmText: 'Refund',
    parameters: [{ slug: 'reason', name: 'Reason', type: 'string' }],
  });
  const [first, second] = await Promise.all(['ada', 'bob'].map((to) => execute('notify', { to } satisfies Sent)));
  await sleep(0.05);
  log.warning('Nearly done');
  return { reason: approval.values.reason as string, sent: [first.output.to, second.output.to] };
};
export default main;
`;

const STEPS: AuthoredTask['behavior'] = steps(
  { do: 'log', text: 'Refunding {{ params.order }}' },
  {
    do: 'prompt',
    description: 'Refund {{ params.amount }}?',
    confirmText: 'Refund',
    parameters: [{ slug: 'reason', name: 'Reason', type: 'string' }],
    as: 'approval',
  },
  { do: 'execute', task: 'notify', paramValues: { to: 'ada' }, as: 'first' },
  { do: 'execute', task: 'notify', paramValues: { to: 'bob' }, as: 'second' },
  { do: 'wait', seconds: 0.05 },
  { do: 'log', level: 'warning', text: 'Nearly done' },
  {
    do: 'output',
    value: { reason: '{{ approval.values.reason }}', sent: ['{{ first.output.to }}', '{{ second.output.to }}'] },
  },
);

const PYTHON = `
import json, os, sys, time, urllib.request

params = json.load(sys.stdin)

def call(path, body=None):
    request = urllib.request.Request(
        os.environ['HANGAR_URL'] + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={'X-Service-API-Key': os.environ['HANGAR_API_KEY'], 'Content-Type': 'application/json'})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

print('Refunding ' + params['order'], flush=True)
children = [call('/v0/tasks/execute', {'slug': 'notify', 'paramValues': {'to': to}})['runID'] for to in ('ada', 'bob')]
while any(call('/v0/runs/get?id=' + child)['status'] not in ('Succeeded', 'Failed') for child in children):
    time.sleep(0.02)
sent = [call('/v0/runs/getOutputs?id=' + child)['output']['to'] for child in children]
print('Nearly done', file=sys.stderr, flush=True)
print('hangar_output:set ' + json.dumps({'amount': float(os.environ['PARAM_AMOUNT'])}))
for to in sent:
    print('hangar_output:append:sent ' + json.dumps(to))
`;

const PARAMETERS: AuthoredTask['parameters'] = [
  { slug: 'order', type: 'string' },
  { slug: 'amount', type: 'float', default: 10 },
];

let live: Live;
beforeAll(async () => {
  const folder = folderWith({ 'refund.py': PYTHON });
  live = await startLive({
    tasks: [
      {
        slug: 'notify',
        parameters: [{ slug: 'to' }],
        behavior: steps({ do: 'output', value: { to: '{{ params.to }}' } }),
      },
      { slug: 'by_steps', parameters: PARAMETERS, behavior: STEPS },
      scriptTask('by_script', SCRIPT, { parameters: PARAMETERS }),
      {
        slug: 'by_python',
        parameters: PARAMETERS,
        behavior: { kind: 'command', command: ['python3', 'refund.py'], cwd: folder },
      },
    ],
  });
});
afterAll(() => live.emulator.stop());

/** An answer without what differs from run to run: IDs, times, places in the log (steps tell more on level debug), and the task's own name. */
function settled(answer: object): unknown {
  const text = JSON.stringify(answer)
    .replace(/"[a-z]{3}\d{8}z[a-z0-9]{10}"/g, '"<id>"')
    .replace(/"\d{4}-\d{2}-\d{2} [\d:.]+\+00"/g, '"<time>"')
    .replace(/"\d{10}"/g, '"<place>"')
    .replace(/by_(?:steps|script)/g, '<task>')
    .replace(/"(prev_token)":"[^"]*"/g, '"$1":"<token>"');
  return JSON.parse(text);
}

/** Drives a task through its prompt as a client does, and keeps every answer that it got on the way. */
async function answersOf(slug: string): Promise<unknown[]> {
  const { api } = live;
  const runID = await live.start(slug, { order: 'AB1' });
  const prompts = await until(async () => {
    const { prompts: listed } = await api.v0.prompts.list({ query: { runID } });
    return listed.length > 0 && listed;
  });
  const waiting = [prompts, await api.v0.runs.get({ query: { id: runID } })];
  const submitted = await api.v0.prompts.submit({ body: { id: prompts[0]!.id, values: { reason: 'broken' } } });
  await live.reaches(runID);
  const run = await api.v0.runs.get({ query: { id: runID } });
  const children = await Promise.all(run.childRunIDs.map((id) => api.v0.runs.get({ query: { id } })));
  return [
    ...waiting,
    submitted,
    run,
    children,
    await api.v0.runs.getOutputs({ query: { id: runID } }),
    await api.v0.runs.getLogs({ query: { runID } }),
    await api.v0.prompts.list({ query: { runID } }),
  ].map(settled);
}

describe('tasks that do real work, over /v0', () => {
  test('a script that prompts, executes two children at once, sleeps, logs and returns an object is answered like a task of steps', async () => {
    const [bySteps, byScript] = [await answersOf('by_steps'), await answersOf('by_script')];
    expect(byScript).toEqual(bySteps);
    expect(byScript.slice(5, 7)).toMatchObject([
      { output: { reason: 'broken', sent: ['ada', 'bob'] } },
      {
        logs: [
          { level: 'info', text: 'Refunding AB1' },
          { level: 'warning', text: 'Nearly done' },
        ],
      },
    ]);
  });

  test('a Python program reads its parameters, executes children of its run, and sets outputs', async (context) => {
    skipWithout(context, 'python3');
    const runID = await live.start('by_python', { order: 'AB1' });
    const ended = await live.ended(runID);
    const { childRunIDs, ...run } = await live.api.v0.runs.get({ query: { id: runID } });
    const children = await Promise.all(childRunIDs.map((id) => live.api.v0.runs.get({ query: { id } })));
    expect({
      ended,
      children: children.map(({ paramValues, status, createdBy }) => ({ paramValues, status, createdBy })),
    }).toEqual({
      ended: {
        status: 'Succeeded',
        output: { amount: 10, sent: ['ada', 'bob'] },
        lines: ['info Refunding AB1', 'error Nearly done'],
      },
      children: ['ada', 'bob'].map((to) => ({ paramValues: { to }, status: 'Succeeded', createdBy: run.createdBy })),
    });
  });
});
