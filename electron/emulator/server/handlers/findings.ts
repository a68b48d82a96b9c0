import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { Lab } from '../../lab/lab.ts';
import type { UndoLog } from '../http/undo-log.ts';
import type { Handlers } from '../http/handler.ts';

/** Handlers of the findings. */
export function findingHandlers({ findings }: Lab, undo: UndoLog): Handlers<EmulatorContract>['findings'] {
  return {
    list: () => ({ items: findings.list() }),
    clear: () => {
      const before = findings.list();
      findings.clear();
      if (before.length > 0) undo.remember('Cleared findings', () => findings.putBack(before));
    },
  };
}
