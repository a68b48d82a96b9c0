import type { BlockKind, BlockOf } from '../../../shared/model/runbook.ts';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import type { Budget } from '../../../shared/expression/budget.ts';
import { render } from '../../../shared/expression/template.ts';
import { submitRun, prepareRun } from './execute.ts';
import type { Call } from './engine.ts';
import { promptBlockProgress } from './prompt-block.ts';
import type { RunRecord, SessionRecord } from './records.ts';
import { childResult } from './run-context.ts';
import { runRecord } from './run-record.ts';
import { renderPrompt } from './rendering.ts';
import type { Runner } from './runner.ts';
import { environmentOf } from './scope.ts';
import { notFound, type EngineContext } from './engine-context.ts';

/** What a block is started with. */
export interface BlockContext {
  readonly context: EngineContext;
  readonly runner: Runner;
  readonly session: SessionRecord;
  readonly call: Call;
  /** What its templates see: params, env, config, session, and the results of the blocks before it. */
  readonly scope: Readonly<Record<string, unknown>>;
  readonly budget: Budget;
}

/** A kind of block: what it starts, and what later blocks see of it. */
interface BlockRunner<Kind extends BlockKind> {
  /** Puts the block's run; gives its ID. Throws what makes the session fail. */
  readonly start: (block: BlockOf<Kind>, context: BlockContext) => string;
  /** What later blocks see under the block's slug, of the run that succeeded. */
  readonly result: (run: RunRecord, context: EngineContext) => Json;
}

/** Every kind of block. Adding one is adding an entry here and its schema in shared/model/runbook. */
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
  const task = context.definitions().tasks.find(block.task) ?? notFound('task', block.task);
  const run = prepareRun(
    context,
    {
      taskID: task.id,
      environment: environmentOf(context, session.environmentID),
      paramValues: renderObject(block.paramValues, scope, budget),
      resources: block.resources ?? {},
    },
    call,
    { parentID: '', sessionID: session.id },
  );
  submitRun(context, runner, run);
  return run.id;
}

function startPromptBlock(
  block: BlockOf<'prompt'>,
  { context, runner, session, call, scope, budget }: BlockContext,
): string {
  const at = context.time.now();
  const ask = renderPrompt(block, { scope, budget });
  const run = runRecord({
    id: context.ids.next('run', at),
    ...{ taskID: '', taskSlug: '', blueprintID: '' },
    ...{ status: 'NotStarted', createdAt: at, updatedAt: at, notBefore: 0 },
    name: block.name ?? (ask.description || block.slug),
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

/** An object with its templates filled in. */
function renderObject(object: JsonObject, scope: Readonly<Record<string, unknown>>, budget: Budget): JsonObject {
  return render(object, scope, budget) as JsonObject;
}
