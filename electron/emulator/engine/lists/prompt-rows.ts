import type { PromptRow } from '../../../../shared/contract/emulator/rows.ts';
import { isFilter, chosenTest, someHasWord, type TermTests } from './filter-tests.ts';
import { isHeld } from '../context/held.ts';
import type { PromptRecord, RunRecord } from '../context/records.ts';
import { promptReason } from './reasons.ts';
import { firstValues } from './rows.ts';
import { environmentOf } from '../context/scope.ts';
import { givenAnswer, promptView } from '../context/views.ts';
import { requireRun, type EngineContext } from '../context/engine-context.ts';
import { isPending } from '../../../../shared/model/status.ts';
import { jsonHasWord } from '../../../../shared/model/filter.ts';
import { factTerms, itemFilter, type ItemTest, runTerms } from './item-filter.ts';

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

/** A prompt with its run. */
interface PromptOfRun {
  readonly prompt: PromptRecord;
  readonly run: RunRecord;
}

type Test = ItemTest<PromptOfRun>;

const TERMS: TermTests<'prompt', Test> = {
  ...factTerms<PromptOfRun>(({ prompt: { createdAt }, run: { environmentID, paramValues } }) => ({
    createdAt,
    environmentID,
    paramValues,
  })),
  ...runTerms<PromptOfRun>(({ run: { taskID, taskSlug, name, id: runID, sessionID } }) => ({
    ...{ taskID, taskSlug, name, runID, sessionID },
  })),
  is: (value) => chosenTest(KINDS, value),
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, Test>> = {
  approval: ({ prompt: { parameters } }) => parameters.length === 0,
  held: ({ prompt }, { state }) => isHeld(state, prompt),
  automatic: ({ prompt }, { answers, state }) => answers.to(prompt)?.problem === null && !isHeld(state, prompt),
  refused: ({ prompt }, { answers }) => (answers.to(prompt)?.problem ?? null) !== null,
};

/** Returns the test of a filter of pending prompts. Throws 400 for an invalid filter. */
function promptFilter(text: string, context: EngineContext): (prompt: PromptRecord) => boolean {
  const filter = itemFilter('prompt', text, { context, terms: TERMS, hasText: promptHasWord });
  return (prompt) => {
    const run = context.state.get('run', prompt.runID);
    return run !== undefined && filter({ prompt, run });
  };
}

/** True when a prompt, or the names and values of its run, contain a word. */
function promptHasWord(context: EngineContext, { prompt, run }: PromptOfRun, word: string): boolean {
  const environment = environmentOf(context, run.environmentID).slug;
  const { id, description, confirmText, cancelText, parameters } = prompt;
  const texts = [id, description, confirmText, cancelText, run.id, run.sessionID, run.taskSlug, run.name, environment];
  if (someHasWord(texts, word)) return true;
  return (
    parameters.some(({ slug, name = '' }) => someHasWord([slug, name], word)) || jsonHasWord(run.paramValues, word)
  );
}
