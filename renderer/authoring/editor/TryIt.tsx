import { Button, Group, SegmentedControl } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { JsonObject } from '../../../shared/values/json.ts';
import { useAction } from '../../core/data/action.ts';
import { triedKey, useDraft } from '../../core/drafts/drafts.ts';
import { CopyExecution } from '../../core/run/CopyExecution.tsx';
import { Form } from '../../ui/inputs/Form.tsx';
import { readParameters } from '../checks/param-value-checks.ts';
import classes from '../preview/preview.module.css';
import { previewedPrompt } from '../preview/filled-prompt.ts';
import { PromptPreview } from '../preview/PromptPreview.tsx';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import type { Editing } from './use-editing.ts';
import { draftKey } from './use-saving.ts';
import { shortFailure } from '../../core/run/run-display.ts';
import { RunDuration } from '../../core/run/RunRowView.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { ParameterFields } from '../../core/forms/ParameterFields.tsx';
import { slugOption } from '../../core/run/run-target.ts';
import { useFocusFirst } from '../../ui/focus/move-focus.ts';
import { UnreadableNote, useEditedForm } from '../preview/use-edited-form.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { useDefaultEnvironment, useEnvironments } from '../../core/data/hangar.ts';
import { offerUndo } from '../../ui/layout/confirm.tsx';

/** The shown part; `values` is the form with the focus in it. */
type View = 'form' | 'prompt' | 'values';

const VIEWS: { value: View; label: string }[] = [
  { value: 'form', label: 'Form' },
  { value: 'prompt', label: 'Prompt' },
];

interface TryItProps<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  readonly item: Item | undefined;
  readonly editing: Editing<Item>;
}

/** The form of the current parameters, and the current prompt with its values. Saves the definition and runs it. */
export function TryIt<Item extends DefinitionItem>({ kind, item, editing }: TryItProps<Item>) {
  const { value, draft, save, authoring } = editing;
  const { parameters, unreadable } = useMemo(() => readParameters(value['parameters']), [value]);
  const tryIt = useTryIt(triedKey(draftKey(kind.noun, item?.id)), parameters);
  const { form, environment } = tryIt;
  const prompt = previewedPrompt(value, kind.work, authoring.openPrompt);
  const [view, setView] = useState<View>('form');
  const asked = view === 'prompt' ? prompt : undefined;
  const execute = kind.useExecute();
  const run = useAction(async (id: string, paramValues: JsonObject) => {
    await execute(id, { paramValues, ...(environment === undefined ? {} : { environment: environment.slug }) });
  });
  const start = async () => {
    const values = form.submit();
    // The fields with problems are there.
    if (values === undefined) setView('form');
    const saved = values && (await save());
    if (values && saved) await run.run(saved.id, values);
  };
  return (
    <>
      <div className={classes['head']}>
        <h2 id="try-it">Try it</h2>
        {prompt !== undefined && <ViewSwitch isPrompt={asked !== undefined} onView={setView} />}
      </div>
      {asked !== undefined && (
        <PromptPreview
          key={asked.index}
          {...{ asked, form, environment }}
          asker={kind.titleOf(value)}
          noun={kind.work.noun}
          onChange={() => setView('values')}
        />
      )}
      <Form onSubmit={start}>
        {asked === undefined && <TryItFields {...{ tryIt, unreadable }} focused={view === 'values'} />}
        <Group mt={asked === undefined ? 12 : 16} gap={8}>
          {/* The view has one primary button: the prompt's in its preview, or that which saves. */}
          <Button
            type="submit"
            variant={asked === undefined && item !== undefined && !draft.dirty ? 'filled' : 'default'}
            loading={run.busy}
          >
            {draft.dirty ? 'Save and run' : 'Run'}
          </Button>
          {item !== undefined && (
            <CopyExecution {...{ kind: kind.noun, slug: item.slug, paramValues: form.values, environment }} />
          )}
          {tryIt.isTyped && (
            // Small, so that all buttons fit in one line.
            <Button variant="subtle" px={6} onClick={tryIt.clear} title="Input kept on this computer">
              Clear
            </Button>
          )}
        </Group>
      </Form>
      {item !== undefined && <LatestExecution kind={kind} id={item.id} />}
    </>
  );
}

/** Rendered only when it changes, not at each key of the editor. */
const ViewSwitch = memo(function ViewSwitch(props: { isPrompt: boolean; onView: (view: View) => void }) {
  const value = props.isPrompt ? 'prompt' : 'form';
  return <SegmentedControl size="xs" aria-label="Preview" value={value} onChange={props.onView} data={VIEWS} />;
});

/** The latest run of a task, or the latest session of a runbook. */
function LatestExecution<Item extends DefinitionItem>({ kind, id }: { kind: DefinitionKind<Item>; id: string }) {
  const { noun, loaded, latest } = kind.useLatest(id);
  return (
    <>
      <h2>Latest {noun}</h2>
      {latest === undefined && <p className="quiet">{loaded ? `No ${noun}s yet` : '…'}</p>}
      {latest !== undefined && (
        <p className="row">
          <StatusBadge status={latest.status} />
          <span>
            <RelativeTime at={latest.createdAt} suffix="ago" />
            {latest.run !== undefined && latest.run.endedAt !== null && (
              <>
                , <RunDuration run={latest.run} />
              </>
            )}
          </span>
          <Link href={latest.href}>{latest.linkText}</Link>
        </p>
      )}
      {latest !== undefined && latest.failure !== '' && (
        <p className="error twoLines" title={stripBidiControls(latest.failure)}>
          {stripBidiControls(shortFailure(latest.failure))}
        </p>
      )}
    </>
  );
}

interface TryItFieldsProps {
  readonly tryIt: ReturnType<typeof useTryIt>;
  /** Number of parameters with problems, which have no field. */
  readonly unreadable: number;
  /** True to focus the first field. */
  readonly focused: boolean;
}

/** The fields of the parameters, and the environment. */
function TryItFields({ tryIt, unreadable, focused }: TryItFieldsProps) {
  const { form, environments, environment, choose } = tryIt;
  useFocusFirst(form.container, { wanted: focused });
  return (
    <>
      {form.parameters.length === 0 && unreadable === 0 && <p className="quiet">No parameters.</p>}
      <ParameterFields form={form} />
      <UnreadableNote count={unreadable} noun="parameter" />
      {environments.length > 1 && (
        <Select
          mt="sm"
          // As wide as the fields.
          maw={448}
          label="Environment"
          value={environment?.slug ?? ''}
          data={environments.map(slugOption)}
          onValue={choose}
        />
      )}
    </>
  );
}

/** The form to try a definition with, whose input is kept, and the environment to run it in. */
function useTryIt(key: string, parameters: readonly Parameter[]) {
  const { items: environments } = useEnvironments();
  const [chosen, choose] = useState('');
  const preset = useDefaultEnvironment();
  const environment = environments.find(({ slug }) => slug === chosen) ?? preset;
  const kept = useDraft<JsonObject>(key, {});
  const form = useEditedForm({ parameters, kept, environment });
  const clear = () => {
    kept.discard();
    offerUndo('Cleared', () => kept.set(kept.value));
  };
  return { form, environments, environment, choose, isTyped: kept.dirty, clear };
}
