import { useMemo } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { type TrafficItem, useAllTraffic } from '../../core/data/hangar.ts';
import type { Query } from '../../core/data/query.ts';
import { useFindings } from '../../core/traffic/use-lab-records.ts';
import { useQueryState } from '../../core/page/url.ts';
import { LinkTabs, TabPanel } from '../../ui/layout/LinkTabs.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { CoverageTab } from './CoverageTab.tsx';
import { FindingsTab } from './FindingsTab.tsx';
import { TrafficDetail } from './TrafficDetail.tsx';
import { TrafficFilterBar } from './TrafficFilterBar.tsx';
import { NoTraffic, TrafficList } from './TrafficList.tsx';
import { useTrafficLog } from './use-traffic-log.ts';
import { NoneSelected } from '../../ui/layout/NoneSelected.tsx';
import { runningCount } from './running-count.ts';

/** Tabs other than that of the requests, by their segment of the path. */
const TABS = { findings: 'Findings', coverage: 'Coverage' } as const;

/** `/traffic` and `/traffic/:id/:tab`, `/traffic/findings/:id` and `/traffic/coverage`, with the filter in the query. */
export function TrafficPage() {
  const [, params] = useRoute('/traffic/:id/:tab?');
  const [path] = useLocation();
  const findings = useFindings();
  const { items } = useAllTraffic();
  const id = params?.id ?? '';
  const tab = id === 'findings' || id === 'coverage' ? id : 'requests';
  // The current tab links to the open page, so that it counts as selected.
  const href = (name: string, home: string) => (tab === name ? path : home);
  return (
    <>
      <LinkTabs
        label="Parts of the traffic"
        tabs={[
          { label: 'Requests', href: href('requests', '/traffic'), count: items.length },
          {
            label: TABS.findings,
            href: href('findings', '/traffic/findings'),
            count: findings.data?.items.length ?? 0,
          },
          { label: TABS.coverage, href: href('coverage', '/traffic/coverage') },
        ]}
      />
      <TabPanel label={tab === 'requests' ? 'Requests' : TABS[tab]} fill>
        <Tab
          tab={tab}
          id={tab === 'findings' ? (params?.tab ?? '') : id}
          part={params?.tab ?? ''}
          findings={findings}
        />
      </TabPanel>
    </>
  );
}

interface TabProps {
  readonly tab: 'requests' | keyof typeof TABS;
  /** The request or finding in the path; '' for none. */
  readonly id: string;
  /** Slug of the request's tab. */
  readonly part: string;
  readonly findings: Query<{ readonly items: readonly Finding[] }>;
}

function Tab({ tab, id, part, findings }: TabProps) {
  if (tab === 'coverage') return <CoverageTab />;
  return tab === 'findings' ? (
    <FindingsTab findings={findings} selected={id} />
  ) : (
    <Requests id={id} part={part} findings={findings} />
  );
}

function Requests({ id, part, findings }: Pick<TabProps, 'id' | 'part' | 'findings'>) {
  const found = findings.data?.items;
  const rules = useMemo(
    () => new Map(found?.flatMap(({ rule, requestIDs }) => requestIDs.map((request) => [request, rule] as const))),
    [found],
  );
  const { get, query } = useQueryState();
  const log = useTrafficLog(get('q'));
  return (
    <ListDetail
      name="Traffic"
      path={`/traffic${query}`}
      wide
      filters={<TrafficFilterBar log={log} />}
      list={<TrafficList log={log} query={query} selected={id} findings={rules} />}
      detail={id !== '' && <TrafficDetail key={id} id={id} tab={part} query={query} />}
      empty={log.loaded && log.total === 0 && <NoTraffic />}
      placeholder={<NoRequestSelected />}
    />
  );
}

/** Shown beside the list while no request is selected: the requests that people look for first. */
function NoRequestSelected() {
  const { items, loaded } = useAllTraffic();
  const kinds = useMemo(countedKinds, []);
  const links = useMemo(
    () => kinds.map(({ count, ...link }) => ({ ...link, count: loaded ? count(items) : undefined })),
    [kinds, items, loaded],
  );
  return (
    <NoneSelected
      noun="request"
      shows="the request, the response, its attempts and related runs"
      label="Requests by kind"
      links={links}
    />
  );
}

function countedKinds() {
  const kind = (text: string, filter: string, isOne: (row: TrafficItem) => boolean) => {
    return { text, href: `/traffic?q=${encodeURIComponent(filter)}`, count: runningCount(isOne) };
  };
  return [
    kind('Errors', 'is:error', ({ error }) => error !== ''),
    kind('Warnings', 'is:warning', ({ warnings }) => warnings.length > 0),
    kind('Replays', 'is:replay', ({ replayOf }) => replayOf !== ''),
  ];
}
