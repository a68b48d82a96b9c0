import { useState } from 'react';
import { Link } from 'wouter';
import type { CheckpointDiff, RecordChanges } from '../../../../shared/contract/emulator/checkpoints.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import { numberText } from '../../../ui/text/shown-text.tsx';
import { Dialog } from '../../../ui/layout/Dialog.tsx';
import { ErrorState, LoadingState } from '../../../ui/text/states.tsx';
import { diffText } from './diff-text.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

/** Maximum number of rows of each kind. */
const MAX_ROWS = 100;

/** The current state, the default of a comparison. */
const NOW = 'now';

interface CompareDialogProps {
  readonly name: string;
  /** Names of the other readable checkpoints. */
  readonly others: readonly string[];
  readonly onClose: () => void;
}

/** The differences from a checkpoint to the current state, or to another checkpoint. */
export function CompareDialog({ name, others, onClose }: CompareDialogProps) {
  const api = useApi();
  const [to, setTo] = useState(NOW);
  const key = `diff ${JSON.stringify([name, to])}`;
  const { data, error, reload } = useLiveQuery(key, () => api.checkpoints.diff({ params: { name }, query: { to } }));
  return (
    <Dialog opened onClose={onClose} title={to === NOW ? `Since ${name}` : `From ${name} to ${to}`} size="xl">
      <div className="stack">
        {others.length > 0 && (
          <Select
            label="Compare with"
            w={240}
            value={to}
            data={[{ value: NOW, label: 'Now' }, ...others]}
            onValue={setTo}
          />
        )}
        {data !== undefined ? (
          <Diff diff={data} isToNow={to === NOW} onLeave={onClose} />
        ) : error === '' ? (
          <LoadingState />
        ) : (
          <ErrorState message={error} onRetry={reload} />
        )}
      </div>
    </Dialog>
  );
}

function Diff({ diff, isToNow, onLeave }: { diff: CheckpointDiff; isToNow: boolean; onLeave: () => void }) {
  const { definitions, runs, sessions, prompts } = diff;
  const summary = diffText(diff);
  const shared = { isToNow, onLeave };
  return (
    <>
      <p style={{ margin: 0 }}>{summary === '' ? 'Nothing has changed.' : `Changed: ${summary}.`}</p>
      {definitions.length > 0 && (
        <ul className="lines" aria-label="Definitions">
          {definitions.slice(0, MAX_ROWS).map(({ path, from, to }) => (
            <li key={path}>
              <strong className="code">{path}</strong>
              <span className="code">
                {shortJson(from)} → {shortJson(to)}
              </span>
            </li>
          ))}
          <More count={definitions.length - MAX_ROWS} />
        </ul>
      )}
      <Records label="Runs" path="/runs" changes={runs} {...shared} />
      <Records label="Sessions" path="/sessions" changes={sessions} {...shared} />
      <Records label="Prompts" path="/prompts" changes={prompts} {...shared} />
    </>
  );
}

interface RecordsProps {
  readonly label: string;
  readonly path: string;
  readonly changes: RecordChanges;
  /** True when the compared side is current, so that its records can be opened. */
  readonly isToNow: boolean;
  readonly onLeave: () => void;
}

function Records({ label, path, changes: { added, changed, removed }, isToNow, onLeave }: RecordsProps) {
  const rows = [
    ...added.map((id) => ({ id, text: 'added', isThere: isToNow })),
    ...changed.map(({ id, fields }) => ({ id, text: `changed: ${fields.join(', ')}`, isThere: isToNow })),
    ...removed.map((id) => ({ id, text: 'removed', isThere: false })),
  ];
  if (rows.length === 0) return null;
  return (
    <ul className="lines" aria-label={label}>
      {rows.slice(0, MAX_ROWS).map(({ id, text, isThere }) => (
        <li key={id}>
          {isThere ? (
            <Link href={`${path}/${id}`} className="code" onClick={onLeave}>
              {id}
            </Link>
          ) : (
            <span className="code">{id}</span>
          )}
          <span className="quiet">{text}</span>
        </li>
      ))}
      <More count={rows.length - MAX_ROWS} />
    </ul>
  );
}

/** The last line of a cut list. */
function More({ count }: { count: number }) {
  return count > 0 && <li className="quiet">{numberText(count)} more</li>;
}

const MAX_TEXT = 120;

/** A value in short; absent ones are `–`. */
function shortJson(value: Json | undefined): string {
  if (value === undefined) return '–';
  const text = JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
