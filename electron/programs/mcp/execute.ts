import { z } from 'zod';
import { JsonObject } from '../../../shared/values/json-schema.ts';
import { runOutcome, sessionOutcome } from '../actions/outcome.ts';
import { toolCall, ToolError } from '../actions/action.ts';
import { ADDS, tool } from './tool.ts';

/** Time to wait for the end of work, in seconds. */
const WAIT = { usual: 10, most: 120 };

/** Executes a task or a runbook, and waits. */
export const execute = tool(
  'Execute a task or a runbook and wait until it ends or asks for an answer. Gives the output, the failure, or what it waits for.',
  ADDS,
  toolCall(
    z.strictObject({
      task: z.string().max(1000).optional().describe('Slug or ID'),
      runbook: z.string().max(1000).optional().describe('Slug or ID; instead of task'),
      paramValues: JsonObject.optional().describe('Values by the slugs of the parameters'),
      env: z.string().max(1000).optional().describe('Slug of the environment; default: the default one'),
      waitSeconds: z.number().min(0).max(WAIT.most).optional().describe(`Default: ${WAIT.usual}`),
    }),
    async (hangar, { task, runbook, paramValues = {}, env, waitSeconds = WAIT.usual }) => {
      const body = { paramValues, ...(env === undefined ? {} : { environment: env }) };
      if (task !== undefined && runbook === undefined) {
        const { runID } = await hangar.api.runs.execute({ params: { id: task }, body });
        return runOutcome(hangar, runID, waitSeconds);
      }
      if (runbook === undefined || task !== undefined)
        throw new ToolError('give exactly one of task and runbook', 'describe {}');
      const { sessionID } = await hangar.api.sessions.execute({ params: { id: runbook }, body });
      return sessionOutcome(hangar, sessionID, waitSeconds);
    },
  ),
);
