import type { TrafficItem } from '../../core/data/hangar.ts';
import { clientText } from '../../core/traffic/request-look.ts';
import type { StatusShapeName } from '../../ui/icons/StatusShape.tsx';

/** The shape of a request's status: `lost` when a fault dropped the answer. */
export function statusShape({ status, fault }: Pick<TrafficItem, 'status' | 'fault'>): StatusShapeName {
  if (status === 0) return fault === undefined ? 'off' : 'lost';
  return status < 400 ? 'ok' : 'bad';
}

/** A path for a row, without the secret of a webhook. */
export function shortPath(path: string): string {
  return path.replace(/^(\/v0\/webhooks\/[^/]+)\/[^/]+\/[^/]+$/, '$1/…/•••');
}

/** The sender of a request: `sdk/js 0.2 · local`. */
export function senderOf({ client, caller }: TrafficItem): string {
  return [clientText(client), callerText(caller)].filter((part) => part !== '').join(' · ');
}

/** A short name of the caller; for an API user, the name of the key. */
function callerText(caller: string): string {
  return /^API user “(.*)”$/.exec(caller)?.[1] ?? caller;
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
interface RelatedEntity {
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
