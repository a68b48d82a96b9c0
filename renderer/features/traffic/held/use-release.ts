import type { NewRelease } from '../../../../shared/contract/emulator/held-requests.ts';
import { useAction } from '../../../core/data/action.ts';
import { useApi } from '../../../core/data/hangar.ts';

/** The action that lets a held request go on, or gives it something else. */
export function useRelease() {
  const api = useApi();
  return useAction((id: string, body: NewRelease) => api.heldRequests.release({ params: { id }, body }));
}
