import { CheckIcon } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { numberText, stripBidiControls, counted } from '../../ui/text/shown-text.tsx';
import { useStillRows } from '../../core/data/frozen-rows.tsx';
import { useTraffic, type TrafficItem } from '../../core/data/hangar.ts';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { LevelIcon } from '../../core/traffic/LevelIcon.tsx';
import { requestsPerMinute } from '../../core/traffic/request-rate.ts';
import { useFindings } from '../../core/traffic/use-lab-records.ts';
import { RelativeTime, useEachSecond, millisecondsOf } from '../../ui/text/time.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { LiveCard, PlacedRow } from './LiveCard.tsx';
import classes from './Overview.module.css';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_LEVELS, FINDING_RULES, type FindingLevel } from '../../../shared/registry/finding-rules.ts';
import { clientText } from '../../core/traffic/request-words.ts';

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

/** Number of minutes, and bars, of a client. */
const MINUTES = 12;
/** Maximum number of latest requests to read. */
const MAX_REQUESTS = 2000;
/** Width of a bar with and without its gap, and height of the highest bar, in pixels. */
const BAR = { step: 6, width: 4, height: 20 } as const;

/** A client under test: requests with one User-Agent. */
interface Client {
  readonly userAgent: string;
  readonly name: string;
  /** The worst level of its findings, or `error` when all its requests were refused; undefined for none. */
  readonly level: FindingLevel | undefined;
  /** Sentence about its findings or refused requests; '' for none. */
  readonly problem: string;
  /** Page with the problem, or with the requests. */
  readonly href: string;
  /** Newest first. */
  readonly requests: readonly TrafficItem[];
  /** Time of the oldest request read; undefined when all were read. */
  readonly reachesTo: string | undefined;
}

/** The clients in the traffic log, the one with the latest request first. @param rows newest first */
export function clientsOf(rows: readonly TrafficItem[], findings: readonly Finding[]): readonly Client[] {
  const read = rows.slice(0, MAX_REQUESTS);
  const reachesTo = read.length < rows.length ? read.at(-1)?.at : undefined;
  const byAgent = new Map<string, TrafficItem[]>();
  for (const row of read) {
    const known = byAgent.get(row.client);
    if (known === undefined) byAgent.set(row.client, [row]);
    else known.push(row);
  }
  return [...byAgent].map(([userAgent, requests]) => ({
    userAgent,
    name: clientText(userAgent) || 'No User-Agent',
    ...stateOf(
      requests,
      findings.filter(({ client }) => client === userAgent),
    ),
    requests,
    reachesTo,
  }));
}

function stateOf(requests: readonly TrafficItem[], findings: readonly Finding[]) {
  const worst = FINDING_LEVELS.map((level) => findings.find((finding) => finding.level === level)).find(Boolean);
  if (worst !== undefined) {
    const title = FINDING_RULES[worst.rule].title.toLowerCase();
    const problem = `${counted(findings.length, 'finding')}: ${title}`;
    return { level: worst.level, problem, href: `/traffic/findings/${worst.id}` };
  }
  const href = trafficOf(requests[0]?.client ?? '');
  const [latest] = requests;
  if (latest === undefined || requests.some(({ status }) => status < 400))
    return { level: undefined, problem: '', href };
  const isSame = requests.every(({ status }) => status === latest.status);
  const problem = `Every request ${isSame ? latest.status : 'refused'}: ${latest.error}`;
  return { level: 'error' as const, problem, href };
}

/** The page of a client's requests. */
function trafficOf(userAgent: string): string {
  const value = userAgent.replaceAll('"', '');
  return value === '' ? '/traffic' : `/traffic?q=${encodeURIComponent(`client:"${value}"`)}`;
}

/** A bar for each of the last minutes, as an SVG path; the last one is the current minute. */
export function barsOf(requests: readonly { readonly at: string }[], now: number): string {
  const counts = new Array<number>(MINUTES).fill(0);
  for (const { at } of requests) {
    const minute = MINUTES - 1 - Math.floor(Math.max(0, now - millisecondsOf(at)) / 60_000);
    // The requests are newest first.
    if (minute < 0) break;
    counts[minute] = (counts[minute] ?? 0) + 1;
  }
  return counts.map((count, minute) => barOf(minute, count)).join('');
}

/** A bar as a path. Its height is logarithmic, so that one request is visible next to a thousand. */
function barOf(minute: number, count: number): string {
  if (count === 0) return '';
  const height = Math.min(BAR.height, 2 + Math.round(4 * Math.log2(count)));
  return `M${minute * BAR.step} ${BAR.height}v-${height}h${BAR.width}v${height}z`;
}
