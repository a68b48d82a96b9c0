import { VisuallyHidden } from '@mantine/core';
import { Repeat2Icon, TriangleAlertIcon, ZapIcon, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { FINDING_RULES, type FindingRule } from '../../../shared/registry/finding-rules.ts';
import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { RelativeTime, duration } from '../../ui/text/time.tsx';
import { Row, RowMono } from '../../ui/lists/Row.tsx';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { requestWords, endText, senderOf, statusShape, statusTone } from './request-words.ts';
import classes from './TrafficRowView.module.css';

interface TrafficRowViewProps {
  readonly row: TrafficRow;
  /** The rule of a finding with the request as evidence. */
  readonly finding: FindingRule | undefined;
  /** Its moment; its age when absent. */
  readonly at?: string;
  /** The sender of most rows, which is not named; absent when no sender is. */
  readonly usual?: string;
}

/** A request as a row: what it is about and its status; its operation and what came of it, or its error, with badges. Memoized for fast streams. */
export const TrafficRowView = memo(function TrafficRowView({ row, finding, at, usual }: TrafficRowViewProps) {
  const shape = statusShape(row);
  const { title, value } = requestWords(row);
  return (
    <Row
      icon={<StatusShape shape={shape} />}
      title={
        <>
          {stripBidiControls(title)} {value !== '' && <RowMono>{value}</RowMono>}
        </>
      }
      aside={
        <>
          <b className={classes['status']} data-tone={shape === 'lost' ? 'wait' : statusTone(row.status)}>
            {endText(row)}
          </b>{' '}
          · {duration(row.milliseconds)}
        </>
      }
      note={
        <span className={classes['note']}>
          <span className={classes['summary']}>
            <Summary row={row} />
            {usual !== undefined && senderOf(row) !== usual && ` · from ${stripBidiControls(senderOf(row))}`}
          </span>
          <Badges row={row} finding={finding} />
        </span>
      }
      age={at ?? <RelativeTime at={row.at} />}
    />
  );
});

/** The operation and what came of it; of a refused request the error, which has the room of both. */
function Summary({ row }: { row: TrafficRow }) {
  const { operation, made } = requestWords(row);
  const words = stripBidiControls(operation);
  if (row.error !== '' && row.code !== 'unauthorized')
    return (
      <>
        <VisuallyHidden>{words}: </VisuallyHidden>
        {stripBidiControls(row.summary ?? row.error)}
      </>
    );
  return (
    <>
      {words}
      {row.runStatus !== undefined && `: ${STATUS_DISPLAY[row.runStatus].text}`}
      {row.subject !== undefined && row.summary !== undefined && `: ${row.summary}`}
      {made !== '' && (
        <>
          {' → '}
          <RowMono>{made}</RowMono>
        </>
      )}
      {row.subject === undefined && row.query !== '' && <RowMono>{row.query}</RowMono>}
    </>
  );
}

function Badges({ row: { fault, replayOf, warnings }, finding }: TrafficRowViewProps) {
  return (
    <>
      {fault !== undefined && <Badge icon={ZapIcon} text={fault.slug} title={`Fault ${fault.slug}`} isHighlighted />}
      {replayOf !== '' && (
        <Badge icon={Repeat2Icon} text="replay" title="Repeats the answer of the same Idempotency-Key" />
      )}
      {finding !== undefined && (
        <Badge icon={TriangleAlertIcon} text={FINDING_RULES[finding].title} title="Finding" isHighlighted />
      )}
      {finding === undefined && warnings.length > 0 && (
        <Badge icon={TriangleAlertIcon} text="warning" title={warnings.join(' ')} />
      )}
    </>
  );
}

interface BadgeProps {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly title: string;
  /** True for a fault or a finding, which are highlighted. */
  readonly isHighlighted?: boolean;
}

function Badge({ icon: Icon, text, title, isHighlighted = false }: BadgeProps) {
  return (
    <span className={classes['badge']} data-highlighted={isHighlighted} title={title}>
      <Icon size={12} />
      <span className="ellipsis">{text}</span>
    </span>
  );
}
