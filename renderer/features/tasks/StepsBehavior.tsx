import { WorkItems } from '../../authoring/editor/WorkItems.tsx';
import { STEP_EDITORS } from './step-editors.tsx';
import { scopeOfStep } from './task-checks.ts';

const PATH = ['behavior', 'steps'];

/** The steps of a task. */
export function StepsBehavior() {
  return (
    <WorkItems
      path={PATH}
      label="Steps"
      noun="step"
      empty="Steps run in order, without code."
      kindField="do"
      editors={STEP_EDITORS}
      nameOf={(_, kind) => kind}
      copyOf={(step) => step}
      scopeOf={scopeOfStep}
    />
  );
}
