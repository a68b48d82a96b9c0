import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { AdvanceTarget } from '../../engine/clock/clock-mover.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Handlers } from '../http/handler.ts';

/** Handlers of the emulated clock. */
export function clockHandlers({ clock }: Engine): Handlers<EmulatorContract>['clock'] {
  return {
    read: () => clock.read(),
    set: ({ body }) => clock.set(body),
    advance: ({ body: { waitSeconds, ...end } }) => clock.advance(targetOf(end), waitSeconds),
  };
}

function targetOf({ seconds, to }: { seconds?: number | undefined; to?: number | undefined }): AdvanceTarget {
  if (seconds !== undefined) return { seconds };
  return to === undefined ? undefined : { to };
}
