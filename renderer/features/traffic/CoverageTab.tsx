import { Button, VisuallyHidden } from '@mantine/core';
import { numberText, DocsLink } from '../../ui/text/shown-text.tsx';
import type { CoverageView, OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi } from '../../core/data/hangar.ts';
import { QueryView } from '../../core/data/QueryView.tsx';
import { useUndoable } from '../../core/undo/undo.tsx';
import { CoverageMatrix } from '../../core/traffic/CoverageMatrix.tsx';
import { useCoverage } from '../../core/traffic/use-lab-records.ts';
import { Fact, Facts } from '../../ui/text/Facts.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';

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
            <div className="row" style={{ marginBottom: 12 }}>
              <p style={{ flex: 1, margin: 0 }}>
                {summaryOf(data.operations)} <DocsLink href="/docs/coverage.html">Coverage</DocsLink> counts the
                requests of your clients, not those of this window. An empty cell provokes its answer for the next call.
              </p>
              <Button loading={clear.busy} onClick={() => void clear.run()}>
                Restart counts
              </Button>
            </div>
            <CoverageMatrix operations={data.operations} isFull />
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
