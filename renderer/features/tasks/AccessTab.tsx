import { AccessFields } from '../../core/authoring/AccessFields.tsx';

/** Who may see and run a task. */
export function AccessTab() {
  return <AccessFields noun="task" results="runs" />;
}
