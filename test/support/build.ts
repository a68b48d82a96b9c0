import { ensureBuilt } from '../../build/ensure-built.mjs';

/** Builds what the tests of the project `programs` start and import, when it is older than its sources. */
export const setup = (): Promise<void> => ensureBuilt();
