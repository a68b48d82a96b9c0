import { Link } from 'wouter';
import type { TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import { counted, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { DataTable } from '../../../ui/lists/DataTable.tsx';
import { EmptyState, LoadingState } from '../../../ui/text/states.tsx';
import { STATUS_DISPLAY } from '../../../ui/text/status.ts';
import { clockTime, duration } from '../../../ui/text/time.tsx';
import { operationOf } from '../timeline/timeline-data.ts';

/** Maximum number of requests in the table; Traffic has all. */
const MOST = 200;

interface RunRequestsProps {
  readonly requests: readonly TrafficRow[] | undefined;
  readonly noun?: 'run' | 'session';
}

/** The requests that created a run or a session or named it, oldest first, each as a link. */
export function RunRequests({ requests, noun = 'run' }: RunRequestsProps) {
  if (requests === undefined) return <LoadingState label="Loading the requests…" />;
  if (requests.length === 0) {
    return (
      <EmptyState title="No requests">
        Requests that create, read or answer this {noun} appear here until the traffic log drops them.
      </EmptyState>
    );
  }
  const ascending = [...requests].reverse();
  return (
    <>
      <DataTable columns={['Time', 'Operation', 'Status', 'Took', 'What happened']}>
        {ascending.slice(0, MOST).map((request) => (
          <tr key={request.id}>
            <td>
              <code>{clockTime(request.at)}</code>
            </td>
            <td>
              <Link href={`/traffic/${request.id}`}>
                {request.method} {operationOf(request)}
              </Link>
            </td>
            <td>{request.status === 0 ? 'no answer' : request.status}</td>
            <td>{duration(request.milliseconds)}</td>
            <td>{stripBidiControls(whatHappened(request))}</td>
          </tr>
        ))}
      </DataTable>
      {ascending.length > MOST && <p>{counted(ascending.length - MOST, 'later request')} in Traffic.</p>}
    </>
  );
}

function whatHappened({ error, replayOf, fault, status, runStatus }: TrafficRow): string {
  const parts = [
    runStatus === undefined ? '' : `the run is ${STATUS_DISPLAY[runStatus].text}`,
    replayOf === '' ? '' : 'repeats the answer of an earlier attempt',
    fault === undefined ? '' : `fault ${fault.slug}`,
    status === 0 ? 'the client got no answer' : '',
    error,
  ];
  return parts.filter((part) => part !== '').join('; ');
}
