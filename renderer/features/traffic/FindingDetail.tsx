import { Button } from '@mantine/core';
import { ServerIcon, ZapIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_RULES } from '../../../shared/registry/finding-rules.ts';
import { type FaultDraft, operationOfPath } from '../../core/faults/fault-draft.ts';
import { type TrafficItem, useHangar, useTraffic } from '../../core/data/hangar.ts';
import { shortID } from '../../core/run/run-display.ts';
import { useEntityTitle, useNavigate } from '../../core/page/page.ts';
import { Attempts } from '../../core/traffic/Attempts.tsx';
import { requestWords, endText, senderOf } from '../../core/traffic/request-words.ts';
import { type Provocation, useProvocation } from '../../core/traffic/use-provoking.ts';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { counted, numberText, stripBidiControls, DocsLink } from '../../ui/text/shown-text.tsx';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { MetaItem, MetaLine } from '../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RelativeTime, clockTime } from '../../ui/text/time.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { type FindingKind, FIXES } from './finding-fixes.ts';
import classes from './findings.module.css';
import { LEVELS } from '../../core/traffic/LevelIcon.tsx';

/** Maximum number of findings of a kind, and of requests and runs of each, that are shown: the latest ones. */
const MOST = 10;

/** The findings of one kind: the mistake, its evidence, the change to make, and a fault that shows whether it works. */
export function FindingDetail({ kind }: { kind: FindingKind }) {
  const { rule, items } = kind;
  const { title, explanation } = FINDING_RULES[rule];
  const fix = FIXES[rule];
  const test = useProvocation('test_the_fix');
  useEntityTitle(title);
  return (
    <>
      <Header {...{ kind, test }} />
      <ScrollRegion label="Finding" titled>
        <div className={classes['finding']}>
          {test.sentence !== '' && (
            <section aria-label="Test of the fix" className={classes['test']}>
              <p role="status">
                {stripBidiControls(test.sentence)} {test.met === undefined && 'Let your program make this call.'}
              </p>
              {test.met !== undefined && <Attempts key={test.met.id} row={test.met} query="" />}
            </section>
          )}
          {items.slice(0, MOST).map((finding) => (
            <Evidence key={finding.id} finding={finding} />
          ))}
          {items.length > MOST && <p className="quiet">{numberText(items.length - MOST)} earlier ones</p>}
          <h2>What to change</h2>
          <p>
            {explanation}{' '}
            <span className="nowrap">
              <DocsLink href="/docs/findings.html#rules">Rule “{rule}”</DocsLink>
            </span>
          </p>
          {fix !== undefined && (
            <pre className={classes['change']} aria-label="The change">
              <del>- {fix.before}</del>
              <ins>+ {fix.after}</ins>
            </pre>
          )}
        </div>
      </ScrollRegion>
    </>
  );
}

function Header({ kind: { rule, level, items, count }, test }: { kind: FindingKind; test: Provocation }) {
  const { preferences } = useHangar();
  const navigate = useNavigate();
  const draft = useProvokingDraft(items[0], FIXES[rule]?.fault);
  const senders = new Set(items.map(({ client, apiKey }) => senderOf({ client, caller: apiKey })));
  const ignore = () => {
    preferences.setState(({ ignoredFindings }) => ({ ignoredFindings: [...ignoredFindings, rule] }));
    navigate('/traffic/findings');
  };
  return (
    <PageHeader
      title={FINDING_RULES[rule].title}
      badge={<ToneBadge tone={LEVELS[level].tone}>{level}</ToneBadge>}
      meta={
        <MetaLine
          items={[
            ...[...senders].slice(0, 3).map((sender) => <MetaItem icon={ServerIcon}>{sender}</MetaItem>),
            `seen ${counted(count, 'time')}`,
            <>
              last <RelativeTime at={items[0].lastAt} suffix="ago" />
            </>,
          ]}
        />
      }
      actions={
        <ActionBar>
          <Button onClick={ignore}>Ignore this kind</Button>
          {draft !== undefined && (
            <Button
              variant="filled"
              leftSection={<ZapIcon size={14} />}
              loading={test.isBusy}
              onClick={() => test.provoke(draft)}
            >
              Test the fix
            </Button>
          )}
        </ActionBar>
      }
    />
  );
}

/** A fault for calls like the latest one of a finding; undefined when none provokes the mistake. */
function useProvokingDraft({ requestIDs }: Finding, fault: FaultDraft | undefined): FaultDraft | undefined {
  const row = useTraffic().items.find(({ id }) => id === requestIDs.at(-1));
  if (row === undefined || fault === undefined) return undefined;
  const operation = operationOfPath(row.path);
  const noun = operation === 'runbooks/execute' ? 'runbook' : 'task';
  // Rules know no runbook of a session.
  const named = row.subject === undefined || operation.startsWith('sessions/') ? {} : { [noun]: row.subject.slug };
  return { ...fault, match: { operation, ...named } };
}

/** Requests of a finding with their values, and its runs. */
function Evidence({ finding: { message, requestIDs, runIDs } }: { finding: Finding }) {
  const { items } = useTraffic();
  const rows = requestIDs.slice(-MOST).map((id) => ({ id, row: items.find((item) => item.id === id) }));
  // Findings of reads have neither.
  const hasValues = rows.some(({ row }) => row?.subject !== undefined);
  const hasRuns = rows.some(({ row }) => row !== undefined && row.runID !== '');
  const others = runIDs.filter((id) => rows.every(({ row }) => row?.runID !== id));
  const columns = ['Request', hasValues && 'Values', 'Time', 'Answer', 'Idempotency-Key', hasRuns && 'Run'];
  return (
    <>
      <p>{stripBidiControls(message)}</p>
      {requestIDs.length > 0 && (
        <div className={classes['evidence']} role="region" aria-label="Evidence" tabIndex={0}>
          <DataTable columns={columns.filter((column) => column !== false)}>
            {rows.map(({ id, row }) => (
              <RequestRow key={id} {...{ id, row, hasValues, hasRuns }} />
            ))}
          </DataTable>
          {requestIDs.length > MOST && <span className="quiet">{numberText(requestIDs.length - MOST)} earlier</span>}
        </div>
      )}
      {others.length > 0 && (
        <p>
          Runs:{' '}
          <MetaLine
            items={others.slice(-MOST).map((id) => (
              <Link href={`/runs/${id}`}>{id}</Link>
            ))}
          />
        </p>
      )}
    </>
  );
}

interface RequestRowProps {
  readonly id: string;
  readonly row: TrafficItem | undefined;
  readonly hasValues: boolean;
  readonly hasRuns: boolean;
}

function RequestRow({ id, row, hasValues, hasRuns }: RequestRowProps) {
  if (row === undefined)
    return (
      <tr>
        <td colSpan={6} className="quiet">
          {id} is no longer in the log
        </td>
      </tr>
    );
  const { at, fault, idempotencyKey, runID, subject } = row;
  const { title, operation } = requestWords(row);
  return (
    <tr>
      <th scope="row">
        <Link href={`/traffic/${id}`} className="nowrap" title={stripBidiControls(operation)}>
          {stripBidiControls(title)}
        </Link>
      </th>
      {hasValues && (
        <td>
          <code>{stripBidiControls(subject?.values.join(' · ') ?? '')}</code>
        </td>
      )}
      <td className="nowrap">{clockTime(at)}</td>
      <td>{fault === undefined ? endText(row) : `${endText(row)}, fault ${fault.slug}`}</td>
      <td>{idempotencyKey === '' ? <span className="quiet">none</span> : <code>{idempotencyKey}</code>}</td>
      {hasRuns && (
        <td>
          {runID !== '' && (
            <Link href={`/runs/${runID}`} className="nowrap" title={runID}>
              {shortID(runID)}
            </Link>
          )}
        </td>
      )}
    </tr>
  );
}
