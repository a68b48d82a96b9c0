import { emulator, type EmulatorContract } from '../../../shared/contract/emulator/index.ts';
import { type Routes, routesOf } from '../../../shared/http/client.ts';

/**
 * The paths of the `/_emulator` endpoints. The build precomputes them (build/precomputed.ts), so that the window starts
 * without the schemas.
 */
export const routes: Routes<EmulatorContract> = routesOf(emulator);
