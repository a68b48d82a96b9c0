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

/** An open file. Everything except `sync` is synchronous; every call throws system errors. */
export interface DiskFile {
  size(): number;
  /** Reads up to so many bytes; fewer at the end of the file. */
  read(position: number, length: number): Buffer;
  /** Writes all bytes, or throws; some of them may then have been written. */
  write(bytes: Uint8Array, position: number): void;
  truncate(size: number): void;
  /** Resolves when the written data survives a power failure. */
  sync(): Promise<void>;
  /** True while the name under which the file was opened still leads to it, so that a restart finds what is written. */
  isInPlace(): boolean;
  close(): void;
}

/** The only access of the store to files: one folder. Tests keep it in memory and make it fail. */
export interface Disk {
  /** Name in messages. */
  readonly name: string;
  /** Names of the files. */
  names(): readonly string[];
  /** `create` truncates an existing file. */
  open(name: string, how: 'create' | 'read' | 'write'): DiskFile;
  /** Replaces `to` atomically. */
  rename(from: string, to: string): void;
  copy(from: string, to: string): void;
  /** Creates a second name for a file that is never changed again; where links are not supported, an atomic copy. */
  link(from: string, to: string): void;
  remove(name: string): void;
  /** Resolves when the names survive a power failure. */
  sync(): Promise<void>;
  /**
   * Throws `FolderLostError` when the folder is no longer this process's. Also checked by all operations that change a
   * name.
   */
  assertHeld(): void;
}
