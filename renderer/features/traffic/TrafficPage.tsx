import { useRoute } from 'wouter';
import { useQueryState } from '../../core/url.ts';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TrafficDetail } from './TrafficDetail.tsx';
import { TrafficFilterBar } from './TrafficFilterBar.tsx';
import { TrafficList } from './TrafficList.tsx';
import { useTrafficLog } from './use-traffic-log.ts';

/** `/traffic` and `/traffic/:id/:tab`, with the filter in the query. */
export function TrafficPage() {
  const [, params] = useRoute('/traffic/:id/:tab?');
  const { get, query } = useQueryState();
  const log = useTrafficLog(get('q'));
  const id = params?.id;
  return (
    <ListDetail
      name="Traffic"
      path={`/traffic${query}`}
      wide
      filters={<TrafficFilterBar log={log} />}
      list={<TrafficList log={log} query={query} selected={id ?? ''} />}
      detail={id !== undefined && <TrafficDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
      placeholder={<EmptyState title="Select a request">Shows the request, the response and related runs.</EmptyState>}
    />
  );
}
