import { VisuallyHidden } from '@mantine/core';
import { CheckIcon, ZapIcon } from 'lucide-react';
import type { OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { numberText } from '../../ui/text/shown-text.tsx';
import { useFaults } from '../faults/fault-draft.ts';
import { ANSWER_KINDS, type AnswerKind, SHOWN_FAULTS } from './answer-kinds.ts';
import classes from './CoverageMatrix.module.css';
import { useProvoking } from './use-provoking.ts';

interface MatrixProps {
  readonly operations: readonly OperationCoverage[];
  /** True for a page of its own, with all numbers. */
  readonly isFull?: boolean;
}

/** Operations by the kinds of answers that clients got. An empty cell provokes its answer once. */
export function CoverageMatrix({ operations, isFull = false }: MatrixProps) {
  const faults = useFaults();
  return (
    <div className={classes['scroller']}>
      <table className={classes['matrix']} data-full={isFull} aria-label="Answers by operation">
        <thead>
          <tr>
            <th scope="col">{isFull ? 'Operation' : <VisuallyHidden>Operation</VisuallyHidden>}</th>
            {isFull && <th scope="col">Calls</th>}
            {ANSWER_KINDS.map(({ name, short }) => (
              <th key={name} scope="col" title={name}>
                {isFull ? name : short}
              </th>
            ))}
            {isFull && <th scope="col">Other faults</th>}
          </tr>
        </thead>
        <tbody>
          {operations.map((coverage) => (
            <tr key={coverage.operation}>
              <th scope="row" title={coverage.operation}>
                {coverage.operation}
              </th>
              {isFull && <td>{coverage.calls === 0 ? 'never' : numberText(coverage.calls)}</td>}
              {ANSWER_KINDS.map((kind) => (
                <td key={kind.name}>
                  <Cell {...{ kind, coverage, faults, isFull }} />
                </td>
              ))}
              {isFull && <td>{otherFaults(coverage)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps extends Required<Pick<MatrixProps, 'isFull'>> {
  readonly kind: AnswerKind;
  readonly coverage: OperationCoverage;
  readonly faults: readonly FaultItem[];
}

function Cell({ kind, coverage, faults, isFull }: CellProps) {
  const provoking = useProvoking(coverage.operation, kind, faults);
  const seen = kind.answersOf(coverage).map(({ name, count }) => `${name} ${numberText(count)}×`);
  if (seen.length > 0) {
    const text = `Seen: ${seen.join(', ')}`;
    return (
      <span
        className={classes['cell']}
        data-seen="true"
        title={text}
        {...(!isFull && { role: 'img', 'aria-label': text })}
      >
        {isFull ? seen.join(', ') : <CheckIcon size={12} />}
      </span>
    );
  }
  if (provoking === undefined) return <span className={classes['cell']} />;
  const { isPlanned, button } = provoking;
  return (
    <button type="button" className={classes['cell']} data-planned={isPlanned} {...button}>
      {isFull && isPlanned ? 'Next call' : <ZapIcon size={12} />}
    </button>
  );
}

function otherFaults({ faults }: OperationCoverage): string {
  return Object.entries(faults)
    .filter(([kind]) => !SHOWN_FAULTS.has(kind))
    .map(([kind, count]) => `${kind} ${numberText(count)}×`)
    .join(', ');
}

/** The meaning of the marks of the cells. */
export function CoverageLegend() {
  return (
    <p className={classes['legend']}>
      <span className={classes['cell']} data-seen="true" /> seen
      <span className={classes['cell']} /> not yet: press to provoke it once
      <span className={classes['cell']} data-planned="true" /> next call
    </p>
  );
}
