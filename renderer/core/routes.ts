import { emulator, type EmulatorContract } from '../../shared/contract/emulator/index.ts';
import { type Routes, routesOf } from '../../shared/http/client.ts';

/**
 * Where the endpoints of Hangar's own side are. The build reckons them beforehand (build/precomputed.ts), so that the window
 * opens without their schemas.
 */
export const routes: Routes<EmulatorContract> = routesOf(emulator);
