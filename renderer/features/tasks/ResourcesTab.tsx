import { DatabaseIcon } from 'lucide-react';
import { resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { useDefinitions } from '../../authoring/context/workspace-definitions.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { textOf } from '../../../shared/values/json.ts';
import { Folded } from '../../authoring/fields/Folded.tsx';
import { MapField, type NamedValue } from '../../authoring/fields/MapField.tsx';
import { Select } from '../../ui/inputs/Select.tsx';

/** The resources of a task, by alias, and its own config variables. */
export function ResourcesTab() {
  return (
    <div className={authoring['stack']}>
      <MapField
        path={['resources']}
        noun="Resource"
        nameLabel="Alias"
        icon={DatabaseIcon}
        empty="Expressions and scripts reach a resource by its alias: resources.db.host."
        updatesReferences
        renderValue={(row) => <ResourceChoice {...row} />}
      />
      <Folded summary="Config variables of its own" paths={[['configVars']]}>
        <p className="quiet">
          Its runs in the default environment see these in place of those of the environment: <code>config.NAME</code>.
        </p>
        <MapField path={['configVars']} noun="Config variable" nameLabel="Name" />
      </Folded>
    </div>
  );
}

function ResourceChoice({ label, value, set }: NamedValue) {
  const definitions = useDefinitions();
  const reference = textOf(value);
  const known = definitions.resources.map(({ slug, name = slug, kind }) => ({
    value: slug,
    label: `${name} (${resourceKindOf(kind)?.label ?? kind})`,
  }));
  const byID = definitions.resources.find(({ id }) => id === reference);
  return (
    <Select
      aria-label={`Resource of ${label}`}
      value={reference}
      data={byID === undefined ? known : [{ value: reference, label: byID.name ?? byID.slug }, ...known]}
      // The slug is the default alias.
      onValue={(slug) => set(slug, slug)}
    />
  );
}
