import { KeyRoundIcon, ServerIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_RULES } from '../../../shared/registry/finding-rules.ts';
import { type TrafficItem, useTraffic } from '../../core/data/hangar.ts';
import { shortID } from '../../core/run/short-id.ts';
import { useEntityTitle } from '../../core/page/page.ts';
import { counted } from '../../ui/text/counted.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { MetaItem, MetaLine } from '../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { clockTime, duration } from '../../ui/text/time.ts';
import { shortPath, statusText } from '../../core/traffic/request-look.ts';
import classes from './findings.module.css';
import { LEVELS } from '../../core/traffic/LevelIcon.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

/** Maximum number of runs shown as links. */
const MAX_RUNS = 20;

/** One finding: the mistake, its evidence, and the change to make. */
export function FindingDetail({ finding }: { finding: Finding }) {
  const { rule, level, message, client, apiKey, count, lastAt, runIDs } = finding;
  const { title, explanation } = FINDING_RULES[rule];
  useEntityTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        badge={<ToneBadge tone={LEVELS[level].tone}>{level}</ToneBadge>}
        meta={
          <MetaLine
            items={[
              client !== '' && <MetaItem icon={ServerIcon}>{client}</MetaItem>,
              apiKey !== '' && <MetaItem icon={KeyRoundIcon}>{apiKey}</MetaItem>,
              `seen ${counted(count, 'time')}`,
              <>
                last <RelativeTime at={lastAt} suffix="ago" />
              </>,
            ]}
          />
        }
      />
      <ScrollRegion label="Finding" titled>
        <div className={classes['finding']}>
          <p>{stripBidiControls(message)}</p>
          <h2>What to change</h2>
          <p>
            {explanation} <DocsLink href="/docs/findings.html#rules">Rule “{rule}”</DocsLink>
          </p>
          <Evidence finding={finding} />
          {runIDs.length > 0 && (
            <p>
              Runs:{' '}
              <MetaLine
                items={runIDs.slice(-MAX_RUNS).map((id) => (
                  <Link href={`/runs/${id}`}>{id}</Link>
                ))}
              />
            </p>
          )}
        </div>
      </ScrollRegion>
    </>
  );
}

function Evidence({ finding: { requestIDs } }: { finding: Finding }) {
  const { items } = useTraffic();
  if (requestIDs.length === 0) return null;
  const known = new Map(items.map((item) => [item.id, item]));
  return (
    <>
      <h2>Evidence</h2>
      <div className={classes['evidence']} role="region" aria-label="Evidence" tabIndex={0}>
        <DataTable columns={['Request', 'Time', 'Answer', 'Took', 'Idempotency-Key', 'Run']}>
          {requestIDs.map((id) => (
            <RequestRow key={id} id={id} row={known.get(id)} />
          ))}
        </DataTable>
      </div>
    </>
  );
}

function RequestRow({ id, row }: { id: string; row: TrafficItem | undefined }) {
  if (row === undefined)
    return (
      <tr>
        <td colSpan={6} className="quiet">
          {id} is no longer in the log
        </td>
      </tr>
    );
  const { method, path, at, status, fault, milliseconds, idempotencyKey, runID } = row;
  return (
    <tr>
      <th scope="row">
        <Link href={`/traffic/${id}`} className="nowrap">
          {method} {shortPath(path)}
        </Link>
      </th>
      <td className="nowrap">{clockTime(at)}</td>
      <td>{fault === undefined ? statusText(status) : `${statusText(status)}, fault “${fault.slug}”`}</td>
      <td className="nowrap">{duration(milliseconds)}</td>
      <td>{idempotencyKey === '' ? <span className="quiet">none</span> : <code>{idempotencyKey}</code>}</td>
      <td>
        {runID !== '' && (
          <Link href={`/runs/${runID}`} title={runID}>
            {shortID(runID)}
          </Link>
        )}
      </td>
    </tr>
  );
}
