import { isPending, isPendingRequest } from '../../../shared/model/status.ts';
import type { EngineEvent } from '../engine/context/ports.ts';
import type { PromptRecord, RequestRecord } from '../engine/context/records.ts';
import type { State } from '../engine/context/state-port.ts';

/** A prompt or a request for approval, as in events. */
export type WaitingItem = Extract<EngineEvent, { readonly type: 'prompt' | 'request' }>;

/** The prompt or request with this ID; `undefined` when it does not wait for an answer. */
export function findWaiting(state: Pick<State, 'get'>, id: string): WaitingItem | undefined {
  const item = itemOf(state.get('prompt', id), state.get('request', id));
  return item !== undefined && isWaiting(item) ? item : undefined;
}

/** The prompts and requests that wait for an answer, each list oldest first. */
export function allWaiting(state: Pick<State, 'pendingPrompts' | 'all'>): readonly string[] {
  const requests = [...state.all('request')].filter(isPendingRequest);
  return [...state.pendingPrompts(), ...requests].map(({ id }) => id);
}

/** True for a prompt or a request that waits for an answer. */
export function isWaiting(item: WaitingItem): boolean {
  return item.type === 'prompt' ? isPending(item.entity) : isPendingRequest(item.entity);
}

/** A prompt or a request in messages: `prompt pmt…`. */
export function nameOf({ type, entity: { id } }: WaitingItem): string {
  return `${type} ${id}`;
}

function itemOf(prompt: PromptRecord | undefined, request: RequestRecord | undefined): WaitingItem | undefined {
  if (prompt !== undefined) return { type: 'prompt', entity: prompt };
  return request && { type: 'request', entity: request };
}
