import { useId, useMemo } from 'react';
import { Link } from 'wouter';
import type { OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import { useStillRows } from '../../core/data/frozen-rows.tsx';
import { QueryView } from '../../core/data/QueryView.tsx';
import { ANSWER_KINDS } from '../../core/traffic/answer-kinds.ts';
import { useCoverage } from '../../core/traffic/use-lab-records.ts';
import { CoverageLegend, CoverageMatrix } from '../../core/traffic/CoverageMatrix.tsx';
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
      <div className={overview['coverage']}>
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
  const shown = useMemo(() => shownOf(operations), [operations]);
  const { rows } = useStillRows(shown, ({ operation }) => operation, isStill);
  return (
    <>
      <CoverageMatrix operations={rows} />
      <CoverageLegend />
    </>
  );
}
