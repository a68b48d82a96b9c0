import { RecordPage } from '../../authoring/records/RecordPage.tsx';
import { environmentKind } from './environment-kind.tsx';

/** `/environments`, `/environments/new` and `/environments/:id`. */
export function EnvironmentsPage() {
  return <RecordPage kind={environmentKind} />;
}
