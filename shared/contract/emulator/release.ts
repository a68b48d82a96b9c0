import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { Key } from './one-item.ts';

/** Whether an item is held, for rows and details. */
export const Held = z
  .boolean()
  .describe('It came unfinished from a file and was not released: nothing goes on by itself (docs/bundles.md, "Held items")');

/** Numbers of released items. */
export const Released = z.object({
  runs: z.int(),
  sessions: z.int(),
  prompts: z.int().describe('Pending prompts of the runs'),
  requests: z.int().describe('Pending requests for approval'),
});
export type Released = z.output<typeof Released>;

/** Declares the endpoint that releases an item. @param item as in its summary */
export const releaseOne = (path: `/_emulator/${string}/{id}/release`, item: string) =>
  emulator.post(path, `Release ${item} and all that belongs to it; 0 of each when nothing was held`, {
    params: Key,
    response: Released,
    errors: ['not_found'],
  });

/** Lets everything go on that came from a file. */
export const release = emulator.post('/_emulator/release', 'Release everything that is held', { response: Released });
