import { z } from 'zod';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { ERRORS } from '../../../shared/http/errors.ts';
import { isPending } from '../../../shared/model/prompt-state.ts';
import { DECISIONS } from '../../../shared/registry/decisions.ts';
import type { Hangar } from '../client/hangar.ts';
import { kindOf } from '../actions/get.ts';
import { answerText, pendingOf, promptFacts } from '../actions/outcome.ts';
import { callText, toolCall, ToolError, type ToolResult } from '../actions/action.ts';
import { READS, tool } from './tool.ts';

/** Lines at the end of a log that an explanation shows. */
const LOG_LINES = 20;

const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(ERRORS).map(([code, { meaning }]) => [code, meaning]),
);
const RULES: ReadonlyMap<string, string> = new Map(Object.entries(DECISIONS));

/** Explains a run, a session, a prompt or a request. */
export const explain = tool(
  'Explain an ID: why a run or session waits or failed, what a prompt asks, why a request was refused, with the rule that it broke.',
  READS,
  toolCall(
    z.strictObject({ id: z.string().max(1000).describe('Of a run, session, prompt or request') }),
    async (hangar, { id }) => {
      const kind = kindOf(id);
      if (kind === 'run') return run(hangar, id);
      if (kind === 'session') return session(hangar, id);
      if (kind === 'request') return request(await hangar.api.traffic.get({ params: { id } }));
      if (kind !== 'prompt')
        throw new ToolError(
          'id: must be that of a run, a session, a prompt or a request',
          callText('find', { what: 'runs' }),
        );
      const { prompt } = await hangar.api.prompts.get({ params: { id } });
      const pending = isPending(prompt);
      const next = pending ? answerText(prompt) : callText('explain', { id: prompt.runID });
      return { value: { ...promptFacts(prompt), runID: prompt.runID, isPending: pending }, next };
    },
  ),
);

async function run({ api }: Hangar, id: string): Promise<ToolResult> {
  const { row, output, prompts, steps, children, logLines } = await api.runs.get({ params: { id } });
  const offset = String(Math.max(0, logLines - LOG_LINES));
  const { lines } = await api.runs.logs({ params: { id }, query: { offset, limit: String(LOG_LINES) } });
  const { upcoming } = await api.clock.read();
  const [prompt] = pendingOf(prompts);
  const due = upcoming.find(({ runID }) => runID === id);
  const failed = children.find(({ status }) => status === 'Failed');
  const value = {
    run: row,
    output,
    steps: steps.map(({ do: step, text, state }) => ({ do: step, text, state })),
    ...(prompt === undefined ? {} : { waitsFor: promptFacts(prompt) }),
    ...(due === undefined ? {} : { clock: due }),
    log: lines.map(({ level, text }) => `${level}: ${text}`),
  };
  if (prompt !== undefined) return { value, next: answerText(prompt) };
  if (failed !== undefined) return { value, next: callText('explain', { id: failed.id }) };
  if (row.origin.trafficID !== '') return { value, next: callText('explain', { id: row.origin.trafficID }) };
  return { value, next: callText('describe', { kind: 'tasks', slug: row.taskSlug }) };
}

async function session({ api }: Hangar, id: string): Promise<ToolResult> {
  const { row } = await api.sessions.get({ params: { id } });
  const block =
    row.blocks.find(({ status }) => status === 'Waiting') ?? row.blocks.find(({ status }) => status === 'Failed');
  const runID = block?.runID ?? '';
  const next =
    runID === ''
      ? callText('describe', { kind: 'runbooks', slug: row.runbookSlug })
      : callText('explain', { id: runID });
  return { value: row, next };
}

function request({ row, request: sent, answer, operation, decisions }: TrafficEntry): ToolResult {
  const rule = RULES.get(row.decision);
  const value = {
    id: row.id,
    request: `${row.method} ${row.path}${row.query}`,
    operation,
    status: row.status,
    error: row.error,
    code: row.code,
    meaning: MEANINGS.get(row.code) ?? '',
    ...(rule === undefined ? {} : { brokenRule: { name: row.decision, rule } }),
    ...(row.error === '' ? {} : { rulesOfOperation: decisions }),
    warnings: row.warnings,
    fault: row.fault,
    sent: sent.body,
    answered: answer.body,
  };
  if (row.runID !== '') return { value, next: callText('explain', { id: row.runID }) };
  return { value, next: row.error === '' ? callText('find', { what: 'requests' }) : 'describe {}' };
}
