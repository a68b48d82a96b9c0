import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { TimestampText } from '../../model/answers.ts';

/** Something destructive that was done, and can be undone for ten minutes. */
export const UndoRow = z.object({
  id: z.string(),
  title: z.string().describe('Such as `Cleared traffic`, `Deleted task refund`, `Reset`'),
  at: TimestampText.describe("By the machine's clock"),
  until: TimestampText.describe('It can be undone until then'),
});
export type UndoRow = z.output<typeof UndoRow>;

/** Undoing what was cleared, reset, imported, restored or deleted. */
export const undo = {
  list: emulator.get('/_emulator/undo', 'List the last ten things that can be undone, newest first', {
    response: z.object({ items: z.array(UndoRow) }),
  }),
  apply: emulator.post('/_emulator/undo', 'Undo something, by default the newest; answers what it was', {
    body: z.strictObject({ id: z.string().max(100).optional() }),
    response: UndoRow,
    errors: ['invalid_request', 'not_found', 'conflict'],
  }),
};
