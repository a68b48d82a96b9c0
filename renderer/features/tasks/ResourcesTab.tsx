import { Link } from 'wouter';
import { resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { useDefinitions } from '../../authoring/context/workspace-definitions.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { type Json, textOf } from '../../../shared/values/json.ts';
import { Folded } from '../../authoring/fields/Folded.tsx';
import { MapField } from '../../authoring/fields/MapField.tsx';
import { Select } from '../../ui/inputs/Select.tsx';

/** The resources of a task, by alias, and its own config variables. */
export function ResourcesTab() {
  const definitions = useDefinitions();
  return (
    <div className={authoring['stack']}>
      <p className="quiet">
        Expressions and scripts use the alias: <code>resources.db.host</code>.{' '}
        {definitions.resources.length === 0 && <Link href="/resources/new">Create a resource</Link>}
      </p>
      <MapField
        path={['resources']}
        noun="Resource"
        nameLabel="Alias"
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

interface ResourceChoiceProps {
  readonly label: string;
  readonly value: Json;
  readonly set: (value: Json, name?: string) => void;
}

function ResourceChoice({ label, value, set }: ResourceChoiceProps) {
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
