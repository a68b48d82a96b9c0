import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { FINDING_LEVELS, FINDING_RULE_NAMES } from '../../registry/finding-rules.ts';

/** A mistake of a client, with the requests that prove it. */
export const Finding = z.object({
  id: z.string(),
  rule: z.enum(FINDING_RULE_NAMES),
  level: z.enum(FINDING_LEVELS),
  message: z.string().describe('Description of the latest occurrence'),
  client: z.string().describe('User-Agent of the client; "" when it sent none'),
  apiKey: z.string().describe('Name of the API key'),
  firstAt: z.string(),
  lastAt: z.string(),
  count: z.int().describe('Number of times, or of calls'),
  requestIDs: z.array(z.string()).describe('IDs of requests in the traffic log as evidence, the latest 100'),
  runIDs: z.array(z.string()).describe('IDs of the runs, the latest 100'),
});
export type Finding = z.output<typeof Finding>;

/** Mistakes of the clients under test. */
export const findings = {
  list: emulator.get('/_emulator/findings', 'List the findings about clients, newest first', {
    response: z.object({ items: z.array(Finding) }),
  }),
  clear: emulator.delete('/_emulator/findings', 'Clear the findings, and forget earlier requests', {}),
};
