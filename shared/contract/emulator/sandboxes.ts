import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { TimestampText } from '../../model/answers.ts';
import { Slug } from '../../values/identifier.ts';
import { SuiteTest, TestOutcome, TestRow } from './tests.ts';

/** Source of a sandbox that begins with its parent's definitions and an empty state. A reserved name of checkpoints. */
export const FROM_DEFINITIONS = 'definitions';

/** Maximum time without a request, in seconds: a day. */
const MAX_IDLE_SECONDS = 86_400;

/** A request that makes a sandbox. */
export const NewSandbox = z
  .strictObject({
    from: Slug.default(FROM_DEFINITIONS).describe(
      '`definitions`: those of the parent at this moment, with an empty state; or the name of a checkpoint',
    ),
    idleSeconds: z
      .number()
      .min(1)
      .max(MAX_IDLE_SECONDS)
      .default(600)
      .describe("Ends after this many seconds of the machine's time without a request"),
    test: SuiteTest.optional().describe('The test that it is for, which GET /_emulator/tests then lists'),
  })
  .meta({ id: 'NewSandbox' });
export type NewSandbox = z.output<typeof NewSandbox>;

/** A sandbox: a separate emulator, in memory, on its own port. */
export const SandboxRow = z
  .object({
    id: z.string(),
    url: z.string().describe('Without a final slash; with the host that the request was sent to'),
    apiKey: z.string().describe('A key with all permissions; keys of the parent work too'),
    from: z.string(),
    idleSeconds: z.number(),
    createdAt: TimestampText.describe("By the machine's clock"),
    test: SuiteTest.optional().describe('Absent for none'),
  })
  .meta({ id: 'Sandbox' });
export type SandboxRow = z.output<typeof SandboxRow>;

const path = '/_emulator/sandboxes';

/** Separate emulators, such as one for each test. */
export const sandboxes = {
  list: emulator.get(path, 'List the sandboxes, oldest first', {
    response: z.object({ items: z.array(SandboxRow) }),
  }),
  create: emulator.post(path, 'Start a sandbox; it is ready when this answers', {
    body: NewSandbox,
    response: SandboxRow,
    successStatus: 201,
    errors: ['invalid_request', 'not_found', 'conflict'],
  }),
  remove: emulator.delete(`${path}/{id}`, 'End a sandbox', {
    params: z.object({ id: z.string().describe('ID') }),
    errors: ['not_found'],
  }),
  outcome: emulator.post(`${path}/{id}/outcome`, 'Tell the outcome of the test that a sandbox is for', {
    params: z.object({ id: z.string().describe('ID') }),
    body: TestOutcome,
    response: TestRow,
    errors: ['invalid_request', 'not_found', 'conflict'],
  }),
};
