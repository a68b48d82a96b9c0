import type { RunContext } from '../../engine/context/behavior-port.ts';
import type { ToThread } from './protocol/protocol.ts';
import { clearTimeout, setTimeout } from '../../timers/timers.ts';

/** Delay after which changes of the clock are sent, in milliseconds. */
const SEND_DELAY = 5;

/** Keeps the clock of a script's thread up to date, and checks whether the thread is idle. */
export class ClockMessages {
  readonly #context: Pick<RunContext, 'clock'>;
  readonly #send: (message: ToThread) => void;
  readonly #pings = new Map<number, () => void>();
  #lastPing = 0;
  #isStale = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #unsubscribe: () => void;

  constructor(context: Pick<RunContext, 'clock' | 'setIdleCheck'>, send: (message: ToThread) => void) {
    this.#context = context;
    this.#send = send;
    this.#unsubscribe = context.clock.subscribe(() => {
      this.#isStale = true;
      this.#timer ??= setTimeout(() => this.update(), SEND_DELAY);
    });
    context.setIdleCheck(() => this.#ping());
  }

  /** Sends the clock if it has changed. Call it before a message that resumes the script. */
  update(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#send({ type: 'clock', clock: this.#context.clock.reading() });
  }

  /** Takes the reply to a ping. */
  pong(id: number): void {
    this.#pings.get(id)?.();
    this.#pings.delete(id);
  }

  /** Ends the updates. */
  stop(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
    for (const resolve of this.#pings.values()) resolve();
    this.#pings.clear();
  }

  #ping(): Promise<void> {
    const id = ++this.#lastPing;
    return new Promise((resolve) => {
      this.#pings.set(id, resolve);
      this.#send({ type: 'ping', id });
    });
  }
}
