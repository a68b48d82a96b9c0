import type { TestView } from '../../../../shared/contract/emulator/tests.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Lab } from '../../lab/lab.ts';
import type { TrafficLog } from './traffic-log.ts';
import { compareArrival } from './traffic-selection.ts';

/** Maximum number of items of each list: the latest. */
const MAX_ITEMS = 1000;

/** Sources of what happened in an emulator. */
interface ViewSources {
  readonly engine: Engine;
  readonly lab: Lab;
  readonly traffic: TrafficLog;
}

/** Functions that read the emulator of a test. */
interface TestReaders {
  /** The view of it. @param began when the test began, on the clock that never goes back */
  readonly testView: (began: number) => TestView;
  readonly testCounts: () => { readonly calls: number; readonly findings: number };
}

/** Creates the readers of the emulator of a test. */
export function testReaders(sources: ViewSources): TestReaders {
  const { lab, traffic } = sources;
  return {
    testView: (began) => testView(sources, began),
    testCounts: () => ({ calls: traffic.length + traffic.dropped, findings: lab.findings.list().length }),
  };
}

function testView({ engine, lab, traffic }: ViewSources, began: number): TestView {
  const requests = traffic.newest(MAX_ITEMS).sort(compareArrival);
  const runs = engine.runs.oldestFirst().slice(-MAX_ITEMS);
  return {
    requests: requests.map((logged) => ({ row: traffic.row(logged), startedAt: logged.startedAt - began })),
    runs: runs.map((run) => engine.runs.row(run)),
    prompts: runs.flatMap(({ id }) => engine.prompts.rowsOf(id)).slice(-MAX_ITEMS),
    findings: lab.findings.list().slice(0, MAX_ITEMS),
    clock: engine.clock.read(),
  };
}
