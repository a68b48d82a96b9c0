import { fileURLToPath } from 'node:url';

/** Arguments of Node that start the compiler. On one thread: several take up to three times the processor time. */
export const COMPILER = [
  fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url)),
  '--singleThreaded',
] as const;
