import { DetailsFields } from '../../core/authoring/DetailsFields.tsx';

/** Name, slug and description. */
export function DetailsTab() {
  return <DetailsFields noun="runbook" />;
}
