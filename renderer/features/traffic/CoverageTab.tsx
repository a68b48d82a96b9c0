import { Button, VisuallyHidden } from '@mantine/core';
import { ZapIcon } from 'lucide-react';
import { numberText } from '../../ui/text/shown-text.ts';
import type { CoverageView, OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi } from '../../core/data/hangar.ts';
import { QueryView } from '../../core/data/QueryView.tsx';
import { useUndoable } from '../../core/undo/undo.tsx';
import { useCoverage } from '../../core/traffic/use-lab-records.ts';
import { DocsLink } from '../../ui/text/links.tsx';
import { Fact, Facts } from '../../ui/text/Facts.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { useFaults } from '../../core/faults/use-faults.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { ANSWER_KINDS, type AnswerKind, SHOWN_FAULTS } from '../../core/traffic/answer-kinds.ts';
import { useProvoking } from '../../core/traffic/use-provoking.ts';
import classes from './coverage.module.css';

/** The coverage of the service by the clients under test. */
export function CoverageTab() {
  const api = useApi();
  const coverage = useCoverage();
  const undoable = useUndoable();
  const clear = useAction(() => undoable('Coverage restarted', () => api.coverage.clear()));
  return (
    <ScrollRegion label="Coverage">
      <VisuallyHidden component="h1">Traffic</VisuallyHidden>
      <QueryView query={coverage} noun="coverage" isPart>
        {(data) => (
          <>
            <div className="row">
              <p style={{ flex: 1, margin: 0 }}>
                {summaryOf(data.operations)} <DocsLink href="/docs/coverage.html">Coverage</DocsLink> counts the
                requests of your clients, not those of this window. An empty cell provokes its answer for the next call.
              </p>
              <Button loading={clear.busy} onClick={() => void clear.run()}>
                Restart counts
              </Button>
            </div>
            <CoverageMatrix operations={data.operations} />
            <Others coverage={data} />
          </>
        )}
      </QueryView>
    </ScrollRegion>
  );
}

function summaryOf(operations: readonly OperationCoverage[]): string {
  const called = operations.filter(({ calls }) => calls > 0).length;
  return `${called} of ${operations.length} operations were called.`;
}

function Others({ coverage: { runStatuses, prompts, decisions } }: { coverage: CoverageView }) {
  return (
    <div style={{ marginTop: 16 }}>
      <Facts label="Runs, prompts and refusals">
        <Fact name="Final statuses of runs that were read">{countsText(runStatuses)}</Fact>
        <Fact name="Prompts answered by clients">{countsText(prompts)}</Fact>
        <Fact name="Refusals by decision">{countsText(decisions)}</Fact>
      </Facts>
    </div>
  );
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).map(([name, count]) => `${name} ${numberText(count)}×`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

const COLUMNS = ['Operation', 'Calls', ...ANSWER_KINDS.map(({ name }) => name), 'Other faults'];

/** Operations by the kinds of answers that clients got. An empty cell provokes its answer once. */
function CoverageMatrix({ operations }: { operations: readonly OperationCoverage[] }) {
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
