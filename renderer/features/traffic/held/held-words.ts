import type { HeldRequest } from '../../../../shared/contract/emulator/held-requests.ts';
import { MAX_HELD_BODY } from '../../../../shared/values/limits.ts';
import type { RunDetail, TrafficSide } from '../../../../shared/contract/emulator/rows.ts';
import type { TrafficItem } from '../../../core/data/hangar.ts';
import type { LadderData, LadderLane } from '../../../core/ladder/ladder.ts';
import { shortID } from '../../../core/run/run-display.ts';
import { ladderLane } from '../../../core/traffic/ladder-parts.ts';
import { clientText } from '../../../core/traffic/request-words.ts';
import { isJsonObject, jsonOfText, type JsonObject } from '../../../../shared/values/json.ts';
import { ago, millisecondsOf } from '../../../ui/text/time.tsx';

/** The task that a held request is about, or its operation. */
export function subjectOf({ task, operation }: HeldRequest): string {
  return task ?? operation;
}

/** A side of a held request, as those of the log are. */
export function sideOf({ headers, body }: Pick<HeldRequest['request'], 'headers' | 'body'>): TrafficSide {
  return { headers, body, encoding: 'utf8', size: body.length, truncated: body.length === MAX_HELD_BODY };
}

/** True for an answered request that asked for the same: by its key, or by its task and first value. */
export function isEarlierAttempt(row: TrafficItem, request: HeldRequest): boolean {
  const { method, path } = request.request;
  if (row.method !== method || row.path !== path || row.client !== request.client) return false;
  if (row.idempotencyKey !== '' && row.idempotencyKey === request.idempotencyKey) return true;
  const value = heldValue(request);
  return (
    row.subject !== undefined && row.subject.slug === request.task && row.subject.values[0] === (value || undefined)
  );
}

/** The first value that a held request gives to its task; '' for none. */
export function heldValue({ request: { body } }: HeldRequest): string {
  const sent = jsonOfText(body);
  const values = isJsonObject(sent) ? sent['paramValues'] : undefined;
  const [value] = isJsonObject(values) ? Object.values(values) : [];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A held request with the others: what each side knows until now. @param made the run that it made, if any @param now of the machine, in milliseconds */
export function heldLadder(
  request: HeldRequest,
  held: readonly HeldRequest[],
  { made, now }: { readonly made: RunDetail | undefined; readonly now: number },
): LadderData {
  const calls = held.map((each) => {
    const { id, since, after, answer, idempotencyKey, client } = each;
    const from = millisecondsOf(since);
    const age = ago(from, now);
    return {
      ...{ key: id, from, to: null, name: `${subjectOf(each)} ${heldValue(each)}`.trim() },
      note: idempotencyKey === '' ? '' : `key ${shortID(idempotencyKey)}`,
      end: after ? `${answer?.status ?? ''} kept back for ${age}` : `not yet executed, for ${age}`,
      ...({ tone: 'wait', isArrived: after, answer: 'held', isFaulted: true } as const),
      isBelow: clientText(client) !== clientText(request.client),
    };
  });
  return { calls, lanes: made === undefined ? [] : [laneOf(request, made)], now };
}

/** The run as a lane on the machine's clock, on which its request waits. */
function laneOf({ since }: HeldRequest, { row }: RunDetail): LadderLane {
  const made = millisecondsOf(since);
  const length = (to: string | null) => (to === null ? null : millisecondsOf(to) - millisecondsOf(row.createdAt));
  const [active, ended] = [length(row.activeAt), length(row.endedAt)];
  return ladderLane(row, { made, from: made + (active ?? 0), to: ended === null ? null : made + ended });
}

/** The schedule in which this request waits until another one has been answered; calls are numbered from the first held one. */
export function orderOf(request: HeldRequest, other: HeldRequest, held: readonly HeldRequest[]): readonly JsonObject[] {
  const callOf = (of: HeldRequest): JsonObject => {
    const alike = held.filter(({ operation, task }) => operation === of.operation && task === of.task);
    const nth = alike.findIndex(({ id }) => id === of.id) + 1;
    return { operation: of.operation, ...(of.task === null ? {} : { task: of.task }), nth };
  };
  return [{ call: callOf(request), kind: 'hold', ...(request.after ? { after: true } : {}), until: callOf(other) }];
}
