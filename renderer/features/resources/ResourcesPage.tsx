import { RecordPage } from '../../authoring/records/RecordPage.tsx';
import { resourceKind } from './resource-kind.ts';

/** `/resources`, `/resources/new` and `/resources/:id`. */
export function ResourcesPage() {
  return <RecordPage kind={resourceKind} />;
}
