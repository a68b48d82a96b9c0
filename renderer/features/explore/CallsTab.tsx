import type { Counterexample } from '../../../shared/contract/emulator/explorations.ts';
import type { AnsweredCall } from '../../../shared/contract/emulator/schedule.ts';
import { callKey } from '../../../shared/model/call.ts';
import { elementText, elementWord, type ScheduleElement } from '../../../shared/model/schedule.ts';
import { shortID } from '../../core/run/run-display.ts';
import { statusTone } from '../../core/traffic/request-words.ts';
import { LevelIcon } from '../../core/traffic/LevelIcon.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { hasNewKey, isLost } from './counterexample-ladder.ts';
import { readSchedule } from './entries.ts';
import classes from './explore.module.css';

/** The calls of a trial, with what was done to each and what came of it. Their numbers are those of the ladder. */
export function CallsTab({ found }: { found: Counterexample }) {
  const schedule = readSchedule(found.schedule);
  return (
    <>
      <DataTable
        columns={['#', 'Call', 'What came of it', 'Run', 'Key', 'At']}
        aria-label="Calls"
        className={classes['callTable'] ?? ''}
      >
        {found.calls.map((answered, index) => (
          <CallRow key={answered.requestID} {...{ answered, found, schedule }} place={index + 1} />
        ))}
      </DataTable>
      <Others schedule={schedule} />
      <Explanation found={found} />
    </>
  );
}

interface CallRowProps {
  readonly answered: AnsweredCall;
  readonly found: Counterexample;
  readonly schedule: readonly ScheduleElement[];
  /** From 1. */
  readonly place: number;
}

function CallRow({ answered, found: { calls, runs }, schedule, place }: CallRowProps) {
  const { call, startedAt, status, executed, runID, key, fault } = answered;
  const run = runs.find(({ id }) => id === runID);
  const isRead = calls.some((other) => other.runID === runID && other.startedAt < startedAt);
  const lost = isLost(answered);
  const element = schedule.find((each) => 'call' in each && callKey(each.call) === callKey(call));
  return (
    <tr>
      <td>
        <span className={classes['place']} data-faulted={fault !== ''}>
          {place}
        </span>
      </td>
      <th scope="row">
        {call.operation} <code>{stripBidiControls(call.task ?? '')}</code>
        {call.nth > 1 && <span className="quiet"> again</span>}
      </th>
      <td>
        {lost ? (
          <span className={classes['effect']}>{executed ? 'Done, answer lost' : 'Not done, no answer'}</span>
        ) : (
          <>
            <b className={classes['status']} data-tone={statusTone(status)}>
              {status}
            </b>{' '}
            {call.operation === 'runs/get' && run !== undefined && status < 300 && run.status}
          </>
        )}
        {element !== undefined && <span className="quiet"> by {elementWord(element)}</span>}
      </td>
      <td title={runID}>
        {runID !== '' && (
          <>
            {isRead && <span className="quiet">reads </span>}
            <code>{shortID(runID)}</code>
          </>
        )}
      </td>
      <td title={stripBidiControls(key)}>
        {key !== '' && <code>{stripBidiControls(shortID(key))}</code>}
        {hasNewKey(answered, calls) && <span className={classes['effect']}> new</span>}
      </td>
      <td>{(startedAt / 1000).toFixed(2)} s</td>
    </tr>
  );
}

/** The elements about runs and people, which no call has met. */
function Others({ schedule }: { schedule: readonly ScheduleElement[] }) {
  const others = schedule.filter((element) => !('call' in element));
  return others.map((element, index) => (
    <p key={index} className={classes['effect']}>
      {stripBidiControls(elementText(element))}
    </p>
  ));
}

/** The finding that explains a counterexample, in one line. */
function Explanation({ found: { findings } }: { found: Counterexample }) {
  const [worst] = [...findings].sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
  return (
    worst !== undefined && (
      <p className={classes['explanation']}>
        <LevelIcon level={worst.level} />
        <span>{stripBidiControls(worst.message)}</span>
      </p>
    )
  );
}

const LEVELS = ['error', 'warning', 'info'];
