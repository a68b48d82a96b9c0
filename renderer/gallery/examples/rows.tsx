import { Fragment, type ReactNode } from 'react';
import { keysOf } from '../../../shared/values/keys-of.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { MetaItem, MetaLine, MetaLink } from '../../ui/MetaLine.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row, RowMono, RowValues } from '../../ui/Row.tsx';
import { STATUS_DISPLAY } from '../../ui/status.ts';
import { StatusBadge, StatusIcon, ToneBadge } from '../../ui/StatusBadge.tsx';
import { type Examples, LONG_TEXT, LONG_WORD } from './example.ts';

const ALL = keysOf(STATUS_DISPLAY);
const AT = '2026-01-02T03:04:05Z';
const ofEachStatus = (render: (status: (typeof ALL)[number]) => ReactNode) => (
  <div className="row">
    {ALL.map((status) => (
      <Fragment key={status}>{render(status)}</Fragment>
    ))}
  </div>
);
const age = <RelativeTime at={AT} />;
const values = (
  <RowValues
    values={[
      ['order_id', 'AB1042'],
      ['amount', '240'],
    ]}
  />
);

/** Rows of lists, and their parts. */
export const examples: Examples = {
  Row: {
    mark: (
      <Row
        mark={<input type="checkbox" aria-label="Select" />}
        icon={<StatusIcon status="WaitingForPrompt" />}
        title="Refund 310?"
        note="Refund an order"
      />
    ),
    default: (
      <Row icon={<StatusIcon status="Succeeded" />} title="Refund an order" aside="2.4 s" note={values} age={age} />
    ),
    error: (
      <Row
        icon={<StatusIcon status="Failed" />}
        title="Refund an order"
        aside="0.3 s"
        note="The order does not exist"
        age={age}
        isBad
      />
    ),
    empty: <Row title="Refund an order" />,
    'long text': (
      <Row
        icon={<StatusShape shape="ok" />}
        title={LONG_WORD}
        aside="12 min 4 s"
        note={<RowValues values={[['order_id', LONG_WORD]]} />}
        age={age}
      />
    ),
  },
  RowMono: { default: <RowMono>AB1042</RowMono> },
  RowValues: {
    default: values,
    'many items': (
      <RowValues values={Array.from({ length: 12 }, (_, index) => [`parameter_${index}`, String(index)] as const)} />
    ),
  },
  StatusBadge: {
    'all statuses': ofEachStatus((status) => <StatusBadge status={status} />),
  },
  StatusIcon: {
    'all statuses': ofEachStatus((status) => <StatusIcon status={status} />),
  },
  ToneBadge: {
    'all tones': (
      <div className="row">
        <ToneBadge tone="ok">200</ToneBadge>
        <ToneBadge tone="bad">500</ToneBadge>
        <ToneBadge tone="run">open</ToneBadge>
        <ToneBadge tone="wait">429</ToneBadge>
        <ToneBadge tone="off">304</ToneBadge>
      </div>
    ),
    'long text': <ToneBadge tone="wait">{LONG_WORD}</ToneBadge>,
  },
  MetaItem: {
    default: <MetaItem icon="layers">development</MetaItem>,
    'long text': <MetaItem icon="layers">{LONG_WORD}</MetaItem>,
  },
  MetaLink: {
    default: <MetaLine items={[<MetaLink icon="blocks" href="/" name="Refund an order" />]} />,
    'long text': <MetaLine items={[<MetaLink icon="blocks" href="/" name={LONG_TEXT} />]} />,
  },
  MetaLine: {
    default: <MetaLine items={['Development', false, '2.4 s', '']} />,
    empty: <MetaLine items={[]} />,
    icons: (
      <MetaLine items={[<MetaItem icon="layers">development</MetaItem>, <MetaItem icon="clock">3 min ago</MetaItem>]} />
    ),
    'many items': <MetaLine items={Array.from({ length: 30 }, (_, index) => `part ${index}`)} />,
  },
};
