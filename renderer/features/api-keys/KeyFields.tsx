import { Checkbox, Radio } from '@mantine/core';
import { useField } from '../../authoring/context/authoring.ts';
import { useDefinitions } from '../../authoring/context/workspace-definitions.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { SelectField, TextField } from '../../authoring/fields/fields.tsx';
import { textOf } from '../../../shared/values/json.ts';
import { type ApiKeyItem, useDefaultEnvironment, useInfo } from '../../core/data/hangar.ts';
import { usePeople, ROLE_TEXTS } from '../../authoring/people/people.ts';
import { ReferenceChecks } from '../../authoring/fields/ReferenceChecks.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { curlOf } from '../../ui/text/curl.ts';
import classes from './api-keys.module.css';

/** Key, name, owner and environments of an API key. */
export function KeyFields({ item }: { item: ApiKeyItem | undefined }) {
  return (
    <>
      {item !== undefined && <KeyToUse item={item} />}
      <TextField path={['name']} label="Name" hint="Such as the program that uses it." />
      <Owner />
      <Environments />
      <Bypass />
      {item === undefined && (
        <TextField
          path={['key']}
          label="Key"
          hint="Generated if empty. Cannot be changed later."
          placeholder="tkn_…"
          mono
          optional
        />
      )}
    </>
  );
}

function Owner() {
  const field = useField(['user']);
  const people = usePeople();
  const [local, ...users] = people;
  const present = people.find(({ names }) => names.includes(textOf(field.value)));
  const optionOf = (value: string, { label, role }: { label: string; role: keyof typeof ROLE_TEXTS }) => ({
    value,
    label: `${label} · ${ROLE_TEXTS[role].label}`,
  });
  const data = users.map((user) => optionOf(user === present ? textOf(field.value) : user.reference, user));
  return (
    <SelectField
      path={['user']}
      label="Owner"
      hint="The key has the permissions of its owner. Its runs show the key as their creator."
      data={local === undefined ? data : [optionOf(present === local ? textOf(field.value) : '', local), ...data]}
      onValue={(value) => field.set(value === '' ? undefined : value)}
    />
  );
}

function Bypass() {
  const field = useField(['requests']);
  return (
    <Checkbox
      label="Execute without approval"
      description="Executes tasks that require approval. Only for a key of an admin."
      checked={field.value === 'bypass'}
      error={field.error}
      onChange={(event) => field.set(event.currentTarget.checked ? 'bypass' : undefined)}
    />
  );
}

function Environments() {
  const definitions = useDefinitions();
  const field = useField(['environments']);
  const isLimited = Array.isArray(field.value);
  return (
    <fieldset className={authoring['group']}>
      <legend>Environments</legend>
      <Radio.Group
        aria-label="Environments"
        value={isLimited ? 'some' : 'all'}
        onChange={(value) => field.set(value === 'all' ? undefined : [])}
      >
        <div className={authoring['checks']}>
          <Radio value="all" label="All environments" />
          <Radio value="some" label="Only selected" />
        </div>
      </Radio.Group>
      {isLimited && (
        <ReferenceChecks
          path={['environments']}
          options={definitions.environments.map(({ id, slug, name }) => {
            return { reference: slug, label: name ?? slug, names: [slug, id] };
          })}
          missingText="No such environment"
        />
      )}
      {field.error !== undefined && <p className="error">{field.error}</p>}
    </fieldset>
  );
}

/** The key and a request with it, each with a copy button. */
function KeyToUse({ item }: { item: ApiKeyItem }) {
  const definitions = useDefinitions();
  const info = useInfo();
  const preset = useDefaultEnvironment();
  const { key, environments } = item;
  const includesDefault =
    environments === undefined || environments.some((name) => name === preset?.slug || name === preset?.id);
  const [first] = environments ?? [];
  const task = definitions.tasks[0];
  const headers = {
    'X-Service-API-Key': key,
    ...(includesDefault || first === undefined ? {} : { 'X-Service-Env-Slug': first }),
    'Content-Type': 'application/json',
  };
  const url = `${info?.url ?? ''}/v0/tasks/execute`;
  const command = curlOf({ method: 'POST', url, headers, body: JSON.stringify({ slug: task?.slug ?? 'my_task' }) });
  return (
    <div className="box">
      <div className={classes['key']}>
        <code aria-label="API key">{key}</code>
        <CopyButton value={key} label="Copy API key" short="Copy" />
      </div>
      <div className={classes['command']}>
        <pre
          className="code"
          style={{ margin: 0, overflow: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label="Request with this key"
        >
          {command}
        </pre>
        <CopyButton value={command} label="Copy curl command" short="Copy" />
      </div>
    </div>
  );
}
