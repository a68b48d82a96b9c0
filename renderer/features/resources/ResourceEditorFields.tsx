import { Link } from 'wouter';
import { AccessFields } from '../../authoring/fields/AccessFields.tsx';
import { useEditor } from '../../authoring/context/authoring.ts';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import type { ResourceItem } from '../../core/hangar.ts';
import classes from '../../authoring/records/records.module.css';
import { ConfigFields } from './ConfigFields.tsx';
import { KindField } from './KindField.tsx';
import { usesOfResource } from './resource-uses.ts';

/** Everything of a resource on one page. */
export function ResourceEditorFields({ item }: { item: ResourceItem | undefined }) {
  return (
    <>
      <NamedFields at={[]} slugHint="Names the resource in tasks and requests." isSaved={item !== undefined} />
      <KindField isSaved={item !== undefined} />
      <ConfigFields />
      <h2 className={classes['section']}>Who may use it</h2>
      <AccessFields noun="resource" />
      {item !== undefined && <Uses item={item} />}
    </>
  );
}

function Uses({ item }: { item: ResourceItem }) {
  const { definitions } = useEditor();
  const uses = usesOfResource(item, definitions);
  return (
    <>
      <h2 className={classes['section']}>Used by</h2>
      {uses.length === 0 ? (
        <p className={classes['quiet']}>No task refers to it yet: a task does so on its tab Resources.</p>
      ) : (
        <ul className={classes['uses']}>
          {uses.map(({ id, name, alias, href }) => (
            <li key={id}>
              <Link href={href}>{name}</Link>
              <span className={classes['quiet']}>
                as <code className="mono">resources.{alias}</code>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
