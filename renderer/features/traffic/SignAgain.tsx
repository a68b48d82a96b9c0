import { Button } from '@mantine/core';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi, useTasks, useWebhooks } from '../../core/data/hangar.ts';
import { isSignable, signedHeader, type Signing } from '../../core/request/signed-header.ts';
import { useNavigate } from '../../core/page/page.ts';
import { webhookOf } from './request-of-entry.ts';

/** The signing of a request's webhook; undefined without a saved secret. */
export function useSigning(entry: TrafficEntry): Signing | undefined {
  const { items: webhooks } = useWebhooks();
  const { items: tasks } = useTasks();
  const called = webhookOf(entry, webhooks);
  const declared = tasks.find(({ id }) => id === called?.taskID)?.webhooks;
  return called === undefined || Array.isArray(declared) ? undefined : declared?.[called.webhook]?.signing;
}

interface SignAgainProps {
  readonly entry: TrafficEntry;
  readonly signing: Signing;
  readonly query: string;
}

/** Sends the request of a webhook again with a new signature. */
export function SignAgain({ entry, signing, query }: SignAgainProps) {
  const api = useApi();
  const navigate = useNavigate();
  const sign = useAction(async () => {
    const headers = await signedHeader(entry.request, signing);
    const sent = await api.traffic.send({ params: { id: entry.row.id }, body: { headers } });
    navigate(`/traffic/${sent.id}${query}`);
  });
  return (
    <Button
      loading={sign.busy}
      disabled={!isSignable(entry.request)}
      title={`Signs the body in ${signing.header} with the webhook’s saved secret`}
      onClick={() => void sign.run()}
    >
      Sign again
    </Button>
  );
}
