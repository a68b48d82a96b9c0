import { Link } from 'wouter';
import { useEditor } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { DetailsFields } from '../../authoring/fields/DetailsFields.tsx';
import { textOf } from '../../authoring/context/json-path.ts';
import { usagesOf } from '../../authoring/checks/usages.ts';

/** Name, slug and description of a task, and its usages. */
export function DetailsTab() {
  const { saved, definitions } = useEditor();
  const uses = usagesOf('task', { id: textOf(saved?.['id']), slug: textOf(saved?.['slug']) }, definitions);
  return (
    <div className={authoring['stack']}>
      <DetailsFields noun="task" />
      {saved === undefined && (
        <p className="quiet">
          Next: define its <Link href="/tasks/new/parameters">Parameters</Link> and{' '}
          <Link href="/tasks/new/behavior">Behavior</Link>.
        </p>
      )}
      {saved !== undefined && uses.length > 0 && (
        <div>
          <p className="quiet">Used by</p>
          <ul style={{ margin: 0, paddingLeft: 18 }}>
            {uses.map(({ collection, id, title }) => (
              <li key={id}>
                <Link href={`/${collection}/${id}`}>{title}</Link> ({collection === 'tasks' ? 'task' : 'runbook'})
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
