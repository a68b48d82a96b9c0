import type { ClockView } from '../../../shared/contract/emulator/clock.ts';
import { shortID } from '../../core/run/run-display.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { Fact, Facts } from '../../ui/text/Facts.tsx';
import { exactTime, localTime } from '../../ui/text/time.ts';
import { clockText } from './test-words.ts';

/** The clock of a test's emulator, and what it would have done next. */
export function ClockFacts({ clock }: { clock: ClockView }) {
  const { now, state, speed, offsetSeconds, autoSkip, upcoming } = clock;
  return (
    <>
      <Facts label="Clock">
        <Fact name="Clock">{clockText(clock)}</Fact>
        <Fact name="Emulated time">
          <Moment at={now} />
        </Fact>
        <Fact name="State">{state}</Fact>
        <Fact name="Speed">{`×${speed}`}</Fact>
        <Fact name="Ahead of the machine">{`${offsetSeconds} s`}</Fact>
        <Fact name="Skips waits">{autoSkip ? 'yes' : 'no'}</Fact>
      </Facts>
      {upcoming.length > 0 && (
        <DataTable columns={['At', 'Next', 'Run']} aria-label="Upcoming">
          {upcoming.map(({ at, kind, runID }, index) => (
            <tr key={index}>
              <td>
                <Moment at={at} />
              </td>
              <td>{kind}</td>
              <td>
                <code title={runID}>{shortID(runID)}</code>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </>
  );
}

function Moment({ at }: { at: string }) {
  return <time title={exactTime(at)}>{localTime(at)}</time>;
}
