import { Link } from 'wouter';
import { resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { useDefinitions } from '../../authoring/context/workspace-definitions.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { type Json, textOf } from '../../authoring/context/json-path.ts';
import { MapField } from '../../authoring/fields/MapField.tsx';
import { Select } from '../../ui/inputs/Select.tsx';

/** The resources of a task, by alias. */
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
