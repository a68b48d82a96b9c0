import { Button, Checkbox, Group } from '@mantine/core';
import { useMemo } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import { Settings } from '../../../shared/model/workspace.ts';
import { notify, useAction } from '../../core/action.ts';
import { AuthoringProvider, useAuthoring, useField } from '../../authoring/context/authoring.ts';
import { NumberField } from '../../authoring/fields/fields.tsx';
import { schemaProblems } from '../../authoring/context/problem.ts';
import { jsonOf } from '../../authoring/context/json-path.ts';
import { useCommands } from '../../core/commands.ts';
import { useSettings } from '../../core/data.ts';
import { DraftBar } from '../../core/DraftBar.tsx';
import { useDraft } from '../../core/drafts.ts';
import { type SettingsItem, useHangar } from '../../core/hangar.ts';
import { LoadingState } from '../../ui/states.tsx';
import { DecisionFields } from './DecisionFields.tsx';
import { NO_DEFINITIONS } from './no-definitions.ts';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

/** Retention, limits and decisions, stored in the workspace file. */
export function Limits() {
  const settings = useSettings();
  return (
    <Section title="Retention, limits and decisions">
      {settings === undefined ? <LoadingState /> : <Form settings={settings} />}
    </Section>
  );
}

function Form({ settings }: { settings: SettingsItem }) {
  const saved = useMemo(() => jsonOf(settings), [settings]);
  const draft = useDraft<JsonObject>('settings', saved);
  const problems = useMemo(() => schemaProblems(Settings, draft.value), [draft.value]);
  const authoring = useAuthoring(draft, { saved, definitions: NO_DEFINITIONS, problems });
  const { api, collections } = useHangar();
  const save = useAction(async () => {
    const sent = draft.value;
    const now = await api.settings.replace({ body: Settings.parse(sent) });
    collections.settings.put(now);
    draft.settle(sent, jsonOf(now));
    notify('Saved');
  });
  const submit = () => {
    if (problems.length > 0) {
      authoring.showAll();
      setTimeout(() => document.querySelector<HTMLElement>('#limits [aria-invalid="true"]')?.focus(), 60);
    } else if (draft.conflict) notify('Not saved: the settings were changed elsewhere. Choose which version to keep.');
    else if (draft.dirty) void save.run();
  };
  useCommands([{ id: 'save', title: 'Save the settings', group: 'Settings', shortcut: 'mod+S', run: submit }]);
  return (
    <AuthoringProvider value={authoring}>
      <form
        id="limits"
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Fields />
        <Group>
          <Button type="submit" variant="filled" loading={save.busy} disabled={!draft.dirty}>
            Save
          </Button>
        </Group>
        <DraftBar draft={draft} noun="part of the settings" plain />
      </form>
    </AuthoringProvider>
  );
}

const PRESET = Settings.parse({});

function Fields() {
  const bytes = useField(['maxBodyBytes']).value;
  const megabytes = typeof bytes === 'number' ? `: ${(bytes / 1_048_576).toLocaleString('en', MEGABYTES)} MB` : '';
  return (
    <>
      <div className={classes['pair']}>
        <NumberField
          path={['retainRuns']}
          label="Finished runs to keep"
          hint="Older runs and their logs are deleted."
          preset={PRESET.retainRuns}
        />
        <NumberField
          path={['trafficEntries']}
          label="Requests to keep"
          hint="Size of the traffic log."
          preset={PRESET.trafficEntries}
        />
        <NumberField
          path={['maxBodyBytes']}
          label="Largest request body"
          hint={`Bytes after decompression${megabytes}.`}
          preset={PRESET.maxBodyBytes}
        />
        <NumberField
          path={['scriptWorkers']}
          label="Script workers"
          hint="Idle workers; each uses about 15 MB of memory."
          preset={PRESET.scriptWorkers}
        />
      </div>
      <RateLimit />
      <DecisionFields />
    </>
  );
}

const MEGABYTES = { maximumFractionDigits: 2 };

function RateLimit() {
  const field = useField(['rateLimit']);
  const isOn = field.value !== undefined;
  return (
    <>
      <Checkbox
        label="Limit the request rate"
        description="Per API key. Further requests get 429 with Retry-After."
        checked={isOn}
        onChange={(event) => field.set(event.currentTarget.checked ? { requests: 100, seconds: 60 } : undefined)}
      />
      {isOn && (
        <div className={classes['pair']}>
          <NumberField path={['rateLimit', 'requests']} label="Requests" preset={100} />
          <NumberField path={['rateLimit', 'seconds']} label="Period" preset={60} unit="s" />
        </div>
      )}
    </>
  );
}
