/** A problem of the data folder or a file in it, with a message for the user. The program does not start. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** Another process, named in the message, uses the data folder. */
export class FolderInUseError extends StoreError {
  override readonly name = 'FolderInUseError';
}

/** Runs a function that reads the state in a folder; adds the folder to the message of system errors. */
export async function withFolderName<T>(folder: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof Error && 'code' in error)) throw error;
    throw new StoreError(`The state in ${folder} cannot be used: ${error.message}. Its files are unchanged.`);
  }
}
