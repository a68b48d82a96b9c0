import { useState } from 'react';
import type { z } from 'zod';
import type { ClockAdvanced, ClockChange, ClockRow } from '../../../shared/contract/emulator/clock.ts';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useAction } from '../../core/data/action.ts';
import type { Api } from '../../core/data/api.ts';
import { useHangar } from '../../core/data/hangar.ts';
import { useUndoable } from '../../core/undo/undo.tsx';
import { millisecondsOf } from '../../ui/text/time.tsx';

/** Maximum wait for work that an advance starts, in seconds of the machine. */
const WAIT_SECONDS = 5;
/** Number of newest runs to search for those that an advance finished. */
const MAX_RUNS = '1000';
/** Maximum number of requests for one advance; each does up to 10,000 events. */
const MAX_STEPS = 20;
/** Number of advances whose results are kept. */
const MAX_OUTCOMES = 10;

/** The result of an advance. */
export interface AdvanceOutcome extends Pick<ClockAdvanced, 'events' | 'blockedBy' | 'more'> {
  /** Emulated seconds that passed. */
  readonly seconds: number;
  /** Runs that ended meanwhile, newest first. */
  readonly finished: readonly RunRow[];
}

/** The user's actions on the clock. */
export type ClockActions = ReturnType<typeof useClockActions>;

/** The user's actions on the clock. Errors are shown as notifications. */
export function useClockActions() {
  const { api, collections } = useHangar();
  const undoable = useUndoable();
  const [outcomes, setOutcomes] = useState<readonly AdvanceOutcome[]>([]);
  const clearOutcomes = () => setOutcomes([]);
  const set = useAction(async (change: z.input<typeof ClockChange>) => {
    clearOutcomes();
    collections.clock.put(await api.clock.set({ body: change }));
  });
  const advance = useAction(async (target: AdvanceTarget) => {
    const made = await advanceFully(api, target);
    setOutcomes((before) => [made, ...before].slice(0, MAX_OUTCOMES));
  });
  const backToReal = useAction(async () => {
    clearOutcomes();
    const clock = await api.clock.read();
    if (needsReset(clock))
      await undoable('State reset', () => api.reset({ body: { workspace: false, examples: false } }));
    else await returnToReal(api, clock);
    await collections.clock.reload();
  });
  return {
    set: (change: z.input<typeof ClockChange>) => void set.run(change),
    advance: (target: AdvanceTarget) => void advance.run(target),
    /** Shows the machine's time again; resets the state when the clock is ahead, which can be undone. */
    backToReal: () => void backToReal.run(),
    busy: set.busy || advance.busy || backToReal.busy,
    /** The results of the last advances, newest first; none after another action or once cleared. */
    outcomes,
    clearOutcomes,
  };
}

/** Advances in as many steps as it takes, until the target is reached or work blocks it. */
async function advanceFully(api: Api, target: AdvanceTarget): Promise<AdvanceOutcome> {
  const { now: before } = await api.clock.read();
  const end =
    'seconds' in target ? { to: new Date(millisecondsOf(before) + target.seconds * 1000).toISOString() } : target;
  const events: ClockAdvanced['events'] = [];
  let result = await api.clock.advance({ body: { ...target, waitSeconds: WAIT_SECONDS } });
  events.push(...result.events);
  for (let step = 1; result.more && step < MAX_STEPS; step++) {
    result = await api.clock.advance({ body: { ...end, waitSeconds: WAIT_SECONDS } });
    events.push(...result.events);
  }
  const { blockedBy, more, now } = result;
  const finished = events.length === 0 ? [] : await finishedSince(api, before);
  return { events, blockedBy, more, finished, seconds: (millisecondsOf(now) - millisecondsOf(before)) / 1000 };
}

async function finishedSince(api: Api, before: string): Promise<readonly RunRow[]> {
  const { runs } = await api.runs.list({ query: { limit: MAX_RUNS } });
  return runs.filter(({ endedAt }) => endedAt !== null && endedAt > before);
}

/** True for a clock that is ahead of the machine's: emulated time goes back only by a reset. */
export function needsReset({ offsetSeconds }: ClockRow): boolean {
  return offsetSeconds >= 1;
}

/** Text of the button that shows the machine's time again. */
export function backText(row: ClockRow): string {
  return needsReset(row) ? 'Reset to real time' : 'Back to real time';
}

/** Sets a clock that is not ahead to the machine's time. */
async function returnToReal(api: Api, clock: ClockRow): Promise<void> {
  const { now, offsetSeconds } = clock;
  const real = { state: 'running', speed: 1, autoSkip: false } as const;
  // When behind, runs everything up to the machine's time, in order.
  const behind = offsetSeconds < 0 ? { now: new Date(millisecondsOf(now) - offsetSeconds * 1000).toISOString() } : {};
  await api.clock.set({ body: { ...real, ...behind } });
}

/** The target of an advance, as in the request. */
type AdvanceTarget = { readonly seconds: number } | { readonly to: string } | { readonly next: true };

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const PART = /^\s*(\d+(?:\.\d+)?)\s*(s|m|h|d|w)[a-z]*\s*/i;

/** Parses a duration such as `2 h 30 min` into seconds; undefined for another text. */
function secondsOf(text: string): number | undefined {
  let [seconds, rest] = [0, text];
  while (rest !== '') {
    const part = PART.exec(rest);
    if (part === null) return undefined;
    seconds += Number(part[1]) * (SECONDS[(part[2] ?? '').toLowerCase()] ?? 0);
    rest = rest.slice(part[0].length);
  }
  return seconds > 0 ? seconds : undefined;
}

/** Parses a duration (`2 h 30 min`) or a local or RFC 3339 date (`2026-11-24 15:00`); undefined for another text. */
export function advanceTarget(text: string): AdvanceTarget | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  const seconds = secondsOf(wanted);
  if (seconds !== undefined) return { seconds };
  if (!/^\d{4}-\d\d-\d\d/.test(wanted)) return undefined;
  // A date alone is the local beginning of that day.
  const date = new Date(wanted.length === 10 ? `${wanted}T00:00` : wanted.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? undefined : { to: date.toISOString() };
}
