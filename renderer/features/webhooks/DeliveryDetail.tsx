import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SentTraffic, TrafficSend } from '../../../shared/contract/emulator/traffic.ts';
import type { TrafficEntry, TrafficSide } from '../../../shared/contract/emulator/rows.ts';
import type { WebhookConfig } from '../../../shared/model/task.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi, useLiveQuery } from '../../core/data/hangar.ts';
import { isSignable, signedHeader } from '../../core/request/signed-header.ts';
import { LinkedText } from '../../ui/text/shown-text.tsx';
import { LongText } from '../../ui/text/LongText.tsx';
import { ErrorState, LoadingState } from '../../ui/text/states.tsx';
import classes from './webhooks.module.css';

type Signing = WebhookConfig['signing'];

interface DeliveryDetailProps {
  readonly id: string;
  /** The webhook's saved secret and header; undefined for none. */
  readonly signing: Signing;
}

/** Both sides of a delivery, and buttons that send it again. */
export function DeliveryDetail({ id, signing }: DeliveryDetailProps) {
  const api = useApi();
  const { data, error, reload } = useLiveQuery(`delivery ${id}`, () => api.traffic.get({ params: { id } }));
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
    if (signing !== undefined) await send({ headers: await signedHeader(entry.request, signing) });
  });
  const canSign = isSignable(entry.request);
  return (
    <div className="row">
      <Button size="compact-sm" loading={exact.busy} title="Sends the same bytes" onClick={() => void exact.run()}>
        Resend
      </Button>
      <Button
        size="compact-sm"
        loading={signed.busy}
        disabled={signing === undefined || !canSign}
        onClick={() => void signed.run()}
      >
        Sign and resend
      </Button>
      <span className="quiet small" role="status">
        {sent === undefined ? (
          <Hint signing={signing} canSign={canSign} />
        ) : (
          <>
            Sent: <Link href={`/traffic/${sent.id}`}>{sent.status === 0 ? 'no answer' : sent.status}</Link>
          </>
        )}
      </span>
    </div>
  );
}

function Hint({ signing, canSign }: { signing: Signing; canSign: boolean }) {
  if (signing === undefined) return 'To sign, save a secret with the webhook under Send test.';
  if (!canSign) return 'Not available: the body is binary or truncated, or the page is not from this machine.';
  return `Signs the body in ${signing.header}.`;
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
