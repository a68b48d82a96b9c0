import { XIcon } from 'lucide-react';
import { Link } from 'wouter';
import classes from './RunDetail.module.css';
import { withoutDirections } from '../../ui/without-directions.ts';

interface ScopeChipProps {
  readonly name: string;
  /** The selected run. */
  readonly runID: string;
  /** Path of the page. */
  readonly path: string;
  readonly onClear: () => void;
}

/** Names the selected lane. Its cross selects the whole run again; the name of a child is a link to it. */
export function ScopeChip({ name: given, runID, path, onClear }: ScopeChipProps) {
  const name = withoutDirections(given);
  const isChild = path !== `/runs/${runID}`;
  return (
    <span className={classes['chip']}>
      {isChild ? <Link href={`/runs/${runID}`}>Open {name}</Link> : <span>{name}</span>}
      <button type="button" aria-label="Show the whole run" title="Show the whole run" onClick={onClear}>
        <XIcon size={12} />
      </button>
    </span>
  );
}
