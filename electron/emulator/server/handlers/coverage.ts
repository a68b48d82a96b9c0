import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Handlers } from '../http/handler.ts';

/** Handlers of the coverage. */
export function coverageHandlers({ coverage }: Lab): Handlers<EmulatorContract>['coverage'] {
  return {
    read: () => coverage.read(),
    clear: () => coverage.clear(),
  };
}
