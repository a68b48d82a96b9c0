// Stands for `zod` in the window (renderer/vite.config.ts), so that this comes before any schema is made.
import { z } from 'zod/v4';

// Zod compiles schemas with `new Function`, which the content security policy forbids.
z.config({ jitless: true });
export { z };
