import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';

/** Why a request's body is not shown though one was sent, in a sentence; '' when none was sent, or it is shown. */
export function unreadBody({ row, request }: TrafficEntry): string {
  if (request.size > 0) return '';
  const length = valueOf(request.headers, 'content-length');
  const isChunked = valueOf(request.headers, 'transfer-encoding') !== '';
  if (!isChunked && (length === '' || length === '0')) return '';
  const body = length === '' ? 'A body was sent' : `A body of ${Number(length).toLocaleString('en')} bytes was sent`;
  if (row.status === 0) return `${body}, but the client was gone before all of it had come.`;
  if (row.error === '') return `${body}, but not read: this operation takes none.`;
  return `${body}, but not read: the request was refused before. ${row.error}`;
}

function valueOf(headers: TrafficEntry['request']['headers'], name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
}
