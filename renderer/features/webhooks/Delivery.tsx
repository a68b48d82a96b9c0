import { ChevronDownIcon, ChevronRightIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RunRow, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import type { WebhookConfig } from '../../../shared/model/task.ts';
import { runStatus } from '../../core/run/run-display.ts';
import { clientText, endText, statusTone } from '../../core/traffic/request-look.ts';
import { shortID } from '../../core/short-id.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge, ToneBadge } from '../../ui/StatusBadge.tsx';
import { duration } from '../../ui/time.ts';
import { DeliveryDetail } from './DeliveryDetail.tsx';
import { withoutDirections } from '../../ui/without-directions.ts';

/** Heads of the columns of deliveries. */
export const COLUMNS = ['Status', 'Run', 'Time', 'Environment', 'Request'];

interface DeliveryProps {
  readonly row: TrafficRow;
  readonly run: RunRow | undefined;
  readonly signing: WebhookConfig['signing'];
}

/** A row of the table of deliveries, and below it the details when it is open. */
export function Delivery({ row, run, signing }: DeliveryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr>
        <td>
          <span className="row" style={{ flexWrap: 'nowrap' }}>
            <IconButton
              icon={isOpen ? ChevronDownIcon : ChevronRightIcon}
              size={24}
              label="Details"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
            <ToneBadge tone={statusTone(row.status)}>{endText(row)}</ToneBadge>
          </span>
        </td>
        <td>
          {row.runID === '' ? (
            <span className="error">{withoutDirections(row.error)}</span>
          ) : (
            <>
              {run !== undefined && <StatusBadge status={runStatus(run)} />}{' '}
              <Link href={`/runs/${row.runID}`} className="mono" title={row.runID}>
                {shortID(row.runID)}
              </Link>
            </>
          )}
        </td>
        <td>
          <span className="nowrap">
            <RelativeTime at={row.at} suffix="ago" /> ·
          </span>{' '}
          <span className="nowrap">{duration(row.milliseconds)}</span>
        </td>
        <td className="nowrap">{row.path.split('/')[3]}</td>
        <td>
          <Link href={`/traffic/${row.id}`}>{clientText(row.client) || 'Show'}</Link>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS.length}>
            <DeliveryDetail id={row.id} signing={signing} />
          </td>
        </tr>
      )}
    </>
  );
}
