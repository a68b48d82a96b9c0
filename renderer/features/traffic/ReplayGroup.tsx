import { Repeat2Icon } from 'lucide-react';
import { Link } from 'wouter';
import { type TrafficItem, useTraffic } from '../../core/hangar.ts';
import { counted, numberText } from '../../ui/counted.ts';
import { clockTime } from '../../ui/time.ts';
import classes from './traffic.module.css';
import { endText } from '../../core/traffic/request-look.ts';
import { replaysOf } from './traffic-look.ts';

/** Maximum number of requests shown as links, the latest ones. */
const MOST = 50;

/** All requests with the Idempotency-Key of this one: the processed ones and the replays. */
export function ReplayGroup({ row, query }: { row: TrafficItem; query: string }) {
  const { items } = useTraffic();
  const group = replaysOf(items, row);
  if (group.length === 0) return null;
  const processed = group.filter(({ replayOf }) => replayOf === '').length;
  return (
    <div className={classes['replays']} role="group" aria-label="Requests with the same Idempotency-Key">
      <span>
        <Repeat2Icon size={12} /> Idempotency-Key{' '}
        <code title={row.idempotencyKey}>{row.idempotencyKey.slice(0, 8)}</code>: {counted(group.length, 'request')},{' '}
        {numberText(processed)} processed
      </span>
      <ul className="plain">
        {group.length > MOST && <li>{numberText(group.length - MOST)} earlier</li>}
        {group.slice(-MOST).map((each) => (
          <li key={each.id}>
            <Link href={`/traffic/${each.id}${query}`} aria-current={each.id === row.id ? 'true' : undefined}>
              {clockTime(each.at)} {each.replayOf === '' ? `processed ${endText(each)}` : 'replay'}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
