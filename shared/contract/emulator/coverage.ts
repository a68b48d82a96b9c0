import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { OPERATIONS } from '../../registry/operations.ts';

const Counts = z.record(z.string(), z.int());

/** Calls of one operation. */
export const OperationCoverage = z.object({
  operation: z.enum(OPERATIONS),
  calls: z.int(),
  answers: Counts.describe('Answers by status; calls without an answer do not count'),
  faults: Counts.describe('Faults by kind'),
});
export type OperationCoverage = z.output<typeof OperationCoverage>;

/** Operations, answers, faults and decisions that clients of `/v0` have met. */
export const CoverageView = z.object({
  operations: z
    .array(OperationCoverage)
    .describe('All operations of the service, even without calls; calls of task code once there was one'),
  runStatuses: Counts.describe('Distinct runs by the final status that a client read, in `runs/get` or `runs/list`'),
  prompts: Counts.describe('Prompts that clients answered: `submitted` and `cancelled`'),
  decisions: Counts.describe('Refusals by the decision that caused them'),
});
export type CoverageView = z.output<typeof CoverageView>;

/** Coverage of the service by the clients under test. */
export const coverage = {
  read: emulator.get(
    '/_emulator/coverage',
    'Read the operations, answers, faults and decisions that clients have met',
    { response: CoverageView },
  ),
  clear: emulator.delete('/_emulator/coverage', 'Set the coverage to zero', {}),
};
