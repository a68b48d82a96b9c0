import { Link } from 'wouter';
import { usagesOf } from '../../authoring/checks/usages.ts';
import { AccessFields } from '../../authoring/fields/AccessFields.tsx';
import { useDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import type { ResourceItem } from '../../core/hangar.ts';
import classes from '../../authoring/records/records.module.css';
import { ConfigFields } from './ConfigFields.tsx';
import { KindField } from './KindField.tsx';

/** All fields of a resource, and its usages. */
export function ResourceEditorFields({ item }: { item: ResourceItem | undefined }) {
  return (
    <>
      <NamedFields at={[]} slugHint="Name of the resource in tasks and requests." isSaved={item !== undefined} />
      <KindField isSaved={item !== undefined} />
      <ConfigFields />
      <h2 className={classes['section']}>Access</h2>
      <AccessFields noun="resource" />
      {item !== undefined && <Usages item={item} />}
    </>
  );
}

function Usages({ item }: { item: ResourceItem }) {
  const definitions = useDefinitions();
  const usages = usagesOf('resource', item, definitions);
  return (
    <>
      <h2 className={classes['section']}>Used by</h2>
      {usages.length === 0 ? (
        <p className="quiet">Not used. Add it to a task on its Resources tab.</p>
      ) : (
        <ul className="lines">
          {usages.map(({ collection, id, title, paths: [path = []] }) => (
            <li key={id}>
              <Link href={`/${collection}/${id}/${path[0] ?? ''}`}>{title}</Link>
              <span className="quiet">
                as <code className="mono">resources.{path.at(-1)}</code>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
