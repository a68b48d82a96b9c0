// Replaces `zod` in the window (renderer/vite.config.ts), so that it is configured before any schema is made.
import { z } from 'zod/v4';

// Zod compiles schemas by `new Function`, which the content security policy forbids.
z.config({ jitless: true });
export { z };
