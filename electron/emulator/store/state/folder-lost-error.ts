import { ApiError } from '../../../../shared/http/errors.ts';

/** The state's folder, or a file in it, is no longer there or no longer this process's: nothing can be saved until it is back. */
export class FolderLostError extends ApiError {
  /** @param cause a sentence; what to do is added. */
  constructor(cause: string) {
    super(
      'internal',
      `${cause} Nothing is saved any more. Reads still answer: save what is needed with GET /_emulator/export, then restart Hangar.`,
    );
  }
}
