import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { Key } from './one-item.ts';

/** The mark of an item that is held, for rows and details. */
export const Held = z
  .boolean()
  .describe(
    'It came unfinished from a file and was not released: nothing goes on by itself (docs/bundles.md, "Held items")',
  );

/** Numbers of held or released items. */
export const HeldCounts = z.object({
  runs: z.int(),
  sessions: z.int(),
  prompts: z.int().describe('Pending prompts of the runs'),
  requests: z.int().describe('Pending requests for approval'),
});
export type HeldCounts = z.output<typeof HeldCounts>;

/** Declares the endpoint that releases an item. @param item as in its summary */
export const releaseOne = (path: `/_emulator/${string}/{id}/release`, item: string) =>
  emulator.post(path, `Release ${item} and all that belongs to it; answers what was held`, {
    params: Key,
    response: HeldCounts,
    errors: ['not_found'],
  });

/** Endpoints about everything that came from a file and does not go on until it is released. */
export const held = {
  count: emulator.get('/_emulator/release', 'Count what is held', { response: HeldCounts }),
  release: emulator.post('/_emulator/release', 'Release everything that is held; answers what it was', {
    response: HeldCounts,
  }),
};
