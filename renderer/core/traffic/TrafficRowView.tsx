import { Repeat2Icon, TriangleAlertIcon, ZapIcon, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import type { RunStatus } from '../../../shared/model/status.ts';
import { FINDING_RULES, type FindingRule } from '../../../shared/registry/finding-rules.ts';
import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { Row, RowMono } from '../../ui/lists/Row.tsx';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
import { duration } from '../../ui/text/time.ts';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';
import { requestWords } from './request-words.ts';
import classes from './TrafficRowView.module.css';
import { endText, senderOf, shortPath, statusShape, statusTone } from './request-look.ts';

interface TrafficRowViewProps {
  readonly row: TrafficRow;
  /** The rule of a finding with the request as evidence. */
  readonly finding: FindingRule | undefined;
  /** Its moment; its age when absent. */
  readonly at?: string;
}

/** A request as a row: operation, status, and badges. Memoized for fast streams. */
export const TrafficRowView = memo(function TrafficRowView({ row, finding, at }: TrafficRowViewProps) {
  const shape = statusShape(row);
  return (
    <Row
      icon={<StatusShape shape={shape} />}
      title={
        <>
          <span className={classes['method']}>{row.method}</span> {shortPath(row.path).replace(/^\/v0\//, '')}
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
          </span>
          <Badges row={row} finding={finding} />
        </span>
      }
      age={at ?? <RelativeTime at={row.at} />}
      isBad={row.error !== ''}
    />
  );
});

/** The request in words, or its error, and its sender. */
function Summary({ row }: { row: TrafficRow }) {
  const sender = stripBidiControls(senderOf(row));
  if (row.error !== '') return `${stripBidiControls(row.error)} · ${sender}`;
  const { operation, task, values, made } = requestWords(row);
  return (
    <>
      {operation} {task !== '' && <b className={classes['task']}>{task}</b>}{' '}
      {values.map((value, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <RowMono>{value}</RowMono>
        </span>
      ))}
      {row.runStatus !== undefined && <RunIs status={row.runStatus} />}
      {made !== '' && (
        <>
          {' → '}
          <RowMono>{made}</RowMono>
        </>
      )}
      {operation === '' && row.query !== '' && <RowMono>{row.query.slice(1)}</RowMono>} · {sender}
    </>
  );
}

/** The status of the run that the answer gave. */
function RunIs({ status }: { status: RunStatus }) {
  const { text, tone } = STATUS_DISPLAY[status];
  return (
    <>
      {' is '}
      <b className={classes['status']} data-tone={tone}>
        {text}
      </b>
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
