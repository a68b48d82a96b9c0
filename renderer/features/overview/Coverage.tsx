import { VisuallyHidden } from '@mantine/core';
import { CheckIcon, ZapIcon } from 'lucide-react';
import { useId, useMemo } from 'react';
import { Link } from 'wouter';
import { numberText } from '../../ui/text/shown-text.ts';
import type { OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { useFaults } from '../../core/faults/use-faults.ts';
import { useStillRows } from '../../core/data/frozen-rows.tsx';
import { QueryView } from '../../core/data/QueryView.tsx';
import { ANSWER_KINDS, type AnswerKind } from '../../core/traffic/answer-kinds.ts';
import { useCoverage } from '../../core/traffic/use-lab-records.ts';
import { useProvoking } from '../../core/traffic/use-provoking.ts';
import classes from './coverage.module.css';
import overview from './Overview.module.css';

/** Number of visible operations. */
const ROOM = 7;

/** Operations by the kinds of answers that clients got, live. An empty cell provokes its answer once. */
export function Coverage({ isStill }: { isStill: boolean }) {
  const id = useId();
  const coverage = useCoverage();
  const operations = coverage.data?.operations;
  return (
    <section aria-labelledby={id}>
      <div className={overview['heading']}>
        <h2 id={id}>Coverage</h2>
        {operations !== undefined && <span className="quiet small">{summaryOf(operations)}</span>}
        <span className="grow" />
        <Link href="/traffic/coverage">
          {operations === undefined ? 'All operations' : `All ${operations.length} operations`}
        </Link>
      </div>
      <div className={classes['body']}>
        <QueryView query={coverage} noun="coverage" isPart>
          {(data) => <Matrix operations={data.operations} isStill={isStill} />}
        </QueryView>
      </div>
    </section>
  );
}

function summaryOf(operations: readonly OperationCoverage[]): string {
  const cells = operations.flatMap((operation) => ANSWER_KINDS.map((kind) => kind.answersOf(operation).length > 0));
  return `${cells.filter(Boolean).length} of ${cells.length} answers seen`;
}

/** The called operations, then others, in their usual order. */
function shownOf(operations: readonly OperationCoverage[]): readonly OperationCoverage[] {
  const called = operations.filter(({ calls }) => calls > 0);
  const others = operations.filter(({ calls }) => calls === 0);
  const shown = new Set([...called, ...others].slice(0, ROOM));
  return operations.filter((operation) => shown.has(operation));
}

function Matrix({ operations, isStill }: { operations: readonly OperationCoverage[]; isStill: boolean }) {
  const faults = useFaults();
  const shown = useMemo(() => shownOf(operations), [operations]);
  const { rows } = useStillRows(shown, ({ operation }) => operation, isStill);
  return (
    <>
      <table className={classes['matrix']} aria-label="Answers by operation">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Operation</VisuallyHidden>
            </th>
            {ANSWER_KINDS.map(({ name, short }) => (
              <th key={name} scope="col" title={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((coverage) => (
            <tr key={coverage.operation}>
              <th scope="row" title={coverage.operation}>
                {coverage.operation}
              </th>
              {ANSWER_KINDS.map((kind) => (
                <td key={kind.name}>
                  <Cell kind={kind} coverage={coverage} faults={faults} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
    </>
  );
}

interface CellProps {
  readonly kind: AnswerKind;
  readonly coverage: OperationCoverage;
  readonly faults: readonly FaultItem[];
}

function Cell({ kind, coverage, faults }: CellProps) {
  const provoking = useProvoking(coverage.operation, kind, faults);
  const answers = kind.answersOf(coverage);
  if (answers.length > 0) {
    const text = `Seen: ${answers.map(({ name, count }) => `${name} ${numberText(count)}×`).join(', ')}`;
    return (
      <span className={classes['cell']} data-seen="true" role="img" aria-label={text} title={text}>
        <CheckIcon size={12} />
      </span>
    );
  }
  if (provoking === undefined) return <span className={classes['cell']} />;
  return (
    <button type="button" className={classes['cell']} data-planned={provoking.isPlanned} {...provoking.button}>
      <ZapIcon size={12} />
    </button>
  );
}

function Legend() {
  return (
    <p className={classes['legend']}>
      <span className={classes['cell']} data-seen="true" /> seen
      <span className={classes['cell']} /> not yet: press to provoke it once
      <span className={classes['cell']} data-planned="true" /> next call
    </p>
  );
}
