import { TurnOver, type Budget } from '../../../shared/expression/budget.ts';
import type { RunContext, Scope } from '../engine/context/behavior-port.ts';

/** The part of a run that its templates need. */
export type RenderingRun = Pick<RunContext, 'scope' | 'stepBudget' | 'nextTurn'>;

/** Renders templates of a run, in as many turns of the event loop as they need. Rejects for one that fails. */
export async function inTurns<Result>(
  run: RenderingRun,
  render: (rendering: { readonly scope: Scope; readonly budget: Budget }) => Result,
): Promise<Result> {
  // Definition files know the configuration by both names.
  const rendering = { scope: { ...run.scope, configs: run.scope.config }, budget: run.stepBudget() };
  rendering.budget.nextStep();
  for (;;) {
    try {
      return render(rendering);
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
    }
    await run.nextTurn();
    rendering.budget.resume();
  }
}
