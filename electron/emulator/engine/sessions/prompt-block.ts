import { z } from 'zod';
import { PromptContent } from '../../../../shared/model/behavior.ts';
import { plainJson, type JsonObject } from '../../../../shared/values/json.ts';
import type { RunContext } from '../context/behavior-port.ts';

/** Progress of a prompt block's run: the prompt to create, then the ID of the created prompt (decision `prompt-block`). */
const Progress = z.union([z.object({ promptID: z.string() }), z.object({ ask: PromptContent })]);

/** The initial progress of a prompt block's run. */
export function promptBlockProgress(ask: PromptContent): JsonObject {
  return { ask: plainJson(ask) };
}

/** Does the work of a prompt block's run: creates the prompt once and waits for its answer. */
export async function runPromptBlock(context: RunContext): Promise<void> {
  const progress = Progress.parse(context.progress);
  const promptID = 'promptID' in progress ? progress.promptID : context.startPrompt(progress.ask);
  context.save({ promptID });
  const { id, values, submittedBy } = await context.promptResult(promptID);
  context.setOutput({ id, values, submittedBy });
}
