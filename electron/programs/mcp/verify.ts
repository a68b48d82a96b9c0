import { z } from 'zod';
import { callText, toolCall } from '../actions/action.ts';
import { READS, tool } from './tool.ts';

/** Gives the findings and the coverage. */
export const verify = tool(
  'Check the program under test: findings are its mistakes with the requests that prove them, coverage is what it has met: ' +
    'answers and faults by operation, statuses of runs, answers to prompts.',
  READS,
  toolCall(z.strictObject({}), async ({ api }) => {
    const { items } = await api.findings.list();
    const coverage = await api.coverage.read();
    const called = coverage.operations.filter(({ calls }) => calls > 0);
    const never = coverage.operations.filter(({ calls }) => calls === 0).map(({ operation }) => operation);
    const [request] = items.flatMap(({ requestIDs }) => requestIDs);
    return {
      value: { findings: items, coverage: { ...coverage, operations: called, neverCalled: never } },
      next: request === undefined ? callText('find', { what: 'requests' }) : callText('explain', { id: request }),
    };
  }),
);
