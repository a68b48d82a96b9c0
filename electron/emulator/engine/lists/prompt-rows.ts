import type { PromptRow } from '../../../../shared/contract/emulator/rows.ts';
import { isFilter } from './filter-tests.ts';
import { isHeld } from '../context/held.ts';
import { promptFilter } from './prompt-filter.ts';
import type { PromptRecord } from '../context/records.ts';
import { promptReason } from './reasons.ts';
import { firstValues } from './rows.ts';
import { environmentOf } from '../context/scope.ts';
import { givenAnswer, promptView } from '../context/views.ts';
import { requireRun, type EngineContext } from '../context/engine-context.ts';
import { isPending } from '../../../../shared/model/status.ts';

/** A prompt in the inbox. */
export function promptRow(context: EngineContext, prompt: PromptRecord): PromptRow {
  const run = requireRun(context, prompt.runID);
  return {
    prompt: promptView(context, prompt),
    taskID: run.taskID,
    taskSlug: run.taskSlug,
    name: run.name,
    environment: environmentOf(context, run.environmentID).slug,
    sessionID: run.sessionID,
    values: firstValues(run.paramValues),
    answer: isPending(prompt)
      ? context.answers.to(prompt)
      : givenAnswer(prompt.rule, prompt.submittedAt ?? prompt.cancelledAt ?? prompt.createdAt),
    reason: promptReason(context, prompt, run),
    held: isHeld(context.state, prompt),
  };
}

/** The pending prompts that match a filter, oldest first. */
export function pendingPromptRows(context: EngineContext, q?: string): PromptRow[] {
  const prompts = context.state.pendingPrompts();
  const matching = isFilter(q) ? prompts.filter(promptFilter(q, context)) : prompts;
  return matching.map((prompt) => promptRow(context, prompt));
}
