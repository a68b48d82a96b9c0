/** The Electron to run: in the folder that `ELECTRON_OVERRIDE_DIST_PATH` names, else the package's own; `undefined` when it is not there. */
export function electronRuntime(): string | undefined;
/** Fetches the package's Electron, once. Returns why it cannot be had; "" when it is there. */
export function fetchElectronRuntime(): string;
