import { Textarea } from '@mantine/core';
import { useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { CheckField } from '../../authoring/fields/fields.tsx';
import { textOf } from '../../authoring/context/json-path.ts';
import { MapField } from '../../authoring/fields/MapField.tsx';
import { typeLabel } from '../../authoring/context/parameter-type.ts';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import { type EnvironmentItem, useDefaultEnvironment } from '../../core/hangar.ts';
import { withoutDirections } from '../../ui/without-directions.ts';

/** Name, slug, default flag and config values of an environment. */
export function EnvironmentFields({ item }: { item: EnvironmentItem | undefined }) {
  return (
    <>
      <NamedFields
        at={[]}
        slugHint="Selects the environment in requests: X-Service-Env-Slug."
        isSaved={item !== undefined}
      />
      <DefaultField item={item} />
      <fieldset className={authoring['group']}>
        <legend>Config values</legend>
        <MapField
          path={['config']}
          noun="Config value"
          nameLabel="Name"
          updatesReferences
          renderValue={({ label, value, set }) => (
            <Textarea
              aria-label={`Value of ${label}`}
              placeholder="Value"
              value={textOf(value)}
              autosize
              minRows={1}
              spellCheck={false}
              styles={{ input: { font: 'var(--h-t-mono)', paddingBlock: 3 } }}
              onChange={(event) => set(event.currentTarget.value)}
            />
          )}
        />
        <p className="quiet">
          Read as <code className="mono">config.NAME</code>, or selected by a parameter of the type “
          {typeLabel('configvar')}”.
        </p>
      </fieldset>
    </>
  );
}

/** The default flag. It cannot be cleared, only set on another environment. */
function DefaultField({ item }: { item: EnvironmentItem | undefined }) {
  const present = useDefaultEnvironment();
  const isChosen = useField(['default']).value === true;
  if (item !== undefined && present?.id === item.id && (isChosen || !item.default)) {
    return (
      <p className="quiet">This is the default environment. To change it, make another environment the default.</p>
    );
  }
  return (
    <CheckField
      path={['default']}
      label="Default environment"
      hint={`Used by requests without an environment. Replaces ${withoutDirections(present?.name ?? present?.slug ?? 'the current one')}.`}
    />
  );
}
