/** A fault of the data folder or of a file in it, told so that a person can act on it; the program does not start on it. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** Another process, named in the message, has the data folder. */
export class FolderInUseError extends StoreError {
  override readonly name = 'FolderInUseError';
}

/** True for a failed system call with this code, such as `ENOENT`. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Does what reads the state of a folder; a refusal of the system becomes one that names the folder. */
export function withFolderName<T>(folder: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof Error && 'code' in error)) throw error;
    throw new StoreError(`The state in ${folder} cannot be used: ${error.message}. What it holds is as it was.`);
  }
}
