import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import type { RawRequest } from '../../core/data/api.ts';
import type { InfoItem, WebhookItem } from '../../core/data/hangar.ts';
import type { CopiedRequest } from '../../core/request/copy-formats.ts';

const MASK = '****';
/** Headers of the connection or the browser, which the next sender sets itself. */
const CONNECTION_HEADERS =
  /^(?:host|connection|content-length|content-encoding|transfer-encoding|accept-encoding|keep-alive|cookie|origin|referer|user-agent|dnt|priority|sec-.*|proxy-.*|te|trailer|upgrade|expect)$/i;

/** Sources of the values that the log masks. */
export interface Secrets {
  readonly info: InfoItem;
  readonly webhooks: readonly WebhookItem[];
}

/** A logged request to send again: with secrets filled in and without headers of the connection. */
export function requestOf(entry: TrafficEntry, secrets: Secrets): RawRequest {
  const { row, request } = entry;
  return {
    method: row.method,
    path: fullPath(entry, secrets) + row.query,
    headers: Object.fromEntries(
      request.headers.flatMap(([name, value]) => {
        const full = CONNECTION_HEADERS.test(name) ? undefined : unmasked(value, secrets.info.apiKey);
        return full === undefined ? [] : [[name, full]];
      }),
    ),
    body: request.encoding === 'utf8' ? request.body : '',
  };
}

/** A logged request to copy as code, with environment variables for its key and the secret of its webhook. */
export function copiedRequest(entry: TrafficEntry, secrets: Secrets): CopiedRequest {
  const { body, encoding } = entry.request;
  const { url, apiKey } = secrets.info;
  const { path, ...request } = requestOf(entry, secrets);
  const isWebhook = entry.row.path.endsWith(`/${MASK}`);
  const secret = isWebhook ? fullPath(entry, secrets).split('/').at(-1) : undefined;
  const variables: readonly (readonly [string, string])[] = [
    [apiKey, 'HANGAR_API_KEY'],
    ...(secret === undefined || secret === MASK ? [] : [[secret, 'HANGAR_WEBHOOK_SECRET'] as const]),
  ];
  return { ...request, path, origin: url, body, encoding, status: entry.row.status, secrets: new Map(variables) };
}

function unmasked(value: string, apiKey: string): string | undefined {
  if (!value.includes(MASK)) return value;
  return value.startsWith('tkn_') || value === MASK ? apiKey : undefined;
}

/** The called webhook of a request; `undefined` when there was none, or it was removed. */
export function webhookOf({ row }: TrafficEntry, webhooks: readonly WebhookItem[]): WebhookItem | undefined {
  if (!row.path.endsWith(`/${MASK}`)) return undefined;
  const start = row.path.slice(0, -MASK.length);
  return webhooks.find((item) => item.webhook === row.webhook && pathOf(item.url).startsWith(start));
}

function fullPath(entry: TrafficEntry, { info, webhooks }: Secrets): string {
  const url = webhookOf(entry, webhooks)?.url;
  return url === undefined ? entry.row.path : pathOf(url).replace(info.url, '');
}

function pathOf(url: string): string {
  return url.startsWith('/') ? url : new URL(url).pathname;
}
