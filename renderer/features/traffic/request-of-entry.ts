import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import type { RawRequest } from '../../core/api.ts';
import type { InfoItem, WebhookItem } from '../../core/hangar.ts';
import { curlOf } from '../../ui/curl.ts';

const MASK = '****';
/** Headers of the connection or the browser, which the next sender sets itself. */
const CONNECTION_HEADERS =
  /^(?:host|connection|content-length|content-encoding|transfer-encoding|accept-encoding|keep-alive|cookie|origin|referer|user-agent|dnt|priority|sec-.*|proxy-.*|te|trailer|upgrade|expect)$/i;

/** Sources of the values that the log masks. */
export interface Secrets {
  readonly info: InfoItem;
  readonly webhooks: readonly WebhookItem[];
}

/** A logged request that can be sent again: with secrets filled in and without headers of the connection. */
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

/** The curl command that sends a logged request again. */
export function curlOfEntry(entry: TrafficEntry, secrets: Secrets): string {
  const { path, ...rest } = requestOf(entry, secrets);
  const { encoding, body } = entry.request;
  const command = curlOf({ ...rest, url: secrets.info.url + path });
  if (encoding === 'utf8') return command;
  return `echo ${body} | base64 -d | ${command.replace('curl', `curl -X ${rest.method}`)} \\\n  --data-binary @-`;
}

function unmasked(value: string, apiKey: string): string | undefined {
  if (!value.includes(MASK)) return value;
  return value.startsWith('tkn_') || value === MASK ? apiKey : undefined;
}

function fullPath({ row }: TrafficEntry, { info, webhooks }: Secrets): string {
  if (!row.path.endsWith(`/${MASK}`)) return row.path;
  const start = row.path.slice(0, -MASK.length);
  const url = webhooks.find((item) => item.webhook === row.webhook && pathOf(item.url).startsWith(start))?.url;
  return url === undefined ? row.path : pathOf(url).replace(info.url, '');
}

function pathOf(url: string): string {
  return url.startsWith('/') ? url : new URL(url).pathname;
}
