import { Link } from 'wouter';
import { useEditor } from '../../core/authoring/authoring.ts';
import authoring from '../../core/authoring/authoring.module.css';
import { TextAreaField } from '../../core/authoring/fields.tsx';
import { textOf } from '../../core/authoring/json-path.ts';
import { NamedFields } from '../../core/authoring/NamedFields.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { usesOfTask } from './task-uses.ts';
import classes from './tasks.module.css';

/** Name, slug, description; who uses it. */
export function DetailsTab() {
  const { saved, world } = useEditor();
  const id = textOf(saved?.['id']);
  const { tasks, runbooks } = usesOfTask(id, textOf(saved?.['slug']), world);
  return (
    <div className={authoring['stack']}>
      <NamedFields
        at={[]}
        slugHint="Names the task in requests and references."
        isSaved={saved !== undefined}
        autoFocus={saved === undefined}
      />
      <TextAreaField path={['description']} label="Description" />
      {id !== '' && (
        <p className={classes['quiet']}>
          ID <span className="mono">{id}</span> <CopyButton value={id} label="Copy task ID" short="Copy" />
          <br />
          It stays the same when the task is renamed.
        </p>
      )}
      {tasks.length + runbooks.length > 0 && (
        <div>
          <p className={classes['quiet']}>Used by</p>
          <ul className={classes['list']}>
            {runbooks.map((runbook) => (
              <li key={runbook.id}>
                <Link href={`/runbooks/${runbook.id}`}>{runbook.name ?? runbook.slug}</Link> (runbook)
              </li>
            ))}
            {tasks.map((task) => (
              <li key={task.id}>
                <Link href={`/tasks/${task.id}`}>{task.name ?? task.slug}</Link> (task)
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
