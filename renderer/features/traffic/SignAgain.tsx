import { Button } from '@mantine/core';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { useAction } from '../../core/action.ts';
import { useApi, useTasks, useWebhooks } from '../../core/hangar.ts';
import { isSignable, signedHeader } from '../../core/request/signed-header.ts';
import { useNavigate } from '../../core/url.ts';
import { webhookOf } from './request-of-entry.ts';

/** Sends the request of a webhook again with a new signature. Shown where a secret is kept with the webhook. */
export function SignAgain({ entry, query }: { entry: TrafficEntry; query: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const { items: webhooks } = useWebhooks();
  const { items: tasks } = useTasks();
  const called = webhookOf(entry, webhooks);
  const declared = tasks.find(({ id }) => id === called?.taskID)?.webhooks;
  const signing = called === undefined || Array.isArray(declared) ? undefined : declared?.[called.webhook]?.signing;
  const sign = useAction(async () => {
    if (signing === undefined) return;
    const headers = await signedHeader(entry.request, signing);
    const sent = await api.traffic.send({ params: { id: entry.row.id }, body: { headers } });
    navigate(`/traffic/${sent.id}${query}`);
  });
  if (signing === undefined) return null;
  return (
    <Button
      loading={sign.busy}
      disabled={!isSignable(entry.request)}
      title={`Signs the body in ${signing.header} with the secret that is kept with the webhook`}
      onClick={() => void sign.run()}
    >
      Sign again
    </Button>
  );
}
