/** An open file. Everything but `sync` is done when the call returns; every call throws what the system says. */
export interface DiskFile {
  size(): number;
  read(position: number, length: number): Buffer;
  /** Writes all of the bytes, or throws; then some of them may have been written. */
  write(bytes: Uint8Array, position: number): void;
  truncate(size: number): void;
  /** Resolves when what was written survives a power failure. */
  sync(): Promise<void>;
  /** True while the name that the file was opened by leads to it: what is written to it then is found by a restart. */
  isInPlace(): boolean;
  close(): void;
}

/** One folder of files: the store's whole world, so that tests can keep it in memory and make it fail. */
export interface Disk {
  /** What messages call it. */
  readonly name: string;
  /** Names of the files. */
  names(): readonly string[];
  read(name: string): Buffer;
  /** `create` empties a file that exists. */
  open(name: string, how: 'create' | 'read' | 'write'): DiskFile;
  /** Replaces `to` at once and as a whole. */
  rename(from: string, to: string): void;
  copy(from: string, to: string): void;
  /** A second name for a file that never changes again; a copy, whole or not at all, where there is no such thing. */
  link(from: string, to: string): void;
  remove(name: string): void;
  /** Resolves when the names themselves survive a power failure. */
  sync(): Promise<void>;
  /** Throws `FolderLostError` when the folder is no longer this process's. Everything that changes a name asserts it too. */
  assertHeld(): void;
}
