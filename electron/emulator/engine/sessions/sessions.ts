import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { checkValues } from '../../../../shared/model/parameter-values.ts';
import type { Block, BlockOf, BlockKind } from '../../../../shared/model/runbook.ts';
import { TERMINAL_SESSION_STATUSES, type SessionStatus } from '../../../../shared/model/status.ts';
import { Budget, TurnOver } from '../../../../shared/expression/budget.ts';
import { BLOCK_RUNNERS, type BlockContext } from './blocks.ts';
import { creatorCaller } from '../access/access.ts';
import type { Call } from '../context/call.ts';
import type { RunbookRequest } from '../runs/run-operations.ts';
import { storeRunbookBlueprint } from '../runs/blueprints.ts';
import { validValues } from '../definitions/field-problems.ts';
import type { BlockState, RunRecord, SessionRecord } from '../context/records.ts';
import { ResultsBudget } from '../runs/results-budget.ts';
import { runEnd } from '../work/run-context.ts';
import { isFinished } from '../runs/run-machine.ts';
import type { Runner } from '../runs/runner.ts';
import { codeValues, environmentOf, environmentScope, valuesContext } from '../context/scope.ts';
import { requireSession, putSession, requireRunbookBlueprint, type EngineContext } from '../context/engine-context.ts';
import { messageOf } from '../../../../shared/values/messages.ts';

/** Statuses in which a session executes its blocks. */
const RUNNING: ReadonlySet<SessionStatus> = new Set(['Pending', 'Active', 'Waiting']);

/** Executes the blocks of sessions. No other code changes the status of a session. */
export class Sessions {
  readonly #context: EngineContext;
  readonly #runner: Runner;
  /** IDs of unfinished sessions. */
  readonly #live = new Set<string>();
  #stopped = false;

  constructor(context: EngineContext, runner: Runner) {
    this.#context = context;
    this.#runner = runner;
  }

  /** Creates a session and starts its first block in this turn of the event loop; returns its ID. */
  execute(request: RunbookRequest, call: Call): string {
    const session = this.#prepare(request, call);
    putSession(this.#context, session);
    this.#runSoon(session.id);
    return session.id;
  }

  /** Keeps an unfinished session as it is, until it is cancelled or resumed. */
  hold({ id }: SessionRecord): void {
    this.#live.add(id);
  }

  /** Resumes an unfinished session after a restart or a release. */
  resume(session: SessionRecord): void {
    if (session.status === 'Cancelling') this.#finishCancel(session.id);
    else this.#runSoon(session.id);
  }

  /** Cancels the unfinished runs of a session, and the session once their work has ended. Throws 404, or 400 for a finished session. */
  cancel(id: string, caller: Pick<Caller, 'userID'>): void {
    const session = requireSession(this.#context, id);
    if (TERMINAL_SESSION_STATUSES.has(session.status) || session.status === 'Cancelling') {
      throw new ApiError('invalid_request', `The session ${id} cannot be cancelled: it is already ${session.status}.`, {
        decision: 'cancel-answer',
      });
    }
    this.#update(id, { status: 'Cancelling', updatedBy: caller.userID, held: undefined });
    const runs = this.#unfinishedRuns(id);
    const why = `Run was cancelled with its session ${id}.`;
    for (const run of runs) {
      const current = this.#context.state.get('run', run.id);
      if (current !== undefined && !isFinished(current))
        this.#runner.cancel(run.id, { by: caller.userID, why, cause: { kind: 'session' } });
    }
    void Promise.all(runs.flatMap((run) => this.#runner.workOf(run.id)?.done ?? [])).then(() => this.#finishCancel(id));
  }

  /** IDs of unfinished sessions. */
  get live(): ReadonlySet<string> {
    return this.#live;
  }

  /** Cancels the unfinished sessions that a run has executed. */
  cancelSessionsOf(run: RunRecord): void {
    for (const id of this.#live) {
      const session = requireSession(this.#context, id);
      if (session.parentID === run.id && session.status !== 'Cancelling')
        this.cancel(id, { userID: run.cancelledBy ?? session.createdBy });
    }
  }

  /** Updates a session's status from its runs: Pending until one starts, then Waiting while a prompt is pending, otherwise Active. */
  refresh(sessionID: string, by: string | null): void {
    const session = this.#context.state.get('session', sessionID);
    if (session === undefined || !RUNNING.has(session.status)) return;
    const runs = this.#unfinishedRuns(sessionID);
    const hasBegun = session.status !== 'Pending' || runs.some((run) => run.status === 'Active');
    const status = runs.some((run) => run.waiting) ? 'Waiting' : hasBegun ? 'Active' : 'Pending';
    if (status !== session.status) this.#update(sessionID, { status, ...(by === null ? {} : { updatedBy: by }) });
  }

  /** Stops all sessions without changing them, so that the next start resumes them. */
  stop(): void {
    this.#stopped = true;
    this.#live.clear();
  }

  /** Accepts sessions again after a reset. */
  restart(): void {
    this.#stopped = false;
  }

  #prepare({ runbook, environment, paramValues }: RunbookRequest, call: Call): SessionRecord {
    const checked = checkValues(
      runbook.parameters,
      paramValues,
      valuesContext(this.#context, environment, call.caller),
    );
    const values = validValues(checked, 'paramValues', call.warn);
    const createdAt = this.#context.time.nextTimestamp();
    const blueprintID = storeRunbookBlueprint(this.#context, runbook);
    return {
      id: this.#context.ids.next('session', createdAt),
      name: runbook.name,
      runbookID: runbook.id,
      runbookSlug: runbook.slug,
      blueprintID,
      environmentID: environment.id,
      parentID: call.caller.runID,
      origin: call.origin,
      status: 'Pending',
      createdAt,
      createdBy: call.caller.userID,
      updatedAt: createdAt,
      updatedBy: call.caller.userID,
      isPrivate: runbook.isPrivate,
      permissions: runbook.permissions,
      paramValues: values,
      blocks: runbook.blocks.map((block): BlockState => ({
        slug: block.slug,
        name: block.name ?? block.slug,
        kind: block.kind,
        status: 'Pending',
        runID: '',
        result: null,
      })),
      failure: '',
    };
  }

  #runSoon(id: string): void {
    this.#live.add(id);
    // As with runs, the first block starts after the caller returns, in the same turn of the event loop.
    void Promise.resolve()
      .then(() => this.#runBlocks(id))
      .catch((error: unknown) => this.#end(id, { status: 'Failed', failure: messageOf(error) }));
  }

  async #runBlocks(id: string): Promise<void> {
    const { blocks } = requireRunbookBlueprint(this.#context, requireSession(this.#context, id).blueprintID);
    for (const [index, block] of blocks.entries()) {
      if (!this.#isRunning(id)) return;
      const failure = await this.#runBlock(id, index, block);
      if (!this.#isRunning(id)) return;
      if (failure !== null) {
        this.#end(id, { status: 'Failed', failure });
        return;
      }
    }
    this.#end(id, { status: 'Succeeded' });
  }

  /** Runs or resumes one block; returns the reason of its failure, or null. */
  async #runBlock(id: string, index: number, block: Block): Promise<string | null> {
    const state = requireSession(this.#context, id).blocks[index];
    if (state === undefined || state.status === 'Succeeded' || state.status === 'Skipped') return null;
    if (state.runID === '') {
      try {
        await this.#start(id, index, block);
      } catch (error) {
        this.#setBlock(id, index, { status: 'Failed' });
        return `${state.slug} failed: ${messageOf(error)}`;
      }
    }
    if (!this.#isRunning(id)) return null;
    const { runID = '' } = requireSession(this.#context, id).blocks[index] ?? {};
    if (runID === '') return null;
    const run = await runEnd(this.#context, runID);
    if (!this.#isRunning(id)) return null;
    return this.#endBlock(id, index, run);
  }

  /** Starts or skips a block, in as many turns of the event loop as its expressions need. */
  async #start(id: string, index: number, block: Block): Promise<void> {
    const { expressionClock, turns } = this.#context;
    const budget = Budget.forStep(expressionClock, turns);
    while (this.#isRunning(id)) {
      try {
        // In one turn, so that the run and the block's reference to it become durable together.
        this.#setBlock(id, index, this.#startOrSkip(id, block, budget));
        return;
      } catch (error) {
        if (!(error instanceof TurnOver)) throw error;
      }
      await turns.next();
      budget.resume();
    }
  }

  /** Starts or skips a block. Throws the reason why it cannot start, or `TurnOver` before any effect. */
  #startOrSkip(id: string, block: Block, budget: Budget): Partial<BlockState> {
    const blockContext = this.#blockContext(requireSession(this.#context, id), budget);
    const isWanted = block.when === undefined || Boolean(budget.evaluate(block.when, blockContext.scope));
    return isWanted ? { status: 'Active', runID: startBlock(block, blockContext) } : { status: 'Skipped' };
  }

  /**
   * Stores the end of a block. Returns the reason that the session fails, or null. A cancelled run fails its session, too
   * (decision `run-cancelled`).
   */
  #endBlock(id: string, index: number, run: RunRecord): string | null {
    const { blocks } = requireSession(this.#context, id);
    const { kind, slug } = blocks[index] ?? { kind: 'task', slug: '' };
    if (run.status === 'Succeeded') {
      const result = BLOCK_RUNNERS[kind].result(run, this.#context);
      const failure = new ResultsBudget().add([...blocks.map((block) => block.result), result], 'blocks');
      this.#setBlock(id, index, failure === null ? { status: 'Succeeded', result } : { status: 'Failed' });
      return failure === null ? null : `${slug} failed: ${failure}`;
    }
    this.#setBlock(id, index, { status: run.status === 'Cancelled' ? 'Cancelled' : 'Failed' });
    return `${slug} (${run.id}) ${run.status === 'Cancelled' ? 'was cancelled' : `failed: ${run.failure}`}`;
  }

  #blockContext(session: SessionRecord, budget: Budget): BlockContext {
    const context = this.#context;
    const environment = environmentOf(context, session.environmentID);
    const { parameters } = requireRunbookBlueprint(context, session.blueprintID);
    const results: Record<string, Json> = Object.fromEntries(session.blocks.map(({ slug, result }) => [slug, result]));
    const scope = {
      ...results,
      params: codeValues(context, environment, parameters, session.paramValues),
      ...environmentScope(context, environment),
      session: { id: session.id, name: session.name },
      resources: {},
      run: null,
    };
    // The runbook's author chose the resources of its blocks: the creator's role does not limit them.
    const caller = { ...creatorCaller(context.definitions(), session), role: 'admin' as const };
    const origin = { kind: 'session', trafficID: session.origin.trafficID, webhook: '' } as const;
    const call: Call = { caller, origin, warn: () => undefined };
    return { context, runner: this.#runner, session, call, scope, budget };
  }

  #setBlock(id: string, index: number, change: Partial<BlockState>): void {
    const session = requireSession(this.#context, id);
    const blocks = session.blocks.map((block, i) => (i === index ? { ...block, ...change } : block));
    this.#update(id, { blocks });
    this.refresh(id, null);
  }

  #finishCancel(id: string): void {
    if (this.#stopped) return;
    const { blocks } = requireSession(this.#context, id);
    const ended = blocks.map((block): BlockState =>
      block.status === 'Active' ? { ...block, status: 'Cancelled' } : block,
    );
    this.#end(id, { status: 'Cancelled', blocks: ended });
  }

  #end(id: string, change: Partial<SessionRecord>): void {
    if (this.#stopped) return;
    const session = this.#update(id, change);
    this.#live.delete(id);
    this.#context.sessionsEnded.resolve(id, session);
  }

  #update(id: string, change: Partial<SessionRecord>): SessionRecord {
    return putSession(this.#context, {
      ...requireSession(this.#context, id),
      ...change,
      updatedAt: this.#context.time.nextTimestamp(),
    });
  }

  #isRunning(id: string): boolean {
    if (this.#stopped) return false;
    const session = this.#context.state.get('session', id);
    return session !== undefined && RUNNING.has(session.status);
  }

  #unfinishedRuns(sessionID: string): RunRecord[] {
    return [...this.#context.state.runs({ sessionID })].filter((run) => !isFinished(run));
  }
}

/** Starts a block with the runner of its kind. */
function startBlock<Kind extends BlockKind>(block: BlockOf<Kind> & { kind: Kind }, blockContext: BlockContext): string {
  return BLOCK_RUNNERS[block.kind].start(block, blockContext);
}
