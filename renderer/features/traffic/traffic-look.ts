import type { TrafficItem } from '../../core/hangar.ts';
import type { Tone } from '../../ui/status.ts';

/** The colour of an HTTP status; 0 is a client that went away. */
export function statusTone(status: number): Tone {
  if (status === 0) return 'off';
  if (status < 300) return 'ok';
  return status < 400 ? 'run' : 'bad';
}

/** An HTTP status as text: `200`, or `gone` when the client did not wait. */
export function statusText(status: number): string {
  return status === 0 ? 'gone' : String(status);
}

/** A client in few words: the first product of its User-Agent, a browser's by name. */
function clientText(client: string): string {
  const browser = /(Electron|Firefox|Edg|Chrome|Safari)\/[\d.]+/.exec(client)?.[1];
  if (client.startsWith('Mozilla/') && browser !== undefined) return browser === 'Edg' ? 'Edge' : browser;
  const [, name = client, version] = /^([^\s/]+(?:\/[a-z]+)?)[/ ](\d+\.\d+)/i.exec(client) ?? [];
  return version === undefined ? name.slice(0, 40) : `${name} ${version}`;
}

/** A path short enough for a row: of a webhook's, only where it leads. */
export function shortPath(path: string): string {
  return path.replace(/^(\/v0\/webhooks\/[^/]+)\/[^/]+\/[^/]+$/, '$1/…/•••');
}

/** The second line of a row: what went wrong, or what was repeated or made; then the client and who it called as. */
export function noteOf(row: TrafficItem): string {
  const parts = [
    consequenceOf(row),
    row.warnings.length > 0 ? '⚠ warned' : '',
    clientText(row.client),
    callerText(row.caller),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Who called, in few words: of a key's API user, the key's name. */
function callerText(caller: string): string {
  return /^API user “(.*)”$/.exec(caller)?.[1] ?? caller;
}

function consequenceOf({ error, replayOf, webhook, runID, sessionID, promptID, query }: TrafficItem): string {
  if (error !== '') return error;
  if (replayOf !== '') return '↺ replay of the same Idempotency-Key';
  const made = promptID || sessionID || runID;
  if (query !== '') return query.slice(1);
  return made === '' ? webhook : `${webhook === '' ? '' : `${webhook} `}→ ${made}`;
}

/** What a request made, named or concerned, with where to see it. */
export function madeBy({ runID, sessionID, promptID, method, path }: TrafficItem): readonly Made[] {
  const verb = method === 'POST' && /\/execute$|^\/v0\/webhooks\//.test(path) ? 'made' : 'about';
  const all = [
    { id: promptID, href: `/prompts/${promptID}` },
    { id: sessionID, href: `/sessions/${sessionID}` },
    { id: runID, href: `/runs/${runID}` },
  ];
  return all.filter(({ id }) => id !== '').map((made) => ({ ...made, verb }));
}

/** Something that a request led to. */
export interface Made {
  readonly verb: 'made' | 'about';
  readonly id: string;
  readonly href: string;
}

/** All kept requests with the Idempotency-Key of one, oldest first; none when it has no key or stands alone. */
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
