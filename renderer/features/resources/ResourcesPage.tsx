import { RecordPlace } from '../../authoring/records/RecordPlace.tsx';
import { resourceKind } from './resource-kind.ts';

/** `/resources`, `/resources/new` and `/resources/:id`. */
export function ResourcesPage() {
  return <RecordPlace kind={resourceKind} />;
}
