import type { ReactNode } from 'react';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import type { TestRow, TestView } from '../../../shared/contract/emulator/tests.ts';
import { questionTitle, slugOrName } from '../../../shared/model/titles.ts';
import { FINDING_RULES } from '../../../shared/registry/finding-rules.ts';
import { RunRowView } from '../../core/run/RunRowView.tsx';
import { LevelIcon } from '../../core/traffic/LevelIcon.tsx';
import { TrafficRowView } from '../../core/traffic/TrafficRowView.tsx';
import { DetailTabs } from '../../ui/layout/DetailTabs.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { DocsLink, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { RelativeTime, duration, exactTime, localTime } from '../../ui/text/time.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { type AnyStatus, STATUS_DISPLAY } from '../../ui/text/status.ts';
import { urlHere, clockText } from './test-words.ts';
import classes from './tests.module.css';
import type { ClockView } from '../../../shared/contract/emulator/clock.ts';
import { shortID } from '../../core/run/run-display.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { Fact, Facts } from '../../ui/text/Facts.tsx';

interface TestTabsProps {
  readonly row: TestRow;
  readonly view: TestView;
  readonly tab: string;
  readonly query: string;
}

/** The requests, runs, findings, prompts and clock of a test's emulator. */
export function TestTabs({ row, view, tab, query }: TestTabsProps) {
  const { requests, runs, findings, prompts, clock } = view;
  return (
    <DetailTabs
      label="Parts of the test"
      path={`/tests/${row.id}`}
      query={query}
      selected={tab}
      tabs={[
        { slug: '', label: 'Requests', count: requests.length, content: <Requests row={row} view={view} /> },
        { slug: 'runs', label: 'Runs', count: runs.length, content: <Runs row={row} view={view} /> },
        { slug: 'findings', label: 'Findings', count: findings.length, content: <Findings findings={findings} /> },
        { slug: 'prompts', label: 'Prompts', count: prompts.length, content: <Prompts row={row} view={view} /> },
        { slug: 'clock', label: 'Clock', content: <ClockFacts clock={clock} /> },
      ]}
    />
  );
}

type PartProps = Pick<TestTabsProps, 'row' | 'view'>;

function Requests({ row, view: { requests, findings } }: PartProps) {
  if (requests.length === 0) return <EmptyState title="No requests">This test has sent none so far.</EmptyState>;
  const rules = new Map(findings.flatMap(({ rule, requestIDs }) => requestIDs.map((id) => [id, rule] as const)));
  return (
    <>
      {findings
        .filter(({ level }) => level !== 'info')
        .map((finding) => (
          <FindingLine key={finding.id} finding={finding} />
        ))}
      {requests.map(({ row: request, startedAt }) => (
        <Item key={request.id} row={row} path={`/traffic/${request.id}`}>
          <TrafficRowView row={request} finding={rules.get(request.id)} at={duration(startedAt)} />
        </Item>
      ))}
    </>
  );
}

function Runs({ row, view: { runs } }: PartProps) {
  if (runs.length === 0) return <EmptyState title="No runs">This test has executed nothing so far.</EmptyState>;
  return runs.map((run) => (
    <Item key={run.id} row={row} path={`/runs/${run.id}`}>
      <RunRowView run={run} />
    </Item>
  ));
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <EmptyState title="No findings">Hangar found no mistake of the client.</EmptyState>;
  return findings.map((finding) => <FindingLine key={finding.id} finding={finding} hasAdvice />);
}

function FindingLine({ finding, hasAdvice = false }: { finding: Finding; hasAdvice?: boolean }) {
  const { rule, level, message } = finding;
  const { title, explanation } = FINDING_RULES[rule];
  return (
    <div className={classes['finding']}>
      <LevelIcon level={level} />
      <span>
        <b>{title}.</b> {stripBidiControls(message)}
        {hasAdvice && <p className="quiet">{explanation}</p>}
      </span>
      <DocsLink href="/docs/findings.html#rules">What to change</DocsLink>
    </div>
  );
}

function Prompts({ row, view: { prompts } }: PartProps) {
  if (prompts.length === 0) return <EmptyState title="No prompts">No run of this test has asked anything.</EmptyState>;
  return prompts.map((item) => {
    const { prompt } = item;
    const status = promptStatus(item);
    return (
      <Item key={prompt.id} row={row} path={`/prompts/${prompt.id}`}>
        <Row
          icon={<StatusIcon status={status} />}
          title={questionTitle(prompt.description) || 'A prompt without a description'}
          aside={STATUS_DISPLAY[status].text}
          note={slugOrName(item)}
          age={<RelativeTime at={prompt.createdAt} />}
        />
      </Item>
    );
  });
}

function promptStatus({ prompt: { submittedAt, cancelledAt } }: TestView['prompts'][number]): AnyStatus {
  if (submittedAt !== null) return 'Submitted';
  return cancelledAt === null ? 'WaitingForPrompt' : 'Cancelled';
}

interface ItemProps {
  readonly row: TestRow;
  /** Its page in the window of the test's emulator. */
  readonly path: string;
  readonly children: ReactNode;
}

/** An item of the test's emulator, with a link to its page while that emulator runs. */
function Item({ row: { url }, path, children }: ItemProps) {
  if (url === '') return <div className={classes['item']}>{children}</div>;
  return (
    <a className={classes['item']} href={urlHere(url) + path} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/** The clock of a test's emulator, and what it would have done next. */
function ClockFacts({ clock }: { clock: ClockView }) {
  const { now, speed, offsetSeconds, autoSkip, upcoming } = clock;
  return (
    <>
      <Facts label="Clock">
        <Fact name="Clock">{clockText(clock)}</Fact>
        <Fact name="Emulated time">
          <Moment at={now} />
        </Fact>
        <Fact name="Speed">{`×${speed}`}</Fact>
        <Fact name="Ahead of the machine">{`${offsetSeconds} s`}</Fact>
        <Fact name="Skips waits">{autoSkip ? 'yes' : 'no'}</Fact>
      </Facts>
      {upcoming.length > 0 && (
        <DataTable columns={['At', 'Next', 'Run']} aria-label="Upcoming">
          {upcoming.map(({ at, kind, runID }, index) => (
            <tr key={index}>
              <td>
                <Moment at={at} />
              </td>
              <td>{kind}</td>
              <td>
                <code title={runID}>{shortID(runID)}</code>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </>
  );
}

function Moment({ at }: { at: string }) {
  return <time title={exactTime(at)}>{localTime(at)}</time>;
}
