import { numberText } from '../../ui/counted.ts';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';

/** The reason that a sent body is not shown, as a sentence; '' without a body, or when it is shown. */
export function unreadBody({ row, request }: TrafficEntry): string {
  if (request.size > 0) return '';
  const length = valueOf(request.headers, 'content-length');
  const isChunked = valueOf(request.headers, 'transfer-encoding') !== '';
  if (!isChunked && (length === '' || length === '0')) return '';
  const body = length === '' ? 'A body was sent' : `A body of ${numberText(Number(length))} bytes was sent`;
  if (row.status === 0) return `${body}, but the client disconnected first.`;
  if (row.error === '') return `${body}, but not read: this operation has no body.`;
  return `${body}, but not read: the request was refused first. ${row.error}`;
}

function valueOf(headers: TrafficEntry['request']['headers'], name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
}
