import { Link } from 'wouter';
import { usagesOf } from '../checks/usages.ts';
import { useEditor } from '../context/authoring.ts';
import { useDefinitions } from '../context/workspace-definitions.ts';
import classes from '../cards/authoring.module.css';
import { TextAreaField } from './fields.tsx';
import { textOf } from '../../../shared/values/json.ts';
import { NamedFields } from './NamedFields.tsx';

interface DetailsFieldsProps {
  readonly noun: 'task' | 'runbook';
  /** The label of the tab to continue with. */
  readonly next: string;
}

/** Name, slug and description, and the usages of a task. */
export function DetailsFields({ noun, next }: DetailsFieldsProps) {
  const { saved } = useEditor();
  const definitions = useDefinitions();
  const [id, slug] = [textOf(saved?.['id']), textOf(saved?.['slug'])];
  const uses = noun === 'task' && id !== '' ? usagesOf('task', { id, slug }, definitions) : [];
  return (
    <div className={classes['stack']}>
      <NamedFields
        at={[]}
        slugHint={`Names the ${noun} in requests and references.`}
        isSaved={saved !== undefined}
        // Arrow keys go on through the tabs.
        autoFocus={saved === undefined && document.activeElement?.role !== 'tab'}
      />
      <TextAreaField path={['description']} label="Description" />
      {saved === undefined && (
        <p className="quiet">
          Next: define its <Link href={`/${noun}s/new/parameters`}>Parameters</Link> and{' '}
          <Link href={`/${noun}s/new/${next.toLowerCase()}`}>{next}</Link>.
        </p>
      )}
      {uses.length > 0 && (
        <div>
          <p className="quiet">Used by</p>
          <ul style={{ margin: 0, paddingLeft: 16 }}>
            {uses.map(({ collection, id: user, title }) => (
              <li key={user}>
                <Link href={`/${collection}/${user}`}>{title}</Link> ({collection === 'tasks' ? 'task' : 'runbook'})
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
