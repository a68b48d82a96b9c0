import { Form } from '../../ui/inputs/Form.tsx';
import { Button, Checkbox } from '@mantine/core';
import { type ComponentType, useMemo, useState } from 'react';
import { Settings } from '../../../shared/model/workspace.ts';
import { notifyRefusal, useAction } from '../../core/data/action.ts';
import { AuthoringProvider, useAuthoring, useField } from '../../authoring/context/authoring.ts';
import { CheckField, TextField } from '../../authoring/fields/fields.tsx';
import { NumberField } from '../../authoring/fields/number-fields.tsx';
import { schemaProblems } from '../../authoring/context/problem.ts';
import { type Json, type JsonObject, jsonOf } from '../../../shared/values/json.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { megabytes } from '../../../shared/values/messages.ts';
import { DraftBar } from '../../core/drafts/DraftBar.tsx';
import { useDraft } from '../../core/drafts/drafts.ts';
import { type SettingsItem, useHangar } from '../../core/data/hangar.ts';
import { focusProblem } from '../../ui/focus/move-focus.ts';
import { Section } from './Section.tsx';
import classes from './settings.module.css';
import { Decisions } from './Decisions.tsx';

/** Retention, limits and decisions, stored in the workspace file. */
export function Limits({ settings }: { settings: SettingsItem }) {
  return (
    <Section title="Retention, limits and decisions">
      <SettingsForm settings={settings} />
    </Section>
  );
}

/** Says that settings are changed and not saved, and saves them. At the foot of the page, where it stays and covers nothing. */
export function LimitsBar({ settings }: { settings: SettingsItem }) {
  const { draft } = useSettingsDraft(settings);
  return (
    <DraftBar draft={draft} noun="part of the settings">
      <Button type="submit" form={FORM} variant="filled" size="compact-xs">
        Save
      </Button>
    </DraftBar>
  );
}

/** The ID of the form. */
const FORM = 'limits';

function useSettingsDraft(settings: SettingsItem) {
  const saved = useMemo(() => jsonOf(settings), [settings]);
  return { saved, draft: useDraft<JsonObject>('settings', saved) };
}

function SettingsForm({ settings }: { settings: SettingsItem }) {
  const { saved, draft } = useSettingsDraft(settings);
  const [isSaved, setSaved] = useState(false);
  const problems = useMemo(() => schemaProblems(Settings, draft.value), [draft.value]);
  const authoring = useAuthoring(draft, { saved, problems });
  const { api, collections } = useHangar();
  const save = useAction(async () => {
    const sent = draft.value;
    const now = await api.settings.replace({ body: Settings.parse(sent) });
    collections.settings.put(now);
    draft.settle(sent, jsonOf(now));
    setSaved(true);
  });
  const submit = () => {
    if (problems.length > 0) {
      authoring.showAll();
      focusProblem(`#${FORM} [aria-invalid="true"]`);
    } else if (draft.conflict)
      notifyRefusal('Not saved: the settings were changed elsewhere. Choose which version to keep.');
    else if (draft.dirty) void save.run();
  };
  useCommands([{ id: 'save', title: 'Save the settings', group: 'Settings', shortcut: 'mod+S', run: submit }]);
  return (
    <AuthoringProvider value={authoring}>
      <Form id={FORM} className="stack" onSubmit={submit}>
        <div className={classes['pair']}>
          {Object.entries(EDITORS).map(([name, Editor]) => (
            <Editor key={name} />
          ))}
        </div>
        <span role="status">{isSaved && !draft.dirty && 'Saved'}</span>
      </Form>
    </AuthoringProvider>
  );
}

const PRESET = Settings.parse({});

/** The editor of each setting. The compiler requires an entry for each. */
const EDITORS: Readonly<Record<keyof Settings, ComponentType>> = {
  retainRuns: numberEditor('retainRuns', 'Finished runs to keep', 'Older runs and their logs are deleted.'),
  trafficEntries: numberEditor('trafficEntries', 'Requests to keep', 'Size of the traffic log.'),
  maxBodyBytes: bytesEditor('maxBodyBytes', 'Largest request body', 'Bytes after decompression'),
  maxStateBytes: bytesEditor('maxStateBytes', 'Memory for runs', 'Bytes; when they are used up, more is refused'),
  scriptWorkers: numberEditor('scriptWorkers', 'Script workers', 'Idle workers; each uses about 15 MB of memory.'),
  seed: numberEditor('seed', 'Seed', 'Random choices of the test lab repeat with the same seed.'),
  sdk: () => (
    <TextField
      path={['sdk']}
      label="SDK"
      hint="The vendor’s word, such as acme: programs get ACME_TOKEN, ACME_API_HOST and the rest."
      placeholder="acme"
      mono
      optional
    />
  ),
  python: () => (
    <TextField
      path={['python']}
      label="Python"
      hint="Program of Python tasks in definition files."
      placeholder="python3"
      mono
      optional
    />
  ),
  rateLimit: RateLimit,
  decisions: Decisions,
  strict: () => (
    <CheckField
      path={['strict']}
      label="Strict"
      hint="Rejects unknown fields and the like with 400 instead of a warning."
    />
  ),
};

/** Names of the settings that are numbers. */
type NumberSetting = { [Name in keyof Settings]-?: Settings[Name] extends number ? Name : never }[keyof Settings];

function numberEditor(
  name: NumberSetting,
  label: string,
  hint: string | ((value: Json | undefined) => string),
): ComponentType {
  return function NumberEditor() {
    const { value } = useField([name]);
    const text = typeof hint === 'string' ? hint : hint(value);
    return <NumberField path={[name]} label={label} hint={text} preset={PRESET[name]} />;
  };
}

function bytesEditor(name: NumberSetting, label: string, hint: string): ComponentType {
  return numberEditor(name, label, (bytes) => `${hint}${typeof bytes === 'number' ? `: ${megabytes(bytes)}` : ''}.`);
}

function RateLimit() {
  const field = useField(['rateLimit']);
  const isOn = field.value !== undefined;
  return (
    <>
      <Checkbox
        className={classes['wide'] ?? ''}
        label="Limit the request rate"
        description="Per API key. Further requests get 429 with Retry-After."
        checked={isOn}
        onChange={(event) => field.set(event.currentTarget.checked ? { requests: 100, seconds: 60 } : undefined)}
      />
      {isOn && <NumberField path={['rateLimit', 'requests']} label="Requests" preset={100} />}
      {isOn && <NumberField path={['rateLimit', 'seconds']} label="Period" preset={60} unit="s" />}
    </>
  );
}
