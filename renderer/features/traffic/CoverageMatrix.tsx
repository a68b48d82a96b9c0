import { Button } from '@mantine/core';
import { ZapIcon } from 'lucide-react';
import { numberText } from '../../ui/counted.ts';
import type { OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { useFaults } from '../../core/faults/use-faults.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { ANSWER_KINDS, type AnswerKind, SHOWN_FAULTS } from '../../core/traffic/answer-kinds.ts';
import { useProvoking } from '../../core/traffic/use-provoking.ts';
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
            <td>{coverage.calls === 0 ? <span className="quiet">never</span> : numberText(coverage.calls)}</td>
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
      <ToneBadge tone={tone}>{name}</ToneBadge> {numberText(count)}×{' '}
    </span>
  ));
}

function Provoke({ kind, coverage: { operation }, faults }: CellProps) {
  const provoking = useProvoking(operation, kind, faults);
  if (provoking === undefined) return null;
  const { isPlanned, button } = provoking;
  return (
    <Button size="compact-xs" variant={isPlanned ? 'default' : 'subtle'} {...button}>
      {isPlanned ? 'Next call' : <ZapIcon size={12} />}
    </Button>
  );
}

function otherFaults({ faults }: OperationCoverage): string {
  return Object.entries(faults)
    .filter(([kind]) => !SHOWN_FAULTS.has(kind))
    .map(([kind, count]) => `${kind} ${numberText(count)}×`)
    .join(', ');
}
