import { Link } from 'wouter';
import { useEditor } from '../../core/authoring/authoring.ts';
import authoring from '../../core/authoring/authoring.module.css';
import { DetailsFields } from '../../core/authoring/DetailsFields.tsx';
import { textOf } from '../../core/authoring/json-path.ts';
import { usesOfTask } from './task-uses.ts';
import classes from './tasks.module.css';

/** Name, slug, description; who uses it. */
export function DetailsTab() {
  const { saved, world } = useEditor();
  const { tasks, runbooks } = usesOfTask(textOf(saved?.['id']), textOf(saved?.['slug']), world);
  return (
    <div className={authoring['stack']}>
      <DetailsFields noun="task" />
      {saved === undefined && (
        <p className={authoring['hint']}>
          What it asks for stands under <Link href="/tasks/new/parameters">Parameters</Link>, what its runs do under{' '}
          <Link href="/tasks/new/behavior">Behavior</Link>: log lines, prompts, other tasks, an output.
        </p>
      )}
      {saved !== undefined && tasks.length + runbooks.length > 0 && (
        <div>
          <p className={authoring['hint']}>Used by</p>
          <ul className={classes['list']}>
            {runbooks.map(({ id, slug, name = slug }) => (
              <li key={id}>
                <Link href={`/runbooks/${id}`}>{name}</Link> (runbook)
              </li>
            ))}
            {tasks.map(({ id, slug, name = slug }) => (
              <li key={id}>
                <Link href={`/tasks/${id}`}>{name}</Link> (task)
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
