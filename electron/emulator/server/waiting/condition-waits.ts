import type { WaitAnswer, WaitRequest } from '../../../../shared/contract/emulator/wait.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { MachineClock } from '../../engine/context/ports.ts';
import { StoppedError } from '../../slices/slices.ts';
import { conditionOf, type Condition, type ConditionSources } from './conditions.ts';

/** Maximum number of waits at the same time. */
const MAX_WAITS = 256;

/** Registers a callback for the disconnection of a client; returns a function that removes it. */
type OnDisconnect = (call: () => void) => () => void;

/** Waits of clients for conditions. Each ends when its condition holds, at its timeout, with its client or with the server. */
export class ConditionWaits {
  readonly #clock: Pick<MachineClock, 'after'>;
  readonly #sources: ConditionSources;
  /** Ends each pending wait at a stop. */
  readonly #pending = new Set<() => void>();
  #isClosed = false;

  constructor(clock: Pick<MachineClock, 'after'>, sources: ConditionSources) {
    this.#clock = clock;
    this.#sources = sources;
  }

  /**
   * Waits until a condition holds. Throws 404 for an unknown run or task, and 409 when too many wait. Rejects with 408 after
   * the time or when the server stops, and with `StoppedError` when the client has disconnected.
   */
  wait(request: WaitRequest, onDisconnect: OnDisconnect = neverDisconnects): Promise<WaitAnswer> {
    if (this.#pending.size >= MAX_WAITS)
      throw new ApiError('conflict', `${MAX_WAITS} requests are already waiting, the maximum; end some of them first.`);
    const condition = conditionOf(request, this.#sources);
    return new Promise((resolve, reject) => this.#start(request, condition, { onDisconnect, resolve, reject }));
  }

  #start(
    { timeoutSeconds }: WaitRequest,
    condition: Condition<WaitAnswer>,
    { onDisconnect, resolve, reject }: Settling,
  ): void {
    const cleanUp = new CleanUp();
    const endWith = (error: Error): void => {
      cleanUp.run();
      reject(error);
    };
    const stop = (): void => endWith(timeoutError('Hangar stops', condition));
    const late = (): void => endWith(timeoutError(`${timeoutSeconds} s are over`, condition));
    this.#pending.add(stop);
    cleanUp.add(() => this.#pending.delete(stop));
    cleanUp.add(onDisconnect(() => endWith(new StoppedError('the client has disconnected'))));
    cleanUp.add(
      condition.watch((answer) => {
        cleanUp.run();
        resolve(answer);
      }),
    );
    cleanUp.add(this.#clock.after(timeoutSeconds * 1000, late));
    if (this.#isClosed) stop();
  }

  /** Ends all waits with a 408; later ones end at once. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#pending) stop();
  }
}

/** Callbacks of a pending wait. */
interface Settling {
  readonly onDisconnect: OnDisconnect;
  readonly resolve: (answer: WaitAnswer) => void;
  readonly reject: (error: Error) => void;
}

const neverDisconnects: OnDisconnect = () => () => undefined;

function timeoutError(reason: string, { missing, state }: Condition<WaitAnswer>): ApiError {
  return new ApiError('timeout', `${reason}: ${missing}.`, { state: state(), decision: null });
}

/** The clean-up calls of a wait. Calls added after its end run at once. */
class CleanUp {
  readonly #calls: (() => void)[] = [];
  #isDone = false;

  add(call: () => void): void {
    if (this.#isDone) call();
    else this.#calls.push(call);
  }

  run(): void {
    this.#isDone = true;
    for (const call of this.#calls.splice(0)) call();
  }
}
