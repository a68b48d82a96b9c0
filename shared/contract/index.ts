import { emulator } from './emulator/index.ts';
import { runtime } from './runtime/index.ts';
import { v0 } from './v0/index.ts';

/** Every endpoint of the server. */
export const contract = { v0, runtime, emulator };
export type HangarContract = typeof contract;
