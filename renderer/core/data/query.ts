import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { isNotFound, messageOf } from './errors.ts';
import { useHangar } from './hangar.ts';

/** The state of a query. Data with an error are stale, because the last reload failed. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: string;
  readonly notFound: boolean;
  readonly reload: () => void;
}

interface QueryState<Data> {
  readonly key: string;
  readonly data: Data | undefined;
  readonly error: string;
  readonly notFound: boolean;
}

const REFRESH_DELAY = 120;

/**
 * A response that is loaded when `key` changes, on every reconnection, and soon after an event that `concerns` it. Data
 * of the same key stay visible meanwhile.
 */
export function useQuery<Data>(
  key: string,
  load: () => Promise<Data>,
  concerns?: (event: EmulatorEvent) => boolean,
  delay = REFRESH_DELAY,
): Query<Data> {
  const [known, setKnown] = useState<QueryState<Data>>();
  const latest = useRef({ load, concerns });
  useEffect(() => void (latest.current = { load, concerns }));
  const turns = useRef({ asked: 0, shown: 0 });
  const reload = useCallback(async () => {
    const turn = ++turns.current.asked;
    const result = await outcome(latest.current.load);
    // An older response arrived late.
    if (turn < turns.current.shown) return;
    turns.current.shown = turn;
    setKnown((before) => {
      const data = result.data ?? (before?.key === key && !result.notFound ? before.data : undefined);
      return { key, ...result, data };
    });
  }, [key]);
  useRefresh(reload, latest, delay);
  const current = known?.key === key ? known : undefined;
  return {
    data: current?.data,
    error: current?.error ?? '',
    notFound: current?.notFound ?? false,
    reload: () => void reload(),
  };
}

interface Latest {
  readonly concerns: ((event: EmulatorEvent) => boolean) | undefined;
}

/** Loads now, on every reconnection, and soon after an event that concerns the query. */
function useRefresh(reload: () => Promise<void>, latest: RefObject<Latest>, delay: number): void {
  const { live } = useHangar();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      timer = undefined;
      void reload();
    };
    const endings = [
      live.onReload(load),
      live.onEvents((events) => {
        if (events.some((event) => latest.current.concerns?.(event) === true)) timer ??= setTimeout(load, delay);
      }),
    ];
    // While connecting, the connection triggers the load.
    if (live.connection.getState().connection !== 'connecting') load();
    return () => {
      clearTimeout(timer);
      endings.forEach((end) => end());
    };
  }, [live, reload, latest, delay]);
}

async function outcome<Data>(load: () => Promise<Data>): Promise<Omit<QueryState<Data>, 'key'>> {
  try {
    return { data: await load(), error: '', notFound: false };
  } catch (error) {
    return { data: undefined, error: messageOf(error), notFound: isNotFound(error) };
  }
}
