import { Checkbox, PasswordInput } from '@mantine/core';
import { WebhookIcon } from 'lucide-react';
import { Link } from 'wouter';
import { capitalized } from '../../../shared/values/messages.ts';
import { useEditor } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { type Json, type JsonObject, listOf, objectOf, textOf, withValueAt } from '../../../shared/values/json.ts';
import { MapField, type NamedValue } from '../../authoring/fields/MapField.tsx';
import { readParameters } from '../../authoring/checks/param-value-checks.ts';
import { useWebhooks } from '../../core/data/hangar.ts';
import { PayloadHint, RequiredParametersNotice } from '../../authoring/webhook/webhook-notes.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import classes from './tasks.module.css';
import { type MapRow, mapOfRows, rowsOf } from '../../authoring/scope/draft-values.ts';

/** The webhooks of a task as rows, from either form: list or object. */
export function webhookRows(webhooks: Json | undefined): readonly MapRow[] {
  if (!Array.isArray(webhooks)) return rowsOf(webhooks);
  return webhooks.map((slug) => [typeof slug === 'string' ? slug : '', {}]);
}

/** Webhooks from rows: a list of slugs when all have default settings, else an object. */
function webhooksOfRows(rows: readonly MapRow[]): Json {
  const slugs = rows.map(([slug]) => slug);
  const isBare = rows.every(([, config]) => isDefault(config)) && new Set(slugs).size === slugs.length;
  return isBare ? slugs : mapOfRows(rows);
}

function isDefault(config: Json): boolean {
  const { requireServiceToken, secret, signing } = objectOf(config);
  return requireServiceToken !== true && secret === undefined && signing === undefined;
}

const FORMAT = { rowsOf: webhookRows, valueOf: webhooksOfRows };

/** The webhooks of a task, with URLs for the saved ones. */
export function WebhooksTab() {
  const { draft, change } = useEditor();
  const { parameters } = readParameters(draft['parameters']);
  const hasSome = webhookRows(draft['webhooks']).length > 0;
  return (
    <div className={authoring['stack']}>
      {hasSome && (
        <>
          <RequiredParametersNotice
            parameters={parameters}
            onOptional={(slugs) => change((before) => withOptional(before, slugs))}
          />
          {/* The fields have the same names. */}
          <div className={classes['columns']} aria-hidden>
            <span>Slug</span>
            <span>Secret, the end of the URLs; another for a new slug</span>
          </div>
        </>
      )}
      <MapField
        path={['webhooks']}
        noun="Webhook"
        nameLabel="Slug"
        newValue={{}}
        format={FORMAT}
        icon={WebhookIcon}
        empty="A webhook is a secret URL that executes the task with what is posted to it."
        wide
        renderValue={(row) => <WebhookFields {...row} />}
      />
      {hasSome && <PayloadHint />}
    </div>
  );
}

/** The draft of a task with some of its parameters optional. */
function withOptional(draft: JsonObject, slugs: readonly string[]): JsonObject {
  return slugs.reduce((made, slug) => {
    const at = listOf(made['parameters']).findIndex((each) => objectOf(each)['slug'] === slug);
    return objectOf(withValueAt(made, ['parameters', at, 'constraints', 'optional'], true));
  }, draft);
}

function WebhookFields({ name, label, value, set }: NamedValue) {
  const { problemAt } = useEditor();
  const config = objectOf(value);
  const problem = problemAt(['webhooks', name, 'secret']);
  const withoutSecret = Object.fromEntries(Object.entries(config).filter(([field]) => field !== 'secret'));
  const setSecret = (text: string) => set(text === '' ? { ...withoutSecret } : { ...withoutSecret, secret: text });
  return (
    <>
      <PasswordInput
        aria-label={`Secret of ${label}`}
        placeholder="Generated"
        value={textOf(config['secret'])}
        error={problem === undefined ? undefined : capitalized(problem.text)}
        autoComplete="off"
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <div className={classes['webhook']}>
        <Checkbox
          aria-label={`Require an API key for ${label}`}
          label="Require an API key"
          checked={config['requireServiceToken'] === true}
          onChange={(event) => set({ ...config, requireServiceToken: event.currentTarget.checked })}
        />
        <Urls slug={name} />
      </div>
    </>
  );
}

function Urls({ slug }: { slug: string }) {
  const { saved } = useEditor();
  const id = textOf(saved?.['id']);
  const urls = useWebhooks().items.filter((item) => item.taskID === id && item.webhook === slug);
  const [first] = urls;
  if (first === undefined) return <p className="quiet">Save the task to get the URLs.</p>;
  return (
    <>
      <Link href={`/webhooks/${first.taskSlug}/${slug}/test`}>Send a test</Link>
      <ul className={`plain ${classes['urls']}`} aria-label={`URLs of ${slug}`}>
        {urls.map(({ environment, url }) => (
          <li key={url}>
            <span>{environment}</span>
            <code className="quiet ellipsis" title={url}>
              {url}
            </code>
            <CopyButton value={url} label={`Copy URL of ${slug} in ${environment}`} short="Copy" />
          </li>
        ))}
      </ul>
    </>
  );
}
