import { Button, Group, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { tell, useAction } from '../../core/action.ts';
import { useEnvironments } from '../../core/data.ts';
import { offerUndo } from '../../ui/confirm.tsx';
import { CopyExecution } from '../../core/run/CopyExecution.tsx';
import { useDraft } from '../../core/drafts.ts';
import { ParameterFields } from '../../core/forms/ParameterFields.tsx';
import { typedValuesOf } from '../../core/forms/typed-values.ts';
import { useParameterForm } from '../../core/forms/use-parameter-form.ts';
import classes from '../cards/authoring.module.css';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { readParameters } from '../checks/read-parameters.ts';
import type { Editing } from './use-editing.ts';

interface TryItProps<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  readonly item: Item | undefined;
  readonly editing: Editing<Item>;
}

/** The form that the parameters make, as they are now; runs what it stands beside, saving it first. */
export function TryIt<Item extends DefinitionItem>({ kind, item, editing }: TryItProps<Item>) {
  const { value, draft, save } = editing;
  const { parameters, left } = useMemo(() => readParameters(value['parameters']), [value]);
  const trial = useTrial(`try:${kind.noun}:${item?.id ?? 'new'}`, parameters);
  const { form, environments, environment, choose } = trial;
  const execute = kind.useExecute();
  const run = useAction(async (id: string, paramValues: JsonObject) => {
    tell(await execute(id, { paramValues, ...(environment === undefined ? {} : { environment: environment.slug }) }));
  });
  const start = async () => {
    const values = form.submit();
    if (values === undefined) return;
    const saved = await save();
    if (saved !== undefined) await run.run(saved.id, values);
  };
  return (
    <>
      <h2 id="try-it" className={classes['sideTitle']}>
        Try it — the form people will see
      </h2>
      {parameters.length === 0 && left === 0 && <p className={classes['hint']}>It has no parameters: it just runs.</p>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <ParameterFields form={form} />
        {left > 0 && (
          <p className={classes['left']}>
            {left === 1 ? 'One parameter is' : `${left} parameters are`} left out until nothing is wrong with{' '}
            {left === 1 ? 'it' : 'them'}.
          </p>
        )}
        {environments.length > 1 && (
          <NativeSelect
            mt="sm"
            label="Environment"
            value={environment?.slug ?? ''}
            data={environments.map(({ slug, name = slug }) => ({ value: slug, label: name }))}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
        <Group mt="sm" gap="xs">
          <Button type="submit" variant="filled" loading={run.busy}>
            {draft.dirty ? 'Save and run' : 'Run'}
          </Button>
          {item !== undefined && (
            <CopyExecution
              {...{ kind: kind.noun, slug: item.slug, paramValues: form.values, environment: trial.environment }}
            />
          )}
          {trial.isTyped && (
            // Small enough for one line with the others, whatever running says.
            <Button variant="subtle" px={6} onClick={trial.clear} title="What you typed is kept on this computer.">
              Clear
            </Button>
          )}
        </Group>
      </form>
      {item !== undefined && <kind.Latest id={item.id} />}
    </>
  );
}

/** The form with what was typed into it, kept per parameter as long as its type stays. */
function useTrial(key: string, parameters: readonly Parameter[]) {
  const { items: environments } = useEnvironments();
  const [chosen, choose] = useState('');
  const environment =
    environments.find(({ slug }) => slug === chosen) ?? environments.find((item) => item.default) ?? environments[0];
  const kept = useDraft<JsonObject>(key, {});
  const presets = typedValuesOf(parameters, {});
  const keyOf = ({ slug, type, multi, constraints }: Parameter) =>
    [slug, type, multi, constraints.options.length > 0].join(' ');
  const typed = Object.fromEntries(
    parameters.map((parameter) => [parameter.slug, kept.value[keyOf(parameter)] ?? presets[parameter.slug] ?? null]),
  );
  const onTyped = (next: JsonObject) => {
    const changed = parameters.filter(({ slug }) => next[slug] !== typed[slug]);
    kept.set({ ...kept.value, ...Object.fromEntries(changed.map((each) => [keyOf(each), next[each.slug] ?? null])) });
  };
  const form = useParameterForm({ parameters, typed, onTyped, environment });
  const clear = () => {
    kept.discard();
    offerUndo('Cleared', () => kept.set(kept.value));
  };
  return { form, environments, environment, choose, isTyped: kept.dirty, clear };
}
