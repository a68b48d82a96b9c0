import { z } from 'zod';
import { PromptAsk } from '../../../shared/model/behavior.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { RunContext } from './behavior-port.ts';

/** What a run of a prompt block keeps: what it will ask, then the prompt that asks it (decision `prompt-block`). */
const Progress = z.union([z.object({ promptID: z.string() }), z.object({ ask: PromptAsk })]);

/** The progress with which a run of a prompt block begins. */
export function promptBlockProgress(ask: PromptAsk): JsonObject {
  return { ask: JSON.parse(JSON.stringify(ask)) as JsonObject };
}

/** The whole work of a run of a prompt block: ask once, wait for the answer. */
export async function runPromptBlock(context: RunContext): Promise<void> {
  const progress = Progress.parse(context.progress);
  const promptID = 'promptID' in progress ? progress.promptID : context.startPrompt(progress.ask);
  context.save({ promptID });
  const { id, values, submittedBy } = await context.promptResult(promptID);
  context.setOutput({ id, values, submittedBy });
}
