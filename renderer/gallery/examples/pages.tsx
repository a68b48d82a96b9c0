import { Button } from '@mantine/core';
import { DataTable } from '../../ui/DataTable.tsx';
import { DetailTabs } from '../../ui/DetailTabs.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FailureText } from '../../ui/FailureText.tsx';
import { LinkTabs, TabPanel } from '../../ui/LinkTabs.tsx';
import { MetaLine } from '../../ui/MetaLine.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { StableHeight } from '../../ui/StableHeight.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { type Examples, framed, LONG_TEXT, LONG_WORD } from './example.ts';

const tabs = [
  { label: 'Summary', href: '/things/one' },
  { label: 'Logs', href: '/things/one/logs', count: 12 },
  { label: 'Access', href: '/things/one/access', problem: true },
];
const detailTabs = [
  { slug: '', label: 'Summary', content: <p>Succeeded after 2.4 s.</p> },
  { slug: 'logs', label: 'Logs', count: 12, content: <p>Twelve lines.</p> },
];
const cells = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => (
    <tr key={index}>
      <td>{`${text} ${index + 1}`}</td>
      <td>200</td>
    </tr>
  ));

/** Headings, tabs and other parts of pages. */
export const examples: Examples = {
  PageHeader: {
    default: framed(
      64,
      <PageHeader
        title="Refund an order"
        badge={<StatusBadge status="Failed" />}
        meta={<MetaLine items={['Development', '2.4 s']} />}
        actions={<Button variant="filled">Run again</Button>}
      />,
    ),
    'title only': <PageHeader title="Settings" />,
    'long text': (
      <PageHeader
        title={LONG_WORD}
        badge={<StatusBadge status="Active" />}
        meta={LONG_WORD}
        actions={<Button>Run again</Button>}
      />
    ),
  },
  LinkTabs: {
    default: <LinkTabs label="Run" tabs={tabs} />,
    hover: <LinkTabs label="Run, hovered" tabs={tabs} />,
    focus: <LinkTabs label="Run, focused" tabs={tabs} />,
    'many items': (
      <LinkTabs
        label="Many"
        tabs={Array.from({ length: 14 }, (_, index) => ({ label: `Tab ${index + 1}`, href: `/things/${index}` }))}
      />
    ),
  },
  TabPanel: {
    default: <TabPanel label="Panel">Content of the panel</TabPanel>,
    'long text': framed(80, <TabPanel label="Long panel">{LONG_TEXT.repeat(8)}</TabPanel>),
  },
  DetailTabs: {
    default: framed(
      120,
      <DetailTabs
        label="Detail"
        path="/things/one"
        query=""
        selected=""
        tabs={detailTabs}
        aside="of the step “charge”"
      />,
    ),
  },
  ScrollRegion: {
    default: framed(80, <ScrollRegion label="Long region">{LONG_TEXT.repeat(8)}</ScrollRegion>),
    'below a title': framed(
      80,
      <ScrollRegion label="Titled region" titled>
        {LONG_TEXT}
      </ScrollRegion>,
    ),
  },
  Facts: {
    default: (
      <Facts label="Facts">
        <Fact name="Environment">Development</Fact>
        <Fact name="Started">2 min ago</Fact>
      </Facts>
    ),
    'long text': (
      <Facts label="Long facts">
        <Fact name="Idempotency key">{LONG_WORD}</Fact>
        <Fact name="Failure">{LONG_TEXT}</Fact>
      </Facts>
    ),
  },
  Fact: {
    empty: (
      <Facts label="Empty facts">
        <Fact name="Environment">{''}</Fact>
        <Fact name="Started">2 min ago</Fact>
      </Facts>
    ),
  },
  DataTable: {
    default: <DataTable columns={['Operation', 'Status']}>{cells(3, 'tasks/execute')}</DataTable>,
    empty: <DataTable columns={['Operation', 'Status']}>{[]}</DataTable>,
    'long text': <DataTable columns={['Operation', 'Status']}>{cells(2, LONG_WORD)}</DataTable>,
    'many items': <DataTable columns={['Operation', 'Status']}>{cells(30, 'runs/get')}</DataTable>,
  },
  FailureText: {
    default: <FailureText text="ledger.ts:5:33 The order does not exist" source={() => '/tasks/tsk1/behavior'} />,
    'long text': <FailureText text={LONG_TEXT.repeat(6)} />,
    empty: <FailureText text="" />,
  },
  StableHeight: { default: <StableHeight above="May grow">Stays where it is under the pointer.</StableHeight> },
};
