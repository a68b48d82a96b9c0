import { isPending, TERMINAL_RUN_STATUSES, TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import type { PromptRow } from '../../../shared/contract/emulator/rows.ts';
import type { Hangar } from '../client/hangar.ts';
import { callText, type ToolResult } from './action.ts';
import { clearTimeout, setTimeout } from '../../emulator/timers/timers.ts';

/** The pending prompts of a run. */
export function pendingOf(prompts: readonly PromptRow[]): readonly PromptRow['prompt'][] {
  return prompts.map(({ prompt }) => prompt).filter(isPending);
}

/** Waits until work ends or a prompt is pending, at most for a time in seconds. */
async function settledWork({ follow }: Hangar, seconds: number, isSettled: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), seconds * 1000);
  try {
    const batches = follow({ signal: stop.signal });
    while ((await batches.next()).done !== true) if (await isSettled()) return;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** Waits for a run, and describes its state. */
export async function runOutcome(hangar: Hangar, id: string, seconds: number): Promise<ToolResult> {
  const read = () => hangar.api.runs.get({ params: { id } });
  await settledWork(hangar, seconds, async () => {
    const { row } = await read();
    return TERMINAL_RUN_STATUSES.has(row.status) || row.waiting || row.held;
  });
  const { row, output, prompts } = await read();
  const [prompt] = pendingOf(prompts);
  const facts = { runID: id, status: row.status };
  if (row.status === 'Succeeded') return { value: { ...facts, output }, next: callText('explain', { id }) };
  if (TERMINAL_RUN_STATUSES.has(row.status))
    return { value: { ...facts, failure: row.failure, output }, next: callText('explain', { id }) };
  if (prompt !== undefined) return { value: { ...facts, waitsFor: promptFacts(prompt) }, next: answerText(prompt) };
  const waitsFor = row.held ? `hangar release ${id}` : (row.reason?.text ?? 'nothing: it works');
  return { value: { ...facts, waitsFor }, next: callText('explain', { id }) };
}

/** Waits for a session, and describes its state. */
export async function sessionOutcome(hangar: Hangar, id: string, seconds: number): Promise<ToolResult> {
  const read = () => hangar.api.sessions.get({ params: { id } });
  await settledWork(hangar, seconds, async () => {
    const { row } = await read();
    return TERMINAL_SESSION_STATUSES.has(row.session.status) || row.blocks.some(({ status }) => status === 'Waiting');
  });
  const { row } = await read();
  const waiting = row.blocks.find(({ status }) => status === 'Waiting');
  const value = { sessionID: id, status: row.session.status, failure: row.failure, blocks: row.blocks };
  const next = waiting === undefined ? callText('explain', { id }) : callText('explain', { id: waiting.runID });
  return { value, next };
}

/** Summary of a prompt. */
export function promptFacts({ id, description, schema }: PromptRow['prompt']): object {
  return { promptID: id, description, parameters: parametersText(schema.parameters) };
}

/** The call that answers a prompt, with values to fill in. */
export function answerText({ id, schema }: PromptRow['prompt']): string {
  const needed = schema.parameters.filter(({ constraints }) => !constraints.optional);
  return callText('answer', { prompt: id, values: Object.fromEntries(needed.map(({ slug }) => [slug, '…'])) });
}

/** A parameter of a definition or a prompt. */
export interface Parameter {
  readonly slug: string;
  readonly type: string;
  readonly multi: boolean;
  readonly constraints: { readonly optional?: boolean };
}

/** Parameters in short, such as `amount: integer`, by slug. */
export function parametersText(parameters: readonly Parameter[]): Record<string, string> {
  return Object.fromEntries(
    parameters.map(({ slug, type, multi, constraints }) => [
      slug,
      `${type}${multi ? ', several' : ''}${constraints.optional ? ', optional' : ''}`,
    ]),
  );
}
