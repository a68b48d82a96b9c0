import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';

const concurrency = 1000;
const amount = { slug: 'amount', type: 'float' as const };
const note = { slug: 'note', default: 'none' };

/** The definitions that a soak works on: every behavior, and everything that a run can wait for. */
export function soakedWorkspace(retainRuns: number): AuthoredWorkspace {
  return {
    version: 1,
    settings: { retainRuns, trafficEntries: 1000 },
    resources: [{ slug: 'books', kind: 'rest', resource: { baseURL: 'http://127.0.0.1:9' } }],
    tasks: [
      {
        slug: 'quick',
        ...{ concurrency, parameters: [amount, note], resources: { books: 'books' } },
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'log', text: 'The amount is {{ params.amount }}' },
            { do: 'output', value: { amount: '{{ params.amount }}' } },
          ],
        },
      },
      {
        slug: 'asks',
        ...{ concurrency, parameters: [amount] },
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'prompt', description: 'Pay {{ params.amount }}?', parameters: [{ slug: 'why' }], as: 'answer' },
            { do: 'output', value: { why: '{{ answer.values.why }}' } },
          ],
        },
      },
      {
        slug: 'parent',
        ...{ concurrency, parameters: [amount] },
        behavior: {
          kind: 'steps',
          steps: [
            { do: 'execute', task: 'quick', paramValues: { amount: '{{ params.amount }}' }, as: 'child' },
            { do: 'output', value: '{{ child.output }}' },
          ],
        },
      },
      { slug: 'waits', concurrency, behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 600 }] } },
      {
        slug: 'fails',
        ...{ concurrency, behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'No paper' }] } },
      },
      {
        slug: 'hooked',
        ...{ concurrency, webhooks: { paid: {} } },
        behavior: {
          kind: 'steps',
          steps: [{ do: 'output', value: { amount: '{{ params.webhook_payload.body.amount }}' } }],
        },
      },
      {
        slug: 'scripted',
        ...{ concurrency, parameters: [amount] },
        behavior: {
          kind: 'script',
          source:
            'export default async ({ params, log, sleep }) => { log.info("in a thread"); await sleep(0.01); return { amount: params.amount }; };',
        },
      },
      {
        slug: 'commanded',
        ...{ concurrency, parameters: [amount] },
        behavior: {
          kind: 'command',
          command: [
            process.execPath,
            '-e',
            'console.log("hangar_output:set " + JSON.stringify({ amount: Number(process.env.PARAM_AMOUNT) }))',
          ],
        },
      },
    ],
    runbooks: [
      {
        slug: 'book',
        parameters: [amount],
        blocks: [
          { slug: 'first', kind: 'task', task: 'quick', paramValues: { amount: '{{ params.amount }}' } },
          { slug: 'sign', kind: 'prompt', description: 'Close?', parameters: [] },
          { slug: 'second', kind: 'task', task: 'parent', paramValues: { amount: '{{ first.output.amount }}' } },
        ],
      },
    ],
  };
}
