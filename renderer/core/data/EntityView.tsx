import type { ReactNode } from 'react';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { useLiveQuery } from './hangar.ts';
import { QueryView } from './QueryView.tsx';

interface EntityKind {
  /** The noun for sentences. */
  readonly noun: string;
  /** True for an event that reloads the entity with this ID. */
  readonly concerns: (event: EmulatorEvent, id: string) => boolean;
}

const KINDS = {
  run: {
    noun: 'run',
    concerns: (event, id) =>
      (event.type === 'run' && (event.row.id === id || event.row.parentID === id)) ||
      (event.type === 'prompt' && event.row.prompt.runID === id),
  },
  session: {
    noun: 'session',
    concerns: (event, id) =>
      (event.type === 'session' && event.row.session.id === id) ||
      ((event.type === 'run' || event.type === 'prompt') && event.row.sessionID === id),
  },
  prompt: { noun: 'prompt', concerns: (event, id) => event.type === 'prompt' && event.row.prompt.id === id },
  request: { noun: 'request', concerns: (event, id) => event.type === 'request' && event.row.request.iD === id },
  // It is there once it was answered.
  traffic: { noun: 'request', concerns: (event, id) => event.type === 'traffic' && event.row.id === id },
  test: {
    noun: 'test',
    concerns: (event, id) => event.type === 'tests' || (event.type === 'test' && event.row.id === id),
  },
} as const satisfies Readonly<Record<string, EntityKind>>;

/** Name of a kind of entity with a detail page. */
export type EntityKindName = keyof typeof KINDS;

interface EntityViewProps<Data> {
  readonly kind: EntityKindName;
  readonly id: string;
  readonly load: (id: string) => Promise<Data>;
  /** False while something else is loading that the view needs; true by default. */
  readonly isReady?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** An entity by its ID, in any state: loading, not found, failed, stale or loaded. */
export function EntityView<Data>({ kind, id, load, isReady = true, children }: EntityViewProps<Data>) {
  const { noun, concerns }: EntityKind = KINDS[kind];
  const query = useLiveQuery(
    `${kind} ${id}`,
    () => load(id),
    (event) => concerns(event, id),
  );
  return (
    <QueryView query={isReady ? query : { ...query, data: undefined }} noun={noun}>
      {children}
    </QueryView>
  );
}
