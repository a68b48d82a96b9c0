import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Handlers } from '../http/handler.ts';

/** Handlers of the findings. */
export function findingHandlers({ findings }: Lab): Handlers<EmulatorContract>['findings'] {
  return {
    list: () => ({ items: findings.list() }),
    clear: () => findings.clear(),
  };
}
