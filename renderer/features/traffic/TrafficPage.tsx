import { type ReactNode, useMemo, useRef } from 'react';
import { useLocation, useRoute } from 'wouter';
import { Button } from '@mantine/core';
import { XIcon } from 'lucide-react';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import type { HeldRequest } from '../../../shared/contract/emulator/held-requests.ts';
import type { Query } from '../../core/data/queries.ts';
import { useHeldRequests, useTrafficPart, useApi, useLive } from '../../core/data/hangar.ts';
import { usualSender } from '../../core/traffic/request-words.ts';
import { useFindings } from '../../core/traffic/use-lab-records.ts';
import { useQueryState } from '../../core/page/page.ts';
import { LinkTabs, TabPanel } from '../../ui/layout/LinkTabs.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { CoverageTab } from './CoverageTab.tsx';
import { HeldDetail } from './held/HeldDetail.tsx';
import { HeldTray } from './held/HeldTray.tsx';
import { FindingsTab, useShownKinds } from './FindingsTab.tsx';
import { kindsOf } from './finding-fixes.ts';
import { TrafficDetail } from './TrafficDetail.tsx';
import { TrafficFilterBar } from './TrafficFilterBar.tsx';
import { NoTraffic, TrafficList } from './TrafficList.tsx';
import { useTrafficCount, useTrafficLog } from './use-traffic-log.ts';
import { LoadingState } from '../../ui/text/states.tsx';
import { usePeek } from '../../core/page/use-peek.tsx';
import { useAction } from '../../core/data/action.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { counted } from '../../ui/text/shown-text.tsx';
import classes from './traffic.module.css';

/** `/traffic` and `/traffic/:id/:tab`, `/traffic/findings/:id` and `/traffic/coverage`, with the filter in the query. */
export function TrafficPage() {
  const [, params] = useRoute('/traffic/:id/:tab?');
  const [path] = useLocation();
  const findings = useFindings();
  const kinds = useShownKinds(kindsOf(findings.data?.items ?? [])).length;
  const count = useTrafficCount()?.total ?? 0;
  const id = params?.id ?? '';
  const tab = id === 'findings' || id === 'coverage' ? id : 'requests';
  // The current tab links to the open page, so that it counts as selected.
  const href = (name: string, home: string) => (tab === name ? path : home);
  const tabs = (
    <LinkTabs
      label="Parts of the traffic"
      tabs={[
        { label: 'Requests', href: href('requests', '/traffic'), count },
        { label: 'Findings', href: href('findings', '/traffic/findings'), count: kinds, isWaiting: true },
        { label: 'Coverage', href: href('coverage', '/traffic/coverage') },
      ]}
    />
  );
  const part = params?.tab ?? '';
  if (id === 'findings') return <FindingsTab {...{ tabs, findings }} selected={part} />;
  if (id !== 'coverage') return <Requests {...{ tabs, id, part, findings }} />;
  return (
    <>
      {tabs}
      <TabPanel label="Coverage" fill>
        <CoverageTab />
      </TabPanel>
    </>
  );
}

interface RequestsProps {
  readonly tabs: ReactNode;
  /** The request in the path; '' for none. */
  readonly id: string;
  /** Slug of the request's tab. */
  readonly part: string;
  readonly findings: Query<{ readonly items: readonly Finding[] }>;
}

/** Number of requests by which the usual sender is known. */
const LATEST = 100;

function Requests({ tabs, id, part, findings }: RequestsProps) {
  const found = findings.data?.items;
  const rules = useMemo(
    () => new Map(found?.flatMap(({ rule, requestIDs }) => requestIDs.map((request) => [request, rule] as const))),
    [found],
  );
  const held = useHeldRequests().items;
  const usual = useTrafficPart((items) => usualSender(items.slice(0, LATEST))) ?? '';
  const { get, query } = useQueryState();
  const log = useTrafficLog(get('q'));
  const { peek, rows } = usePeek({
    isOpen: id !== '',
    hrefOf: (of) => `/traffic/${of}${query}`,
    show: (of) => <TrafficDetail key={of} id={of} tab="" query={query} />,
  });
  return (
    <ListDetail
      name="Traffic"
      path={`/traffic${query}`}
      tabs={tabs}
      wide
      filters={<TrafficFilterBar log={log} />}
      list={
        <TabPanel label="Requests" fill>
          <RefusedOrigins />
          <HeldTray {...{ held, query }} selected={id} />
          <TrafficList {...{ log, query, usual, ...rows }} selected={id} findings={rules} />
        </TabPanel>
      }
      detail={id !== '' && <Detail {...{ id, part, query, held }} />}
      empty={held.length === 0 && log.list.loaded && log.list.total === 0 && !log.isFiltered && <NoTraffic />}
      peek={peek}
    />
  );
}

interface DetailProps {
  readonly id: string;
  /** Slug of the request's tab. */
  readonly part: string;
  readonly query: string;
  readonly held: readonly HeldRequest[];
}

/** A request; while a fault holds it, what both sides know. */
function Detail({ id, part, query, held }: DetailProps) {
  const request = held.find((each) => each.id === id);
  const { loaded } = useHeldRequests();
  const wasHeld = useRef('');
  const isLogged = useTrafficPart((items) => items.some((row) => row.id === id)) === true;
  if (request !== undefined) wasHeld.current = id;
  // A request that has gone on is in the log a moment later.
  else if (!loaded || (wasHeld.current === id && !isLogged)) return <LoadingState label="Loading the request…" />;
  return request === undefined ? (
    <TrafficDetail key={id} id={id} tab={part} query={query} />
  ) : (
    <HeldDetail key={id} {...{ request, held, query }} tab={part} />
  );
}

/** Interval at which the counts are loaded, in milliseconds: refused requests are kept nowhere, and are no events. */
const EVERY = 2000;

/** A line for the latest web page whose requests were refused, with the button that lets its origin in. Renders nothing without any. */
function RefusedOrigins() {
  const api = useApi();
  const { data, reload } = useLive({
    key: 'refused origins',
    load: async () => (await api.info()).refusedOrigins,
    every: EVERY,
  });
  const allow = useAction(async (origin: string) => {
    await api.allowOrigin({ body: { origin } });
    reload();
  });
  const forget = useAction(async () => {
    await api.forgetOrigins();
    reload();
  });
  const [latest] = data ?? [];
  if (latest === undefined) return null;
  const { origin, count } = latest;
  return (
    <p className={classes['origins']} role="status">
      <span className="grow">
        {counted(count, 'request')} of <code>{origin}</code> {count === 1 ? 'was' : 'were'} refused
      </span>
      <Button size="compact-sm" loading={allow.busy} onClick={() => void allow.run(origin)}>
        Allow
      </Button>
      <IconButton icon={XIcon} label="Hide refused origins" onClick={() => void forget.run()} />
    </p>
  );
}
