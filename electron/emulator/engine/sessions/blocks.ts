import { z } from 'zod';
import type { BlockKind, BlockOf } from '../../../../shared/model/runbook.ts';
import { type Json, plainJson, type JsonObject } from '../../../../shared/values/json.ts';
import { executeTask, submitRun } from '../runs/execute.ts';
import type { Call } from '../context/call.ts';
import { assertValuesSize } from '../runs/results-budget.ts';
import type { RunRecord, SessionRecord } from '../context/records.ts';
import { childResult, namingRefused } from '../work/run-context.ts';
import { runRecord } from '../runs/run-record.ts';
import { renderObject, renderPrompt, type Rendering } from '../runs/rendering.ts';
import type { Runner } from '../runs/runner.ts';
import { environmentOf } from '../context/scope.ts';
import { notFound, type EngineContext } from '../context/engine-context.ts';
import { PromptContent } from '../../../../shared/model/behavior.ts';
import type { RunContext } from '../context/behavior-port.ts';

/** The context of a block. Its scope has params, env, config, session, and the results of earlier blocks. */
export interface BlockContext extends Rendering {
  readonly context: EngineContext;
  readonly runner: Runner;
  readonly session: SessionRecord;
  readonly call: Call;
}

/** Starts the run of one kind of block and shapes its result. */
interface BlockRunner<Kind extends BlockKind> {
  /** Stores and queues the block's run; returns its ID. An error fails the session. */
  readonly start: (block: BlockOf<Kind>, blockContext: BlockContext) => string;
  /** The result of a succeeded run, available to later blocks under the block's slug. */
  readonly result: (run: RunRecord, context: EngineContext) => Json;
}

/** Runners by kind of block. To add a kind, add an entry here and its schema in shared/model/runbook. */
export const BLOCK_RUNNERS: { readonly [Kind in BlockKind]: BlockRunner<Kind> } = {
  task: {
    start: startTaskBlock,
    result: (run, context) => ({ runID: run.id, status: run.status, output: childResult(context, run).output }),
  },
  prompt: { start: startPromptBlock, result: (run) => run.output ?? null },
};

function startTaskBlock(
  block: BlockOf<'task'>,
  { context, runner, session, call, scope, budget }: BlockContext,
): string {
  const paramValues = assertValuesSize(renderObject(block.paramValues, { scope, budget }));
  return namingRefused(block.task, () => {
    const request = {
      task: context.definitions().tasks.find(block.task) ?? notFound('task', block.task),
      environment: environmentOf(context, session.environmentID),
      paramValues,
      resources: block.resources ?? {},
      allowCachedMaxAge: 0,
      sessionID: session.id,
    };
    return executeTask(context, runner, request, call).runID;
  });
}

/** The name of the run of a prompt block: `Close the day, 2 Confirm`. */
function runName({ slug, name = slug }: BlockOf<'prompt'>, session: SessionRecord): string {
  return `${session.name || session.runbookSlug}, ${session.blocks.findIndex((block) => block.slug === slug) + 1} ${name}`;
}

function startPromptBlock(
  block: BlockOf<'prompt'>,
  { context, runner, session, call, scope, budget }: BlockContext,
): string {
  const at = context.time.nextTimestamp();
  const ask = renderPrompt(block, { scope, budget });
  const run = runRecord({
    id: context.ids.next('run', at),
    ...{ taskID: '', taskSlug: '', blueprintID: '' },
    ...{ status: 'NotStarted', createdAt: at, updatedAt: at, notBefore: 0 },
    name: runName(block, session),
    sessionID: session.id,
    environmentID: session.environmentID,
    origin: call.origin,
    createdBy: session.createdBy,
    isPrivate: session.isPrivate,
    permissions: session.permissions,
    progress: promptBlockProgress(ask),
  });
  submitRun(context, runner, run);
  return run.id;
}

/** Progress of a prompt block's run: the prompt to create, then the ID of the created prompt (decision `prompt-block`). */
const Progress = z.union([z.object({ promptID: z.string() }), z.object({ ask: PromptContent })]);

/** The initial progress of a prompt block's run. */
function promptBlockProgress(ask: PromptContent): JsonObject {
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
