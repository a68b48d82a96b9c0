import { z } from 'zod';

// Zod compiles schemas with `new Function`, which the content security policy forbids. Must run before any schema is made.
z.config({ jitless: true });
