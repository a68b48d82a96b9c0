import { CheckIcon } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { numberText, stripBidiControls } from '../../ui/text/shown-text.ts';
import { useStillRows } from '../../core/data/frozen-rows.tsx';
import { useTraffic } from '../../core/data/hangar.ts';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { LevelIcon } from '../../core/traffic/LevelIcon.tsx';
import { requestsPerMinute } from '../../core/traffic/request-rate.ts';
import { useFindings } from '../../core/traffic/use-lab-records.ts';
import { RelativeTime, useEachSecond } from '../../ui/text/RelativeTime.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { BAR, barsOf, type Client, clientsOf, MINUTES } from './clients.ts';
import { LiveCard, PlacedRow } from './LiveCard.tsx';
import classes from './Overview.module.css';

/** Number of visible clients; more of them scroll. */
const ROOM = 3;

/** The clients under test, live: their findings and request rates. */
export function Clients({ isStill }: { isStill: boolean }) {
  const traffic = useTraffic();
  const findings = useFindings().data?.items;
  const clients = useMemo(() => clientsOf(traffic.items, findings ?? []), [traffic.items, findings]);
  const { rows, pending } = useStillRows(clients, ({ userAgent }) => userAgent, isStill);
  return (
    <LiveCard
      title="Clients"
      count={rows.length > ROOM ? rows.length : undefined}
      pending={pending}
      more={<Link href="/traffic">Traffic</Link>}
      room={ROOM}
    >
      <CollectionView
        collection={{ ...traffic, items: rows }}
        empty={<p className={classes['none']}>No requests yet. Programs that send requests appear here.</p>}
      >
        {(items) =>
          items.map((client, index) => (
            <ClientRow key={client.userAgent} {...{ client, index }} isKnown={findings !== undefined} />
          ))
        }
      </CollectionView>
    </LiveCard>
  );
}

interface ClientRowProps {
  readonly client: Client;
  readonly index: number;
  /** True when the findings are loaded. */
  readonly isKnown: boolean;
}

function ClientRow({ client, index, isKnown }: ClientRowProps) {
  const { name, level, problem, href, requests, reachesTo } = client;
  const rate = useEachSecond((now) => requestsPerMinute({ items: requests, reachesTo }, now));
  return (
    <PlacedRow href={href} index={index}>
      <span className={classes['client']}>
        <Row
          icon={
            level === undefined ? (
              <span data-tone="ok" className={classes['tone']}>
                <CheckIcon size={16} />
              </span>
            ) : (
              <LevelIcon level={level} />
            )
          }
          title={<span title={stripBidiControls(client.userAgent)}>{stripBidiControls(name)}</span>}
          note={
            problem === '' ? (
              <NoProblem at={requests[0]?.at ?? ''} isKnown={isKnown} />
            ) : (
              <span title={stripBidiControls(problem)}>{stripBidiControls(problem)}</span>
            )
          }
          isBad={level === 'error'}
        />
        <Bars requests={requests} />
        <span className={classes['rate']}>
          {numberText(rate)} <span>req/min</span>
        </span>
      </span>
    </PlacedRow>
  );
}

function NoProblem({ at, isKnown }: { at: string; isKnown: boolean }) {
  return (
    <>
      {isKnown ? 'No findings, last request' : 'Last request'} <RelativeTime at={at} suffix="ago" />
    </>
  );
}

/** Requests of the last minutes as bars, refused ones in red. */
function Bars({ requests }: Pick<Client, 'requests'>) {
  const refused = useMemo(() => requests.filter(({ status }) => status >= 400), [requests]);
  const all = useEachSecond((now) => barsOf(requests, now));
  const bad = useEachSecond((now) => barsOf(refused, now));
  return (
    <svg
      className={classes['bars']}
      width={MINUTES * BAR.step}
      height={BAR.height}
      role="img"
      aria-label={`Requests in the last ${MINUTES} minutes`}
    >
      <path d={all} />
      <path d={bad} data-bad="true" />
    </svg>
  );
}
