import { emulator } from './emulator/index.ts';
import { runtime } from './runtime/index.ts';
import { v0 } from './v0/index.ts';

/** Everything that the server answers. */
export const contract = { v0, runtime, emulator };
export type HangarContract = typeof contract;
