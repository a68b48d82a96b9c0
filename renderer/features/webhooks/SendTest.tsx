import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { PLAIN_INPUT } from '../../ui/inputs/mono-input.ts';
import { Form } from '../../ui/inputs/Form.tsx';
import { type WebhookConfig, webhooksOf } from '../../../shared/model/task.ts';
import { useAction } from '../../core/data/action.ts';
import type { RawRequest, RawResponse } from '../../core/data/api.ts';
import { InputDraftBar } from '../../core/drafts/DraftBar.tsx';
import { type DraftHandle, useDraft } from '../../core/drafts/drafts.ts';
import { type InfoItem, type TaskItem, useHangar, useInfo, useTasks } from '../../core/data/hangar.ts';
import { ResponseView } from '../../core/request/ResponseView.tsx';
import { BodyField, readHeaderLines, HeadersField } from '../../core/request/request-fields.tsx';
import { focusInvalid } from '../../ui/focus/move-focus.ts';
import { canSign, hmacSha256 } from '../../core/request/signed-header.ts';
import { LoadingState } from '../../ui/text/states.tsx';
import { RequiredParameters, useChangeTask } from './RequiredParameters.tsx';
import type { WebhookGroup } from './webhook-groups.ts';
import classes from './webhooks.module.css';
import { Select } from '../../ui/inputs/Select.tsx';
import { withWebhook } from '../../../shared/model/change-webhooks.ts';
import { isJsonObject, jsonOfText, type Json, withValueAt } from '../../../shared/values/json.ts';
import { type Formula, type NamePath, namePaths } from '../../../shared/expression/name-paths.ts';
import { formulasIn } from '../../../shared/model/formulas.ts';
import { exampleOf } from '../../core/forms/input-values.ts';
import { PAYLOAD_BODY } from '../../authoring/scope/payload.ts';

/** A form that posts to a webhook, with an optional signature. */
export function SendTest({ group }: { group: WebhookGroup }) {
  const info = useInfo();
  const tasks = useTasks();
  const task = tasks.items.find(({ id }) => id === group.taskID);
  if (info === undefined || task === undefined) return <LoadingState />;
  return <Test group={group} info={info} task={task} />;
}

function Test({ group, info, task }: { group: WebhookGroup; info: InfoItem; task: TaskItem }) {
  const signing = webhooksOf(task)[group.slug]?.signing;
  const draft = useDraft<TestRequest>(`webhook-test:${group.taskID}/${group.slug}`, {
    environment: group.urls[0]?.environment ?? '',
    body: JSON.stringify(exampleBody(task), null, 2),
    headers: 'Content-Type: application/json',
    withKey: group.requireServiceToken,
    sign: signing !== undefined && canSign(),
    secret: signing?.secret ?? '',
    signatureHeader: signing?.header ?? 'X-Signature-256',
  });
  const { value } = draft;
  const { send } = useHangar();
  const [answer, setAnswer] = useState<RawResponse>();
  const url = group.urls.find(({ environment }) => environment === value.environment)?.url ?? group.urls[0]?.url ?? '';
  const sending = useAction(async () => setAnswer(await send(await requestOf(value, url, info.apiKey))));
  const runID = answer === undefined ? '' : runIDOf(answer.body);
  const submit = () => (readHeaderLines(value.headers).problem === '' ? sending.run() : focusInvalid());
  return (
    <Form className={classes['form']} onSubmit={submit}>
      <RequiredParameters taskID={task.id} />
      <Fields draft={draft} group={group} />
      {value.sign && <KeepSecret group={group} kept={signing} value={value} />}
      <Group>
        <Button type="submit" variant="filled" loading={sending.busy}>
          Send test
        </Button>
      </Group>
      <InputDraftBar draft={draft} />
      {answer !== undefined && (
        <ResponseView answer={answer}>
          {runID !== '' && (
            <span>
              created <Link href={`/runs/${runID}`}>{runID}</Link>
            </span>
          )}
        </ResponseView>
      )}
    </Form>
  );
}

function Fields({ draft: { value, set }, group }: { draft: DraftHandle<TestRequest>; group: WebhookGroup }) {
  return (
    <>
      <Select
        label="Environment"
        data={group.urls.map(({ environment }) => environment)}
        value={value.environment}
        onValue={(environment) => set({ ...value, environment })}
      />
      <BodyField value={value.body} onChange={(body) => set({ ...value, body })} />
      <HeadersField value={value.headers} onChange={(headers) => set({ ...value, headers })} />
      <Checkbox
        label="Send an API key"
        description={group.requireServiceToken ? 'Required by this webhook.' : 'In X-Service-API-Key.'}
        checked={value.withKey}
        onChange={(event) => set({ ...value, withKey: event.currentTarget.checked })}
      />
      <Checkbox
        label="Sign with HMAC-SHA256"
        description={
          canSign()
            ? 'Hex digest over the bytes of the body.'
            : 'Not available: the browser requires HTTPS or a page from this machine.'
        }
        disabled={!canSign()}
        checked={value.sign}
        onChange={(event) => set({ ...value, sign: event.currentTarget.checked })}
      />
      {value.sign && (
        <div className={classes['pair']}>
          <TextInput
            label="Signing secret"
            value={value.secret}
            onChange={(event) => set({ ...value, secret: event.currentTarget.value })}
            {...PLAIN_INPUT}
          />
          <TextInput
            label="Signature header"
            value={value.signatureHeader}
            onChange={(event) => set({ ...value, signatureHeader: event.currentTarget.value.trim() })}
            {...PLAIN_INPUT}
          />
        </div>
      )}
    </>
  );
}

/** Saves the signing secret and the header with the webhook, in the workspace file. */
function KeepSecret({
  group,
  kept,
  value,
}: {
  group: WebhookGroup;
  kept: WebhookConfig['signing'];
  value: TestRequest;
}) {
  const { secret, signatureHeader: header } = value;
  const changeTask = useChangeTask();
  const keep = useAction(() =>
    changeTask(group.taskID, (task) => {
      const config = webhooksOf(task)[group.slug] ?? { requireServiceToken: false };
      return withWebhook(task, group.slug, { ...config, signing: { secret, header } });
    }),
  );
  const isKept = kept?.secret === secret && kept.header === header;
  const isValid = secret !== '' && readHeaderLines(`${header}: x`).problem === '';
  return (
    <Group>
      <Button size="compact-sm" loading={keep.busy} disabled={isKept || !isValid} onClick={() => void keep.run()}>
        Save with the webhook
      </Button>
      <span className="quiet small" role="status">
        {isKept ? 'Saved in the workspace file. Deliveries can be signed with it.' : ''}
      </span>
    </Group>
  );
}

/** The values of the form. */
interface TestRequest {
  readonly environment: string;
  readonly body: string;
  /** One header per line. */
  readonly headers: string;
  readonly withKey: boolean;
  readonly sign: boolean;
  readonly secret: string;
  readonly signatureHeader: string;
}

async function requestOf(test: TestRequest, url: string, apiKey: string): Promise<RawRequest> {
  if (test.sign && test.secret === '') throw new Error('Enter the signing secret, or send without a signature.');
  if (test.sign && readHeaderLines(`${test.signatureHeader}: x`).problem !== '')
    throw new Error(`“${test.signatureHeader}” is not a valid header name.`);
  return {
    method: 'POST',
    path: new URL(url).pathname,
    headers: {
      ...readHeaderLines(test.headers).headers,
      ...(test.withKey ? { 'X-Service-API-Key': apiKey } : {}),
      ...(test.sign ? { [test.signatureHeader]: await hmacSha256(test.secret, test.body) } : {}),
    },
    body: test.body,
  };
}

function runIDOf(body: string): string {
  const json = jsonOfText(body);
  return isJsonObject(json) && typeof json['runID'] === 'string' ? json['runID'] : '';
}

const BODY = PAYLOAD_BODY.split('.');

/** An example body for a webhook test: the fields that the task's expressions read, or any object without such fields. */
export function exampleBody(task: TaskItem): Json {
  const fields = formulasIn(task).flatMap((formula) =>
    namePaths(formula).flatMap((path) => fieldIn(formula, path) ?? []),
  );
  // Deepest paths last, so that an object replaces a text.
  const body = fields
    .toSorted((a, b) => a.length - b.length)
    .reduce<Json>((result, path) => withValueAt(result, path, valueOf(path, task)), {});
  return fields.length === 0 ? { hello: 'world' } : body;
}

/** The path of a body field in an expression, without a trailing method call or `length`. */
function fieldIn({ text }: Formula, { names }: NamePath): string[][] | undefined {
  if (BODY.some((name, index) => names[index]?.name !== name)) return undefined;
  const isField = (index: number) => {
    const name = names[index];
    return name !== undefined && name.name !== 'length' && !text.slice(name.to).trimStart().startsWith('(');
  };
  const field = names.filter((_, index) => index >= BODY.length && isField(index)).map(({ name }) => name);
  return field.length === 0 ? undefined : [field];
}

function valueOf(path: readonly string[], { parameters }: TaskItem): Json {
  const parameter = parameters.find(({ slug }) => slug === path.at(-1));
  return parameter === undefined ? 'text' : exampleOf(parameter);
}
