import { Link } from 'wouter';
import { shortFailure } from '../../core/run/failure.ts';
import { RunDuration } from '../../core/run/RunDuration.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { withoutDirections } from '../../ui/without-directions.ts';

/** The latest run of a task, or the latest session of a runbook. */
export function LatestExecution<Item extends DefinitionItem>({ kind, id }: { kind: DefinitionKind<Item>; id: string }) {
  const { noun, loaded, latest } = kind.useLatest(id);
  return (
    <>
      <h2>Latest {noun}</h2>
      {latest === undefined && <p className="quiet">{loaded ? `No ${noun}s yet` : '…'}</p>}
      {latest !== undefined && (
        <p className="row">
          <StatusBadge status={latest.status} />
          <span>
            <RelativeTime at={latest.createdAt} suffix="ago" />
            {latest.run !== undefined && latest.run.endedAt !== null && (
              <>
                , <RunDuration run={latest.run} />
              </>
            )}
          </span>
          <Link href={latest.href}>{latest.linkText}</Link>
        </p>
      )}
      {latest !== undefined && latest.failure !== '' && (
        <p className="error">{withoutDirections(shortFailure(latest.failure))}</p>
      )}
    </>
  );
}
