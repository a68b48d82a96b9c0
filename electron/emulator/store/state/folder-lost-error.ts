import { ApiError } from '../../../../shared/http/errors.ts';

/** Thrown when the state's folder, or a file in it, is gone or another process's: nothing can be saved until it is back. */
export class FolderLostError extends ApiError {
  /** @param cause a sentence; instructions are appended */
  constructor(cause: string) {
    super(
      'internal',
      `${cause} Nothing can be saved. Reads still work: save what you need with GET /_emulator/export, then restart Hangar.`,
    );
  }
}
