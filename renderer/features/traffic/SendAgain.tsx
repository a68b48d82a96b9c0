import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { MONO_INPUT } from '../../ui/inputs/mono-input.ts';
import { Form } from '../../ui/inputs/Form.tsx';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { focusInvalid } from '../../ui/focus/move-focus.ts';
import { useAction } from '../../core/data/action.ts';
import type { RawResponse } from '../../core/data/api.ts';
import { InputDraftBar } from '../../core/drafts/DraftBar.tsx';
import { type DraftHandle, useDraft } from '../../core/drafts/drafts.ts';
import {
  type InfoItem,
  useHangar,
  useInfo,
  useTraffic,
  useWebhooks,
  type WebhookItem,
} from '../../core/data/hangar.ts';
import { ResponseView } from '../../core/request/ResponseView.tsx';
import { BodyField, readHeaderLines, HeadersField, headerLines } from '../../core/request/request-fields.tsx';
import { LoadingState } from '../../ui/text/states.tsx';
import sides from './parts/sides.module.css';
import classes from './traffic.module.css';
import { Select } from '../../ui/inputs/Select.tsx';
import { jsonOfText } from '../../../shared/values/json.ts';
import { requestOf, type Secrets } from './request-of-entry.ts';

/** A form that sends a logged request again, edited. */
export function SendAgain({ entry }: { entry: TrafficEntry }) {
  const info = useInfo();
  const webhooks = useWebhooks();
  if (info === undefined || !webhooks.loaded) return <LoadingState />;
  return <Editor entry={entry} info={info} webhooks={webhooks.items} />;
}

interface EditorProps {
  readonly entry: TrafficEntry;
  readonly info: InfoItem;
  readonly webhooks: readonly WebhookItem[];
}

function Editor({ entry, info, webhooks }: EditorProps) {
  // Created once: a new Idempotency-Key on each render would count as a change.
  const [preset] = useState(() => editedOf(entry, { info, webhooks }));
  const draft = useDraft(`resend:${entry.row.id}`, preset);
  const sending = useSending(draft.value);
  const { headers, problem } = readHeaderLines(draft.value.headers);
  const isRepeat = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'idempotency-key' && value === entry.row.idempotencyKey,
  );
  return (
    <Form onSubmit={() => (problem === '' && draft.value.path.startsWith('/') ? sending.send() : focusInvalid())}>
      <Fields draft={draft} />
      {entry.request.encoding === 'base64' && (
        <p className={sides['note']}>A binary body cannot be edited. Copy the request as curl to send it.</p>
      )}
      {entry.request.truncated && <p className={sides['note']}>The logged body is truncated.</p>}
      <Group mt="sm" gap="sm">
        <Button type="submit" variant="filled" loading={sending.busy}>
          Send
        </Button>
        <span className="quiet">
          {entry.row.idempotencyKey !== '' &&
            (isRepeat
              ? 'The same Idempotency-Key repeats the first response.'
              : 'A new Idempotency-Key, so the request is processed again.')}
        </span>
      </Group>
      <InputDraftBar draft={draft} />
      {sending.sent !== undefined && (
        <ResponseView answer={sending.sent.answer}>
          <SentLink sent={sending.sent} />
        </ResponseView>
      )}
    </Form>
  );
}

function Fields({ draft: { value, set } }: { draft: DraftHandle<EditedRequest> }) {
  return (
    <div className="stack" style={{ maxWidth: 760 }}>
      <div className={classes['target']}>
        <Select label="Method" data={METHODS} value={value.method} onValue={(method) => set({ ...value, method })} />
        <TextInput
          label="Path"
          value={value.path}
          onChange={(event) => set({ ...value, path: event.currentTarget.value })}
          error={value.path.startsWith('/') ? undefined : 'Must begin with /'}
          {...MONO_INPUT}
        />
      </div>
      <HeadersField
        value={value.headers}
        onChange={(headers) => set({ ...value, headers })}
        description="One per line. The masked API key is replaced by a valid one."
      />
      {hasBody(value.method) && <BodyField value={value.body} onChange={(body) => set({ ...value, body })} />}
    </div>
  );
}

/** The last sent request, with the ID of the newest logged request before it. */
interface Sent {
  readonly answer: RawResponse;
  readonly method: string;
  readonly newest: string;
}

function useSending(edited: EditedRequest) {
  const { send, collections } = useHangar();
  const [sent, setSent] = useState<Sent>();
  const action = useAction(async () => {
    const newest = collections.traffic.items[0]?.id ?? '';
    const { headers } = readHeaderLines(edited.headers);
    const body = hasBody(edited.method) ? edited.body : '';
    setSent({ answer: await send({ ...edited, headers, body }), method: edited.method, newest });
  });
  return { send: action.run, busy: action.busy, sent };
}

/** A link to the sent request, once it is in the log. */
function SentLink({ sent: { answer, method, newest } }: { sent: Sent }) {
  const { items } = useTraffic();
  const before = items.findIndex(({ id }) => id === newest);
  const newer = before < 0 ? items : items.slice(0, before);
  const id = newer.find((row) => row.method === method && row.status === answer.status)?.id;
  return id !== undefined && <Link href={`/traffic/${id}`}>Show in the log</Link>;
}

/** A request in the editor. */
interface EditedRequest {
  readonly method: string;
  readonly path: string;
  /** One header per line. */
  readonly headers: string;
  readonly body: string;
}

/** Selectable methods. */
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Returns true for a method that allows a body. */
function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A logged request to edit: with a valid API key, formatted JSON, and a new Idempotency-Key if it had one. */
function editedOf(entry: TrafficEntry, secrets: Secrets): EditedRequest {
  const { method, path, headers, body } = requestOf(entry, secrets);
  const renewed = Object.entries(headers).map(([name, value]): [string, string] =>
    name.toLowerCase() === 'idempotency-key' ? [name, newKey()] : [name, value],
  );
  return { method, path, headers: headerLines(Object.fromEntries(renewed)), body: formatted(body) };
}

/** A random 128-bit key. `crypto.randomUUID` is missing on plain HTTP pages of other machines. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function formatted(body: string): string {
  const json = jsonOfText(body);
  return json === undefined ? body : JSON.stringify(json, null, 2);
}
