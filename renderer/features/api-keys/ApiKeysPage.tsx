import { RecordPage } from '../../authoring/records/RecordPage.tsx';
import { keyKind } from './key-kind.ts';

/** `/api-keys`, `/api-keys/new`, `/api-keys/:id`. */
export function ApiKeysPage() {
  return <RecordPage kind={keyKind} />;
}
