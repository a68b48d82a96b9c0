import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PaneDivider } from '../../ui/PaneDivider.tsx';
import { Row, RowValues } from '../../ui/Row.tsx';
import { SortableItem, SortableList } from '../../ui/SortableList.tsx';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import { type ListRows, VirtualList } from '../../ui/VirtualList.tsx';
import { type Examples, framed, LONG_WORD } from './example.ts';

const nothing = () => undefined;

interface ListProps {
  readonly label: string;
  readonly count: number;
  readonly pending?: number;
  readonly name?: string;
  /** Number of loaded rows. */
  readonly loaded?: number;
}

/** A list of runs with the second one open. */
function List({ label, count, pending = 0, name = 'Refund an order', loaded = count }: ListProps) {
  const at = (index: number) => (index < loaded ? `run${index}` : undefined);
  const rows: ListRows<string> = { count, pending, at, setFrozen: nothing, showPending: nothing };
  return (
    <VirtualList
      label={label}
      rows={rows}
      idOf={(id) => id}
      path="/runs"
      selected="run1"
      render={(id) => (
        <Row
          icon={<StatusIcon status={id.endsWith('2') ? 'Failed' : 'Succeeded'} />}
          title={name}
          aside="2.4 s"
          note={<RowValues values={[['order_id', id]]} />}
          age="3 min"
        />
      )}
    />
  );
}

function Divided() {
  const pane = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  return (
    <div style={{ display: 'flex', height: '100%' }}>
      <div ref={pane} style={{ width: width ?? 320 }}>
        List
      </div>
      <PaneDivider label="Width of the list" pane={pane} width={width} onWidth={setWidth} />
      <div className="grow">Detail</div>
    </div>
  );
}

function Sortable({ label, names }: { label: string; names: readonly string[] }) {
  const [order, setOrder] = useState(names);
  return (
    <SortableList
      label={label}
      keys={order}
      nameOf={(index) => order[index] ?? ''}
      onMove={(from, to) => setOrder(order.toSpliced(from, 1).toSpliced(to, 0, order[from] ?? ''))}
    >
      {order.map((name) => (
        <SortableItem key={name} id={name} name={name}>
          {(handle) => (
            <span className="row" style={{ overflowWrap: 'anywhere', flexWrap: 'nowrap' }}>
              {handle} {name}
            </span>
          )}
        </SortableItem>
      ))}
    </SortableList>
  );
}

interface Panes {
  readonly list: React.ReactNode;
  readonly detail: React.ReactNode;
  readonly empty?: React.ReactNode;
  readonly preview?: React.ReactNode;
}

const refund = <PageHeader title="Refund an order" />;

const listDetail = (name: string, panes: Panes) =>
  framed(
    240,
    <ListDetail
      {...panes}
      name={name}
      path="/runs"
      filters={<Button>Status ▾</Button>}
      placeholder={<EmptyState title="No thing is open">Its timeline and its log appear here.</EmptyState>}
    />,
  );

/** Lists and details. */
export const examples: Examples = {
  VirtualList: {
    default: framed(160, <List label="Runs" count={3} />),
    hover: framed(160, <List label="Runs, hovered" count={3} />),
    focus: framed(160, <List label="Runs, focused" count={3} />),
    'new rows': framed(160, <List label="Runs, with new ones" count={3} pending={12} />),
    loading: framed(160, <List label="Runs, loading" count={3} loaded={1} />),
    'long text': framed(160, <List label="Runs with long names" count={3} name={LONG_WORD} />),
    'many items': framed(220, <List label="Many runs" count={100_000} />),
  },
  ListDetail: {
    default: listDetail('Things', { list: <List label="Things" count={3} />, detail: refund }),
    'nothing chosen': listDetail('Other things', { list: <List label="Other things" count={3} />, detail: false }),
    preview: listDetail('Previewed things', {
      list: <List label="Previewed things" count={3} />,
      preview: refund,
      detail: false,
    }),
    loading: listDetail('Loading things', { list: <LoadingState />, detail: false }),
    empty: listDetail('No things', { list: null, detail: false, empty: <EmptyState title="No things yet" /> }),
  },
  PaneDivider: { default: framed(80, <Divided />), hover: framed(80, <Divided />), focus: framed(80, <Divided />) },
  SortableItem: { default: <Sortable label="One parameter" names={['Order']} /> },
  SortableList: {
    default: <Sortable label="Parameters" names={['Order', 'Amount', 'Reason']} />,
    hover: <Sortable label="Parameters, hovered" names={['Order', 'Amount', 'Reason']} />,
    focus: <Sortable label="Parameters, focused" names={['Order', 'Amount', 'Reason']} />,
    'long text': <Sortable label="Long names" names={[LONG_WORD, 'Amount']} />,
  },
};
