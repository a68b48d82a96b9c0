import { RecordPlace } from '../../authoring/records/RecordPlace.tsx';
import { environmentKind } from './environment-kind.tsx';

/** `/environments`, `/environments/new` and `/environments/:id`. */
export function EnvironmentsPage() {
  return <RecordPlace kind={environmentKind} />;
}
