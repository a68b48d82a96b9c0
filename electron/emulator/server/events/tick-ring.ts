import type { EmulatorEvent } from '../../../../shared/contract/emulator/events.ts';

/** Maximum size of the history for returning clients. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_TICKS = 1200;

const encoder = new TextEncoder();

/** A serialised tick: the events for all subscribers, and those for followers of a run's log. */
class Tick {
  readonly number: number;
  readonly bytes: number;
  readonly #shared: Uint8Array;
  readonly #isEmpty: boolean;
  readonly #logs: ReadonlyMap<string, Uint8Array>;

  constructor(id: string, number: number, events: readonly EmulatorEvent[], logs: ReadonlyMap<string, EmulatorEvent>) {
    this.number = number;
    this.#isEmpty = events.length === 0;
    this.#shared = message(events, id);
    this.#logs = new Map([...logs].map(([run, event]) => [run, message([event])]));
    this.bytes = [this.#shared, ...this.#logs.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Messages for a subscriber that follows the logs of these runs. The message with the ID comes last, so that a client
   * that saw it has seen all.
   */
  messagesFor(runs: readonly string[]): Uint8Array[] {
    const logs = runs.flatMap((run) => this.#logs.get(run) ?? []);
    return logs.length === 0 && this.#isEmpty ? [] : [...logs, this.#shared];
  }
}

function message(events: readonly EmulatorEvent[], id?: string): Uint8Array {
  return encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(events)}\n\n`);
}

/** Ring buffer of the latest ticks, for `Last-Event-ID`. */
export class TickRing {
  readonly #boot: string;
  readonly #ticks: Tick[] = [];
  #bytes = 0;
  /** Number of the next tick. */
  next = 1;

  constructor(boot: string) {
    this.#boot = boot;
  }

  add(events: readonly EmulatorEvent[], logs: ReadonlyMap<string, EmulatorEvent>): Tick {
    const number = this.next++;
    const tick = new Tick(`${this.#boot}-${number}`, number, events, logs);
    this.#ticks.push(tick);
    this.#bytes += tick.bytes;
    while (this.#ticks.length > MAX_TICKS || this.#bytes > MAX_BYTES) this.#bytes -= this.#ticks.shift()?.bytes ?? 0;
    return tick;
  }

  /** Clears the history. Clients that reconnect later have to reload. */
  clear(): void {
    this.#ticks.length = 0;
    this.#bytes = 0;
    // Skips a number: no client's last event directly precedes the next tick.
    this.next += 1;
  }

  /** First messages for a client: everything after its last event, or `reset` when that is too old. */
  resume(lastEventID: string | undefined, { since, runs }: { since: number; runs: readonly string[] }): Uint8Array[] {
    const current = `${this.#boot}-${this.next - 1}`;
    const hello = encoder.encode(`retry: 1000\n\n`);
    if (lastEventID === undefined || lastEventID === '') return [hello, message([], current)];
    const seen = lastEventID.startsWith(`${this.#boot}-`) ? Number(lastEventID.slice(this.#boot.length + 1)) : NaN;
    const first = this.#ticks[0]?.number ?? this.next;
    if (!(seen >= first - 1 && seen < this.next && seen + 1 >= since))
      return [hello, message([{ type: 'reset' }], current)];
    const missed = this.#ticks.filter(({ number }) => number > seen);
    return [hello, ...missed.flatMap((tick) => tick.messagesFor(runs)), message([], current)];
  }
}
