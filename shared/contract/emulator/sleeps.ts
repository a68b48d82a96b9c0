import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { Sleep } from '../../model/sleep.ts';

/** Waits of runs on the clock (docs/task-runtime.md, "Calls of a run"). */
export const sleeps = {
  skip: emulator.post('/_emulator/sleeps/{id}/skip', 'End a wait of a run now; returns an ended one unchanged', {
    params: z.object({ id: z.string() }),
    response: z.object({ sleep: Sleep }),
    errors: ['not_found'],
  }),
};
