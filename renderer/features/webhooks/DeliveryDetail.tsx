import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SentTraffic, TrafficSend } from '../../../shared/contract/emulator/traffic.ts';
import type { TrafficEntry, TrafficSide } from '../../../shared/contract/emulator/rows.ts';
import type { WebhookConfig } from '../../../shared/model/task.ts';
import { useAction } from '../../core/action.ts';
import { useApi } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { canSign, hmacSha256 } from './hmac.ts';
import classes from './webhooks.module.css';

type Signing = WebhookConfig['signing'];

interface DeliveryDetailProps {
  readonly id: string;
  /** Secret and header that are kept with the webhook; undefined for none. */
  readonly signing: Signing;
}

/** Both sides of a delivery, and buttons that send it again. */
export function DeliveryDetail({ id, signing }: DeliveryDetailProps) {
  const api = useApi();
  const { data, error, reload } = useQuery(`delivery ${id}`, () => api.traffic.get({ params: { id } }));
  if (data === undefined) return error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />;
  return (
    <div className={classes['delivery']}>
      <Resend entry={data} signing={signing} />
      <div className={classes['sides']}>
        <Side title="Request" side={data.request} />
        <Side title="Answer" side={data.answer} />
      </div>
    </div>
  );
}

function Resend({ entry, signing }: { entry: TrafficEntry; signing: Signing }) {
  const api = useApi();
  const [sent, setSent] = useState<SentTraffic>();
  const params = { id: entry.row.id };
  const send = async (body: TrafficSend) => setSent(await api.traffic.send({ params, body }));
  const exact = useAction(() => send({}));
  const signed = useAction(async () => {
    if (signing !== undefined) await send({ headers: await signedHeader(entry, signing) });
  });
  const hasText = entry.request.encoding === 'utf8' && !entry.request.truncated;
  return (
    <div className="row">
      <Button size="compact-sm" loading={exact.busy} title="Sends the same bytes" onClick={() => void exact.run()}>
        Resend
      </Button>
      <Button
        size="compact-sm"
        loading={signed.busy}
        disabled={signing === undefined || !hasText || !canSign()}
        onClick={() => void signed.run()}
      >
        Sign and resend
      </Button>
      <span className="quiet small" role="status">
        {sent === undefined ? (
          <Hint signing={signing} hasText={hasText} />
        ) : (
          <>
            Sent: <Link href={`/traffic/${sent.id}`}>{sent.status === 0 ? 'no answer' : sent.status}</Link>
          </>
        )}
      </span>
    </div>
  );
}

function Hint({ signing, hasText }: { signing: Signing; hasText: boolean }) {
  if (signing === undefined) return 'To sign, keep a secret with the webhook under Send test.';
  if (!hasText) return 'The body is binary or was not kept whole, so it cannot be signed here.';
  return `Signs the body in ${signing.header}.`;
}

/** The header with the signature of the body, in the form in which the sender gave it: with `sha256=` or without. */
async function signedHeader({ request }: TrafficEntry, { header, secret }: NonNullable<Signing>) {
  const given = request.headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1] ?? '';
  const digest = await hmacSha256(secret, request.body);
  return { [header]: given.startsWith('sha256=') ? `sha256=${digest}` : digest };
}

function Side({ title, side }: { title: string; side: TrafficSide }) {
  const headers = side.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <section aria-label={title}>
      <h2 className={classes['sideTitle']}>{title}</h2>
      <pre className={classes['side']}>
        <LongText text={`${headers}\n\n${side.body}`} show={(part) => <LinkedText text={part} />} />
      </pre>
    </section>
  );
}
