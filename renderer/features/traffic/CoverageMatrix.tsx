import { Button } from '@mantine/core';
import type { OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { useAction } from '../../core/action.ts';
import { useFaults } from '../../core/faults/use-faults.ts';
import { useApi } from '../../core/hangar.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { ANSWER_KINDS, type AnswerKind, faultOf, SHOWN_FAULTS } from './answer-kinds.ts';
import classes from './coverage.module.css';

const COLUMNS = ['Operation', 'Calls', ...ANSWER_KINDS.map(({ name }) => name), 'Other faults'];

/** Operations by the kinds of answers that clients got. An empty cell provokes its answer once. */
export function CoverageMatrix({ operations }: { operations: readonly OperationCoverage[] }) {
  const faults = useFaults();
  return (
    <div className={classes['matrix']}>
      <DataTable columns={COLUMNS} aria-label="Operations">
        {operations.map((coverage) => (
          <tr key={coverage.operation}>
            <th scope="row">
              <code className="mono">{coverage.operation}</code>
            </th>
            <td>{coverage.calls === 0 ? <span className="quiet">never</span> : coverage.calls}</td>
            {ANSWER_KINDS.map((kind) => (
              <td key={kind.name}>
                <Cell kind={kind} coverage={coverage} faults={faults} />
              </td>
            ))}
            <td>{otherFaults(coverage)}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

interface CellProps {
  readonly kind: AnswerKind;
  readonly coverage: OperationCoverage;
  readonly faults: readonly FaultItem[];
}

function Cell({ kind, coverage, faults }: CellProps) {
  const answers = kind.answersOf(coverage);
  if (answers.length === 0) return <Provoke kind={kind} coverage={coverage} faults={faults} />;
  return answers.map(({ name, tone, count }) => (
    <span key={name} className="nowrap">
      <ToneBadge tone={tone}>{name}</ToneBadge> {count}×{' '}
    </span>
  ));
}

/** A button that makes the next call meet an answer, and then takes that back. It stays the same one, which keeps the focus. */
function Provoke({ kind, coverage: { operation }, faults }: CellProps) {
  const api = useApi();
  const fault = faultOf(operation, kind);
  const known = faults.find(({ slug }) => slug === fault?.slug);
  const isPlanned = known !== undefined && !known.completed;
  const press = useAction(async () => {
    // It may be one that was used up before the coverage was started anew.
    if (known !== undefined) await api.faults.remove({ params: { id: known.id } });
    if (fault !== undefined && !isPlanned) await api.faults.create({ body: fault });
  });
  if (fault === undefined) return null;
  const provoked = `“${kind.name}” once for ${operation}`;
  return (
    <Button
      size="compact-xs"
      variant={isPlanned ? 'default' : 'subtle'}
      disabled={press.busy}
      aria-label={isPlanned ? `Next call: ${provoked}` : `Provoke ${provoked}`}
      title={isPlanned ? 'The next call gets this answer. Press to take that back.' : `Provoke ${provoked}`}
      onClick={() => void press.run()}
    >
      {isPlanned ? 'Next call' : <Icon name="zap" size={12} />}
    </Button>
  );
}

function otherFaults({ faults }: OperationCoverage): string {
  return Object.entries(faults)
    .filter(([kind]) => !SHOWN_FAULTS.has(kind))
    .map(([kind, count]) => `${kind} ${count}×`)
    .join(', ');
}
