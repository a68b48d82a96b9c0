import type { BlockKind, BlockOf } from '../../../shared/model/runbook.ts';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import type { Budget } from '../../../shared/expression/budget.ts';
import { render } from '../../../shared/expression/template.ts';
import { enterRun, prepareRun } from './execute.ts';
import type { Call } from './engine.ts';
import { promptBlockProgress } from './prompt-block.ts';
import type { RunRecord, SessionRecord } from './records.ts';
import { childResult } from './run-context.ts';
import { runRecord } from './run-record.ts';
import { renderAsk } from './render-ask.ts';
import type { Runner } from './runner.ts';
import { environmentOf } from './scope.ts';
import { missing, type World } from './world.ts';

/** What a block is started with. */
export interface BlockWorld {
  readonly world: World;
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
  readonly start: (block: BlockOf<Kind>, world: BlockWorld) => string;
  /** What later blocks see under the block's slug, of the run that succeeded. */
  readonly result: (run: RunRecord, world: World) => Json;
}

/** Every kind of block. Adding one is adding an entry here and its schema in shared/model/runbook. */
export const BLOCK_RUNNERS: { readonly [Kind in BlockKind]: BlockRunner<Kind> } = {
  task: {
    start: startTaskBlock,
    result: (run, world) => ({ runID: run.id, status: run.status, output: childResult(world, run).output }),
  },
  prompt: { start: startPromptBlock, result: (run) => run.output ?? null },
};

function startTaskBlock(block: BlockOf<'task'>, { world, runner, session, call, scope, budget }: BlockWorld): string {
  const task = world.definitions().tasks.find(block.task) ?? missing('task', block.task);
  const run = prepareRun(
    world,
    {
      taskID: task.id,
      environment: environmentOf(world, session.environmentID),
      paramValues: renderObject(block.paramValues, scope, budget),
      resources: block.resources ?? {},
    },
    call,
    { parentID: '', sessionID: session.id },
  );
  enterRun(world, runner, run);
  return run.id;
}

function startPromptBlock(
  block: BlockOf<'prompt'>,
  { world, runner, session, call, scope, budget }: BlockWorld,
): string {
  const at = world.moments.now();
  const ask = renderAsk(block, { scope, budget });
  const run = runRecord({
    id: world.ids.next('run', at),
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
  enterRun(world, runner, run);
  return run.id;
}

/** An object with its templates filled in. */
function renderObject(object: JsonObject, scope: Readonly<Record<string, unknown>>, budget: Budget): JsonObject {
  return render(object, scope, budget) as JsonObject;
}
