import { Modal } from '@mantine/core';
import { Link } from 'wouter';
import type { CheckpointDiff, RecordChanges } from '../../../../shared/contract/emulator/checkpoints.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { useApi } from '../../../core/hangar.ts';
import { useQuery } from '../../../core/query.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { diffText } from './diff-text.ts';

/** Maximum number of rows of each kind that are drawn. */
const MAX_ROWS = 100;

/** The differences from a checkpoint to the present. */
export function CompareDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const api = useApi();
  const { data, error, reload } = useQuery(`diff ${name}`, () => api.checkpoints.diff({ params: { name }, query: {} }));
  return (
    <Modal opened onClose={onClose} title={`Since ${name}`} size="xl">
      {data !== undefined ? (
        <Diff diff={data} onLeave={onClose} />
      ) : error === '' ? (
        <LoadingState />
      ) : (
        <ErrorState message={error} onRetry={reload} />
      )}
    </Modal>
  );
}

function Diff({ diff, onLeave }: { diff: CheckpointDiff; onLeave: () => void }) {
  const { definitions, runs, sessions, prompts } = diff;
  const summary = diffText(diff);
  return (
    <div className="stack">
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
        </ul>
      )}
      <Records label="Runs" path="/runs" changes={runs} onLeave={onLeave} />
      <Records label="Sessions" path="/sessions" changes={sessions} onLeave={onLeave} />
      <Records label="Prompts" path="/prompts" changes={prompts} onLeave={onLeave} />
    </div>
  );
}

interface RecordsProps {
  readonly label: string;
  readonly path: string;
  readonly changes: RecordChanges;
  readonly onLeave: () => void;
}

function Records({ label, path, changes: { added, changed, removed }, onLeave }: RecordsProps) {
  const rows = [
    ...added.map((id) => ({ id, text: 'added', isThere: true })),
    ...changed.map(({ id, fields }) => ({ id, text: `changed: ${fields.join(', ')}`, isThere: true })),
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
      {rows.length > MAX_ROWS && <li className="quiet">{rows.length - MAX_ROWS} more</li>}
    </ul>
  );
}

const MAX_TEXT = 120;

/** A value in short; absent ones are `–`. */
function shortJson(value: Json | undefined): string {
  if (value === undefined) return '–';
  const text = JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
