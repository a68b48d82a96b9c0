import { Link } from 'wouter';
import { useEditor } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { DetailsFields } from '../../authoring/fields/DetailsFields.tsx';

/** Name, slug and description. */
export function DetailsTab() {
  const { saved } = useEditor();
  return (
    <div className={authoring['stack']}>
      <DetailsFields noun="runbook" />
      {saved === undefined && (
        <p className={authoring['hint']}>
          What it asks for stands under <Link href="/runbooks/new/parameters">Parameters</Link>, what its sessions do
          under <Link href="/runbooks/new/blocks">Blocks</Link>: tasks and prompts, one after the other.
        </p>
      )}
    </div>
  );
}
