import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder into which the tests have the application packaged. */
export const PACKAGES = fileURLToPath(new URL('../../../dist/test', import.meta.url));
/** The unpacked application, and its executable. */
export const UNPACKED = join(PACKAGES, 'linux-unpacked');
export const PACKAGED = join(UNPACKED, 'hangar');
