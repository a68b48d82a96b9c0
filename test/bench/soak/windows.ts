import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Problems } from './calls.ts';

const Tick = z.array(z.object({ type: z.string() }));

/** Windows that follow the event stream as the GUI does. */
export interface Windows {
  /** Events that all of them have read together. */
  readonly read: () => number;
  readonly close: () => Promise<void>;
}

/** Duration of a window's connection before it reconnects, in milliseconds. */
const STAYS_FOR = 20_000;

/** Opens windows that read everything; each leaves and comes back now and then. */
export function openWindows(url: string, count: number, problems: Problems): Windows {
  const closing = new AbortController();
  let events = 0;
  const all = Array.from({ length: count }, async (_, i) => {
    let lastEventID = '';
    for (let visit = 0; !closing.signal.aborted; visit++) {
      const leaving = new AbortController();
      const timer = setTimeout(() => leaving.abort(), STAYS_FOR * (visit === 0 ? (i + 1) / count : 1));
      const signal = AbortSignal.any([closing.signal, leaving.signal]);
      try {
        for await (const { id, types } of ticksOf(url, lastEventID, signal)) {
          lastEventID = id;
          events += types.length;
          // Whoever was away for a moment misses nothing.
          if (visit > 0 && types.includes('reset')) problems.add('a gap in the event stream', `before ${id}`);
        }
        if (!signal.aborted) problems.add('an event stream that ended by itself', `after ${lastEventID}`);
      } catch (error) {
        if (!signal.aborted) problems.add('an event stream that broke', String(error));
      }
      clearTimeout(timer);
      await pause(100);
    }
  });
  return {
    read: () => events,
    close: async () => {
      closing.abort();
      await Promise.all(all);
    },
  };
}

async function* ticksOf(url: string, lastEventID: string, signal: AbortSignal) {
  const headers = lastEventID === '' ? {} : { 'Last-Event-ID': lastEventID };
  const answer = await fetch(`${url}/_emulator/events`, { headers, signal });
  if (!answer.ok || answer.body === null) throw new Error(`/_emulator/events answered ${answer.status}`);
  let text = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const id = /^id: ?(.*)$/m.exec(message)?.[1];
      const data = /^data: ?(.*)$/m.exec(message)?.[1];
      if (id === undefined || data === undefined) continue;
      yield { id, types: Tick.parse(JSON.parse(data)).map(({ type }) => type) };
    }
  }
}
