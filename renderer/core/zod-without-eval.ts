// Replaces `zod` in the window (renderer/vite.config.ts) to configure it before any schema is created.
import { z } from 'zod/v4';

// Zod compiles schemas by `new Function`, which the content security policy forbids.
z.config({ jitless: true });
export { z };
