import { Link } from 'wouter';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { runTitle } from '../../../shared/model/titles.ts';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { advanceText, lengthOfTime } from './clock-text.ts';
import classes from './clock.module.css';
import type { AdvanceOutcome } from './use-clock-actions.ts';

/** Maximum number of finished runs that are named. */
const MAX_LINKS = 5;

/** Result of an advance, with links to the runs that it finished or that block it. */
export function AdvanceResult({ outcome, onLeave }: { outcome: AdvanceOutcome; onLeave: () => void }) {
  const { events, finished, blockedBy, more, seconds } = outcome;
  const blocking = blockedBy.find(({ runID }) => runID !== '');
  return (
    <div className={classes['result']}>
      <p>
        <strong>{lengthOfTime(seconds)} passed.</strong> {advanceText(events, finished)}
        {more && ' More is due: advance again.'}
      </p>
      {blockedBy.length > 0 && (
        <p className={classes['blocked']}>
          The clock stopped because a {blockedBy[0]?.kind} is still at work
          {blocking !== undefined && (
            <>
              {' in '}
              <Link href={`/runs/${blocking.runID}`} onClick={onLeave}>
                this run
              </Link>
            </>
          )}
          . Advance again to continue.
        </p>
      )}
      {finished.length > 0 && (
        <ul className="plain">
          {finished.slice(0, MAX_LINKS).map((run) => (
            <Finished key={run.id} run={run} onLeave={onLeave} />
          ))}
          {finished.length > MAX_LINKS && (
            <li>
              <Link href="/runs" onClick={onLeave}>
                {finished.length - MAX_LINKS} more
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function Finished({ run, onLeave }: { run: RunRow; onLeave: () => void }) {
  const { id, status, failure } = run;
  return (
    <li className="ellipsis">
      <StatusIcon status={status} />{' '}
      <Link href={`/runs/${id}`} onClick={onLeave}>
        {runTitle(run)}
      </Link>{' '}
      {failure !== '' && <span className={classes['failure']}>{failure}</span>}
    </li>
  );
}
