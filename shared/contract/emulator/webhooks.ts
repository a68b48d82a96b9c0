import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';

/** The URLs of all webhooks. */
export const webhooks = {
  list: emulator.get('/_emulator/webhooks', 'List every webhook URL by task, webhook and environment', {
    response: z.object({
      webhooks: z.array(
        z.object({
          taskID: z.string(),
          taskSlug: z.string(),
          webhook: z.string(),
          environment: z.string(),
          requireServiceToken: z.boolean(),
          url: z.string(),
        }),
      ),
    }),
  }),
};
