import type { TrafficItem } from '../../core/hangar.ts';
import type { Tone } from '../../ui/status.ts';

/** Tone of an HTTP status; 0 means that the client disconnected. */
export function statusTone(status: number): Tone {
  if (status === 0) return 'off';
  if (status < 300) return 'ok';
  return status < 400 ? 'run' : 'bad';
}

/** An HTTP status as text: `200`, or `gone` when the client disconnected. */
export function statusText(status: number): string {
  return status === 0 ? 'gone' : String(status);
}

/** A short name of a client: the browser, or the first product of the User-Agent. */
function clientText(client: string): string {
  const browser = /(Electron|Firefox|Edg|Chrome|Safari)\/[\d.]+/.exec(client)?.[1];
  if (client.startsWith('Mozilla/') && browser !== undefined) return browser === 'Edg' ? 'Edge' : browser;
  const [, name = client, version] = /^([^\s/]+(?:\/[a-z]+)?)[/ ](\d+\.\d+)/i.exec(client) ?? [];
  return version === undefined ? name.slice(0, 40) : `${name} ${version}`;
}

/** A path for a row; the secret of a webhook path is left out. */
export function shortPath(path: string): string {
  return path.replace(/^(\/v0\/webhooks\/[^/]+)\/[^/]+\/[^/]+$/, '$1/…/•••');
}

/** The second line of a row: error, replay or created run; then client and caller. */
export function noteOf(row: TrafficItem): string {
  const parts = [
    resultText(row),
    row.warnings.length > 0 ? '⚠ warning' : '',
    clientText(row.client),
    callerText(row.caller),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** A short name of the caller; for an API user, the name of the key. */
function callerText(caller: string): string {
  return /^API user “(.*)”$/.exec(caller)?.[1] ?? caller;
}

function resultText({ error, replayOf, webhook, runID, sessionID, promptID, query }: TrafficItem): string {
  if (error !== '') return error;
  if (replayOf !== '') return '↺ replay of the same Idempotency-Key';
  const made = promptID || sessionID || runID;
  if (query !== '') return query.slice(1);
  return made === '' ? webhook : `${webhook === '' ? '' : `${webhook} `}→ ${made}`;
}

/** The run, session and prompt that a request created or refers to. */
export function relatedEntities({ runID, sessionID, promptID, method, path }: TrafficItem): readonly RelatedEntity[] {
  const verb = method === 'POST' && /\/execute$|^\/v0\/webhooks\//.test(path) ? 'created' : 'for';
  const all = [
    { id: promptID, href: `/prompts/${promptID}` },
    { id: sessionID, href: `/sessions/${sessionID}` },
    { id: runID, href: `/runs/${runID}` },
  ];
  return all.filter(({ id }) => id !== '').map((entity) => ({ ...entity, verb }));
}

/** A run, session or prompt with its page. */
export interface RelatedEntity {
  readonly verb: 'created' | 'for';
  readonly id: string;
  readonly href: string;
}

/** All logged requests with the same Idempotency-Key, oldest first; empty when there is no other. */
export function replaysOf(rows: readonly TrafficItem[], row: TrafficItem): readonly TrafficItem[] {
  const { idempotencyKey, method, path, caller } = row;
  if (idempotencyKey === '' || method === 'GET') return [];
  const isSame = (other: TrafficItem) =>
    other.idempotencyKey === idempotencyKey &&
    other.method === method &&
    other.path === path &&
    other.caller === caller;
  const group = rows.filter(isSame).reverse();
  return group.length > 1 ? group : [];
}
