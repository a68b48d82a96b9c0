import { expect } from 'vitest';
import { COMMANDS } from '../../electron/programs/actions/table.ts';
import type { RunningEmulator } from '../../electron/programs/library.ts';
import { HELD } from './held-run.ts';
import { clientOf, type ProgramEnd } from './program.ts';

/** ID of the task that only approvals execute. */
export const PAID = 'tskpaid0000000000000';

/** Definitions that commands work on. */
export const WORKSPACE = {
  version: 1,
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  tasks: [
    {
      slug: 'echo',
      parameters: [
        { slug: 'text', constraints: { optional: true } },
        { slug: 'count', type: 'integer', constraints: { optional: true } },
        { slug: 'isBig', type: 'boolean', constraints: { optional: true } },
        { slug: 'data', type: 'json', constraints: { optional: true } },
        { slug: 'names', multi: true, constraints: { optional: true } },
        { slug: 'file', type: 'upload', constraints: { optional: true } },
      ],
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: 'one' },
          { do: 'output', value: '{{ params }}' },
        ],
      },
    },
    { slug: 'fails', behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'out of paper' }] } },
    { slug: 'needs', parameters: [{ slug: 'order' }, { slug: 'amount', type: 'integer' }] },
    { slug: 'holds', behavior: HELD },
    { id: PAID, slug: 'paid', requireRequests: true, behavior: { kind: 'steps', steps: [] } },
    { slug: 'sleeps', behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 1800 }] } },
    {
      slug: 'asks',
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: 'before' },
          { do: 'prompt', description: 'Fine?', parameters: [{ slug: 'amount', type: 'integer' }], as: 'answer' },
          { do: 'log', text: 'after' },
          { do: 'output', value: { amount: '{{ answer.amount }}' } },
        ],
      },
    },
  ],
  runbooks: [
    {
      slug: 'both',
      blocks: [
        { kind: 'task', slug: 'first', task: 'echo' },
        { kind: 'task', slug: 'second', task: 'fails' },
      ],
    },
    { slug: 'waits', blocks: [{ kind: 'task', slug: 'only', task: 'sleeps' }] },
  ],
};

/**
 * Expects that every command succeeds, and prints one JSON value with `--json`.
 * @param server has these definitions, from the file hangar.json of the folder in which the commands run
 * @param run runs a command
 */
export async function expectEveryCommand(
  server: RunningEmulator,
  run: (args: readonly string[]) => Promise<ProgramEnd>,
): Promise<void> {
  const { v0, emulator } = clientOf(server);
  const { runID: done } = await v0.tasks.execute({ body: { slug: 'echo' } });
  const { runID: first } = await v0.tasks.execute({ body: { slug: 'asks' } });
  await expect.poll(async () => (await emulator.prompts.list()).prompts.length).toBe(1);
  const { entries } = await emulator.traffic.list({ query: {} });
  const request = entries.at(-1)!.id;
  /** The arguments of each command, in an order in which they work. */
  const args: Record<Exclude<keyof typeof COMMANDS, 'stop'>, readonly string[]> = {
    run: ['echo', 'text=a'],
    runbook: ['both'],
    runs: ['task:echo'],
    get: [done],
    explain: [done],
    definitions: [],
    logs: [done],
    prompts: ['task:asks'],
    answer: [first, 'amount=1'],
    cancel: [(await v0.tasks.execute({ body: { slug: 'sleeps' } })).runID],
    traffic: ['path:execute'],
    send: [request],
    faults: [],
    'fault add': ['runs/get', '--slug', 'busy'],
    'fault remove': ['busy'],
    findings: [],
    coverage: [],
    'clock freeze': [],
    clock: [],
    'clock advance': ['10s'],
    'clock run': [],
    'checkpoint save': ['base'],
    'checkpoint list': [],
    'checkpoint diff': ['base'],
    'checkpoint restore': ['base'],
    'checkpoint delete': ['base'],
    undo: ['--list'],
    'wait settled': [],
    'wait run': [done],
    types: [],
    import: ['hangar.json'],
    held: [],
    release: [],
    reset: [],
    'workspace check': ['hangar.json'],
    schema: [],
    completion: ['bash'],
  };
  // The server is a part of the suite, which `stop` does not end.
  const others = Object.keys(COMMANDS).filter((name) => name !== 'stop');
  expect(Object.keys(args).toSorted()).toEqual(others.toSorted());
  for (const [name, more] of Object.entries(args)) {
    const { code, stdout, stderr } = await run([...name.split(' '), ...more, '--json']);
    expect({ name, code, stderr, isJson: isJson(stdout) }).toEqual({ name, code: 0, stderr: '', isJson: true });
  }
}

function isJson(output: string): boolean {
  try {
    JSON.parse(output);
    return true;
  } catch {
    return false;
  }
}
