import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { clientOf } from './program.ts';

/** Definitions of the suite. */
export const SUITE_WORKSPACE: AuthoredWorkspace = {
  version: 1,
  tasks: [
    {
      slug: 'delayed_refund',
      parameters: [{ slug: 'order_id' }],
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'wait', seconds: 60 },
          { do: 'output', value: { refunded: '{{ params.order_id }}' } },
        ],
      },
    },
  ],
};

/** A server as a test of the suite calls it. */
export interface SuiteServer {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * One test of a suite whose tests disturb each other on a shared server: it freezes and moves the clock, injects an error, and
 * counts the runs. Resolves with what it has seen, which is the same for every test that is alone.
 */
export async function disturbingTest(server: SuiteServer, number: number): Promise<unknown> {
  const { v0, emulator } = clientOf(server);
  await emulator.clock.set({ body: { state: 'frozen' } });
  await emulator.faults.create({
    body: { slug: 'busy', kind: 'error', status: 429, times: 1, match: { operation: 'tasks/execute' } },
  });
  const execute = () =>
    v0.tasks.execute({ body: { slug: 'delayed_refund', paramValues: { order_id: `order ${number}` } } });
  const refused = await execute().then(
    () => 'executed',
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  );
  const { runID } = await execute();
  const { events } = await emulator.clock.advance({ body: { seconds: 61 } });
  const { output } = await v0.runs.getOutputs({ query: { id: runID } });
  const { runs } = await v0.runs.list({});
  return { refused, events: events.map(({ kind }) => kind), output, runs: runs.map(({ id }) => id === runID) };
}

/** Observations of a test that nothing disturbed. */
export function undisturbed(number: number): unknown {
  return { refused: 429, events: ['wait'], output: { refunded: `order ${number}` }, runs: [true] };
}

/** Runs tests one after the other on one server, with a reset before each. */
export async function withResets(server: SuiteServer, tests: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  const { emulator } = clientOf(server);
  for (let number = 0; number < tests; number++) {
    await emulator.reset({ body: {} });
    seen.push(await disturbingTest(server, number));
  }
  return seen;
}

/** Runs tests side by side, each with a sandbox of its own. @param workers number of tests at a time */
export async function withSandboxes(server: SuiteServer, tests: number, workers: number): Promise<unknown[]> {
  const { emulator } = clientOf(server);
  const seen: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < tests; number = next++) {
      const sandbox = await emulator.sandboxes.create({ body: {} });
      seen[number] = await disturbingTest(sandbox, number);
      await emulator.sandboxes.remove({ params: { id: sandbox.id } });
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return seen;
}
