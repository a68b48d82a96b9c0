import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Counterexample, Exploration } from '../../../shared/contract/emulator/explorations.ts';
import { callKey } from '../../../shared/model/call.ts';
import { Schedule, type ScheduleElement, scheduleText } from '../../../shared/model/schedule.ts';
import { faultOf } from '../../../shared/model/schedule.ts';
import { faultEffect } from '../../../shared/model/fault-sentence.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi, useInfo } from '../../core/data/hangar.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { showNotice } from '../../ui/layout/notices.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';
import { Ladder } from './Ladder.tsx';
import { commandOf, pytestOf, vitestOf } from './explore-words.ts';
import classes from './explore.module.css';

interface CounterexampleProps {
  readonly found: Counterexample;
  readonly exploration: Exploration;
}

interface CardProps extends CounterexampleProps {
  /** Name of the region of its ladder; unique on the page. */
  readonly ladder: string;
}

/** A counterexample: its calls with what was done to each, and the ways to repeat it. */
export function CounterexampleCard({ found, exploration, ladder }: CardProps) {
  const schedule = scheduleOf(found);
  return (
    <article className={classes['counterexample']} aria-label={`Counterexample: ${found.invariant}`}>
      <h3>{stripBidiControls(found.invariant)} does not hold</h3>
      <p>{stripBidiControls(found.reason)}</p>
      <Ladder found={found} label={ladder} />
      <Calls found={found} schedule={schedule} />
      <p>
        {scheduleText(schedule)}. Reproduced {found.reproduced} of 5.
      </p>
      <Actions found={found} exploration={exploration} />
    </article>
  );
}

/** The schedule with defaults; empty for one that this window does not read. */
function scheduleOf({ schedule }: Counterexample): readonly ScheduleElement[] {
  const read = Schedule.safeParse(schedule);
  return read.success ? read.data : [];
}

const COLUMNS = ['Time', 'Call', 'Fault', 'Answer', 'Executed', 'Run'];

function Calls({ found, schedule }: { found: Counterexample; schedule: readonly ScheduleElement[] }) {
  return (
    <DataTable columns={COLUMNS} aria-label="Calls">
      {found.calls.map(({ call, requestID, startedAt, status, executed, runID }) => (
        <tr key={requestID}>
          <td>{Math.round(startedAt)} ms</td>
          <th scope="row">
            <code className="mono">
              {call.operation} {stripBidiControls(call.task ?? '')} #{call.nth}
            </code>
          </th>
          <td>{effectOn(callKey(call), schedule)}</td>
          <td>{status === 0 || status === 499 ? 'none' : status}</td>
          <td>{executed ? <ToneBadge tone="ok">yes</ToneBadge> : <ToneBadge tone="off">no</ToneBadge>}</td>
          <td className="mono">{runID}</td>
        </tr>
      ))}
    </DataTable>
  );
}

/** The fault of a call in words; '' for none. */
function effectOn(key: string, schedule: readonly ScheduleElement[]): string {
  const element = schedule.find((each) => 'call' in each && callKey(each.call) === key);
  return element !== undefined && 'call' in element ? faultEffect(faultOf(element)) : '';
}

function Actions({ found, exploration }: CounterexampleProps) {
  const api = useApi();
  const info = useInfo();
  const schedule = scheduleOf(found);
  const apply = useAction(async () => {
    await api.schedule.apply({ body: [...schedule] });
    showNotice({ color: 'ok', message: 'The faults wait for the next calls. They are on the page Traffic.' });
  });
  const text = JSON.stringify(found.schedule, null, 2);
  return (
    <div className="row">
      <Button
        variant="filled"
        size="compact-sm"
        loading={apply.busy}
        disabled={schedule.length === 0}
        onClick={() => void apply.run()}
      >
        Apply these faults here
      </Button>
      <Button
        size="compact-sm"
        component="a"
        download="schedule.json"
        href={`data:application/json,${encodeURIComponent(text)}`}
      >
        Save schedule
      </Button>
      <CopyButton label="Copy command" value={() => commandOf(found, exploration, info?.url ?? location.origin)} />
      <CopyButton label="Copy as test (vitest)" value={() => vitestOf(found)} />
      <CopyButton label="Copy as test (pytest)" value={() => pytestOf(found, exploration)} />
      <Link href="/traffic">Traffic</Link>
    </div>
  );
}
