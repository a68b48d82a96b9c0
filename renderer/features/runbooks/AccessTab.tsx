import { AccessFields } from '../../core/authoring/AccessFields.tsx';

/** Who may see and run a runbook. */
export function AccessTab() {
  return <AccessFields noun="runbook" results="sessions" />;
}
