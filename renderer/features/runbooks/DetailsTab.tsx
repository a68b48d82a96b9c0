import { Link } from 'wouter';
import { useEditor } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { DetailsFields } from '../../authoring/fields/DetailsFields.tsx';

/** Name, slug and description of a runbook. */
export function DetailsTab() {
  const { saved } = useEditor();
  return (
    <div className={authoring['stack']}>
      <DetailsFields noun="runbook" />
      {saved === undefined && (
        <p className="quiet">
          Next: define its <Link href="/runbooks/new/parameters">Parameters</Link> and{' '}
          <Link href="/runbooks/new/blocks">Blocks</Link>.
        </p>
      )}
    </div>
  );
}
