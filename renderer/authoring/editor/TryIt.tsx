import { shortFailure } from '../../core/run/failure.ts';
import { Form } from '../../ui/Form.tsx';
import { Link } from 'wouter';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { duration, millisecondsOf } from '../../ui/time.ts';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import { useAction } from '../../core/action.ts';
import { useEnvironments } from '../../core/hangar.ts';
import { counted } from '../../ui/counted.ts';
import { offerUndo } from '../../ui/confirm.tsx';
import { CopyExecution } from '../../core/run/CopyExecution.tsx';
import { useDraft } from '../../core/drafts.ts';
import { ParameterFields } from '../../core/forms/ParameterFields.tsx';
import { inputValuesOf } from '../../core/forms/input-values.ts';
import { useParameterForm } from '../../core/forms/use-parameter-form.ts';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { readParameters } from '../checks/read-parameters.ts';
import type { Editing } from './use-editing.ts';

interface TryItProps<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  readonly item: Item | undefined;
  readonly editing: Editing<Item>;
}

/** The form of the current parameters. Saves the definition and runs it. */
export function TryIt<Item extends DefinitionItem>({ kind, item, editing }: TryItProps<Item>) {
  const { value, draft, save } = editing;
  const { parameters, unreadable: unreadable } = useMemo(() => readParameters(value['parameters']), [value]);
  const tryIt = useTryIt(`try:${kind.noun}:${item?.id ?? 'new'}`, parameters);
  const { form, environments, environment, choose } = tryIt;
  const execute = kind.useExecute();
  const run = useAction(async (id: string, paramValues: JsonObject) => {
    await execute(id, { paramValues, ...(environment === undefined ? {} : { environment: environment.slug }) });
  });
  const start = async () => {
    const values = form.submit();
    if (values === undefined) return;
    const saved = await save();
    if (saved !== undefined) await run.run(saved.id, values);
  };
  return (
    <>
      <h2 id="try-it">Try it</h2>
      {parameters.length === 0 && unreadable === 0 && <p className="quiet">No parameters.</p>}
      <Form onSubmit={start}>
        <ParameterFields form={form} />
        {unreadable > 0 && (
          <p className="quiet" style={{ marginTop: 8 }}>
            {counted(unreadable, 'parameter')} with problems {unreadable === 1 ? 'is' : 'are'} not shown.
          </p>
        )}
        {environments.length > 1 && (
          <NativeSelect
            mt="sm"
            // As wide as the fields.
            maw={560}
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
              {...{ kind: kind.noun, slug: item.slug, paramValues: form.values, environment: tryIt.environment }}
            />
          )}
          {tryIt.isTyped && (
            // Small, so that all buttons fit in one line.
            <Button variant="subtle" px={6} onClick={tryIt.clear} title="Input kept on this computer">
              Clear
            </Button>
          )}
        </Group>
      </Form>
      {item !== undefined && <Latest kind={kind} id={item.id} />}
    </>
  );
}

function Latest<Item extends DefinitionItem>({ kind, id }: { kind: DefinitionKind<Item>; id: string }) {
  const { noun, loaded, latest } = kind.useLatest(id);
  const { createdAt = '', endedAt = null } = latest ?? {};
  return (
    <>
      <h2>Latest {noun}</h2>
      {latest === undefined && <p className="quiet">{loaded ? `No ${noun}s yet` : '…'}</p>}
      {latest !== undefined && (
        <p className="row">
          <StatusBadge status={latest.status} />
          <span>
            <RelativeTime at={createdAt} suffix="ago" />
            {endedAt !== null && `, ${duration(millisecondsOf(endedAt) - millisecondsOf(createdAt))}`}
          </span>
          <Link href={latest.href}>{latest.linkText}</Link>
        </p>
      )}
      {latest !== undefined && latest.failure !== '' && <p className="error">{shortFailure(latest.failure)}</p>}
    </>
  );
}

/** The form and its input, which is kept for each parameter while its type stays the same. */
function useTryIt(key: string, parameters: readonly Parameter[]) {
  const { items: environments } = useEnvironments();
  const [chosen, choose] = useState('');
  const environment =
    environments.find(({ slug }) => slug === chosen) ?? environments.find((item) => item.default) ?? environments[0];
  const kept = useDraft<JsonObject>(key, {});
  const presets = inputValuesOf(parameters, {});
  const keyOf = ({ slug, type, multi, constraints }: Parameter) =>
    [slug, type, multi, constraints.options.length > 0].join(' ');
  const input = Object.fromEntries(
    parameters.map((parameter) => [parameter.slug, kept.value[keyOf(parameter)] ?? presets[parameter.slug] ?? null]),
  );
  const onInput = (next: JsonObject) => {
    const changed = parameters.filter(({ slug }) => next[slug] !== input[slug]);
    kept.set({ ...kept.value, ...Object.fromEntries(changed.map((each) => [keyOf(each), next[each.slug] ?? null])) });
  };
  const form = useParameterForm({ parameters, input, onInput, environment });
  const clear = () => {
    kept.discard();
    offerUndo('Cleared', () => kept.set(kept.value));
  };
  return { form, environments, environment, choose, isTyped: kept.dirty, clear };
}
