import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { Lab } from '../../lab/lab.ts';
import type { UndoLog } from '../http/undo-log.ts';
import type { Handlers } from '../http/handler.ts';

/** Handlers of the coverage. */
export function coverageHandlers({ coverage }: Lab, undo: UndoLog): Handlers<EmulatorContract>['coverage'] {
  return {
    read: () => coverage.read(),
    clear: () => undo.remember('Restarted coverage', coverage.clear()),
  };
}
