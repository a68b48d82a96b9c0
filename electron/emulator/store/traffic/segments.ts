import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_FILE_BYTES } from '../../files/limits.ts';
import { makeSubfolderSync } from '../../files/make-folder.ts';
import { FileRefusedError, readRegularFile } from '../../files/read-file.ts';
import { isSystemError } from '../../files/system-error.ts';
import { seal, sealJson, unseal } from '../state/sealed-line.ts';

/** Version of the format. */
const VERSION = 1;
/** Maximum number of bytes of all segments. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes at which a segment is complete. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
/** Lines at which a segment may be complete, however few are to be kept. */
const SEGMENT_LINES = 250;
/** A start continues a segment of fewer bytes. */
const SMALL_BYTES = 256 * 1024;
const MAX_SEGMENTS = 64;
/** Maximum number of bytes of a line; two bodies of 1 MiB in base64 take fewer. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

const NAME = /^segment-([1-9]\d{0,8})\.jsonl$/;
const NEWLINE = 0x0a;
/** Neither follows a link nor waits for the reader of a named pipe. Windows has neither flag. */
const FLAGS: Partial<typeof constants> = constants;
const APPEND =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (FLAGS.O_NOFOLLOW ?? 0) | (FLAGS.O_NONBLOCK ?? 0);

interface Segment {
  readonly number: number;
  /** Number of lines as far as it is known: those that this process wrote or read. */
  lines: number;
  bytes: number;
}

/** The lines of one segment. */
export interface SegmentContent {
  /** Iterates over the values, oldest first; `undefined` stands for a damaged line. */
  readonly values: () => Generator<object | undefined, void, undefined>;
}

/** A log of lines in rotating files of one folder. Calls that write must not overlap. All reject with system errors. */
export class TrafficSegments {
  readonly #folder: string;
  readonly #assertHeld: () => void;
  /** Oldest first; `undefined` before the folder is read. */
  #segments: Promise<Segment[]> | undefined;
  /** Number of the next segment. */
  #next = 1;
  /** The segment that is written. */
  #current: Segment | undefined;
  /** True when the current segment may end in a torn line. */
  #isTorn = false;

  /**
   * @param folder is created at the first write; its parent must exist
   * @param assertHeld throws when the parent is no longer this process's
   */
  constructor(folder: string, assertHeld: () => void) {
    this.#folder = folder;
    this.#assertHeld = assertHeld;
  }

  /** Appends serialised objects as lines, and deletes old segments. */
  async append(texts: readonly string[], maxLines: number): Promise<void> {
    this.#assertHeld();
    const segments = await this.#opened();
    if (texts.length > 0) await this.#write(this.#segmentToWrite(segments, maxLines), texts);
    await this.#prune(segments, maxLines);
  }

  #segmentToWrite(segments: Segment[], maxLines: number): Segment {
    if (this.#current !== undefined && isComplete(this.#current, maxLines)) this.#current = undefined;
    if (this.#current === undefined) {
      this.#current = { number: this.#next++, lines: 0, bytes: 0 };
      segments.push(this.#current);
      this.#isTorn = false;
    }
    return this.#current;
  }

  async #write(segment: Segment, texts: readonly string[]): Promise<void> {
    const file = await this.#open(segment);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new FileRefusedError(this.#pathOf(segment), 'is not a regular file');
      const start =
        found.size === 0
          ? seal({ file: 'traffic', version: VERSION, number: segment.number })
          : Buffer.from(this.#isTorn ? '\n' : '');
      const bytes = Buffer.concat([start, ...texts.map(sealJson)]);
      this.#isTorn = true;
      await file.appendFile(bytes);
      this.#isTorn = false;
      segment.lines += texts.length;
      segment.bytes = found.size + bytes.length;
    } finally {
      await file.close();
    }
  }

  /** Opens a segment for appending. Opened for each write, so that a removed folder is noticed, and made again. */
  async #open(segment: Segment): Promise<FileHandle> {
    const path = this.#pathOf(segment);
    try {
      return await open(path, APPEND, 0o600);
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error;
      makeSubfolderSync(this.#folder);
      return open(path, APPEND, 0o600);
    }
  }

  /** Deletes the oldest segments while the others hold enough. */
  async #prune(segments: Segment[], maxLines: number): Promise<void> {
    for (let oldest = segments[0]; oldest !== undefined; oldest = segments[0]) {
      const { lines, bytes } = sumOf(segments);
      const isSpare = lines - oldest.lines >= maxLines || bytes > MAX_BYTES || segments.length > MAX_SEGMENTS;
      if (!isSpare) return;
      await rm(this.#pathOf(oldest), { force: true });
      segments.shift();
      if (oldest === this.#current) this.#current = undefined;
    }
  }

  /** Reads the segments that are there now, newest first. Segments that cannot be read count as one damaged line. */
  async *read(): AsyncGenerator<SegmentContent, void, undefined> {
    const known = (await this.#opened()).map((segment) => ({ segment, bytes: segment.bytes }));
    for (const { segment, bytes } of known.reverse()) {
      const content = await this.#contentOf(segment, bytes);
      if (content === undefined) continue;
      yield { values: () => valuesIn(content, (lines) => (segment.lines = Math.max(segment.lines, lines))) };
    }
  }

  /** Content of a segment up to this size, as lines are added meanwhile; `undefined` when it was deleted meanwhile. */
  async #contentOf(segment: Segment, bytes: number): Promise<Buffer | undefined> {
    try {
      return (await readRegularFile(this.#pathOf(segment), MAX_FILE_BYTES.traffic)).subarray(0, bytes);
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined;
      if (error instanceof FileRefusedError) return Buffer.from('refused\n');
      throw error;
    }
  }

  /** Deletes all lines. Durable against a crash of the process when it resolves. */
  async clear(): Promise<void> {
    this.#assertHeld();
    this.#segments = undefined;
    const segments = await this.#opened();
    this.#current = undefined;
    for (const segment of segments.splice(0)) await rm(this.#pathOf(segment), { force: true });
  }

  /** The segments; read from the folder at the first call. */
  #opened(): Promise<Segment[]> {
    return (this.#segments ??= this.#readFolder().catch((error: unknown) => {
      this.#segments = undefined;
      throw error;
    }));
  }

  async #readFolder(): Promise<Segment[]> {
    const { segments, next } = await segmentsIn(this.#folder);
    this.#next = next;
    const newest = segments.at(-1);
    if (newest !== undefined && newest.bytes < SMALL_BYTES) [this.#current, this.#isTorn] = [newest, true];
    return segments;
  }

  #pathOf({ number }: Segment): string {
    return join(this.#folder, `segment-${number}.jsonl`);
  }
}

function isComplete({ lines, bytes }: Segment, maxLines: number): boolean {
  return bytes >= SEGMENT_BYTES || lines >= Math.max(SEGMENT_LINES, maxLines / 4);
}

function sumOf(segments: readonly Segment[]): { lines: number; bytes: number } {
  let [lines, bytes] = [0, 0];
  for (const segment of segments) {
    lines += segment.lines;
    bytes += segment.bytes;
  }
  return { lines, bytes };
}

/** The segments of a folder, oldest first, and the number of the next one; none when the folder is missing. */
async function segmentsIn(folder: string): Promise<{ segments: Segment[]; next: number }> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
  const numbers = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
  const segments: Segment[] = [];
  for (const number of numbers.sort((a, b) => a - b)) {
    const found = await lstat(join(folder, `segment-${number}.jsonl`)).catch(() => undefined);
    // Links, named pipes and the like are left alone.
    if (found?.isFile() === true) segments.push({ number, lines: 0, bytes: found.size });
  }
  return { segments, next: (numbers.at(-1) ?? 0) + 1 };
}

/** @param onEnd receives the number of lines that are not damaged */
function* valuesIn(content: Buffer, onEnd: (lines: number) => void): Generator<object | undefined, void, undefined> {
  let [isHeader, lines] = [true, 0];
  for (let at = 0; at < content.length;) {
    const newline = content.indexOf(NEWLINE, at);
    const end = newline === -1 ? content.length : newline;
    const value = end - at > MAX_LINE_BYTES ? undefined : unseal(content.subarray(at, end));
    const isBlank = end === at;
    at = end + 1;
    if (isBlank) continue;
    if (isHeader && value !== undefined && isHeaderLine(value)) {
      if (value.version !== VERSION) return yield undefined;
    } else {
      if (value !== undefined) lines += 1;
      yield value;
    }
    isHeader = false;
  }
  onEnd(lines);
}

function isHeaderLine(value: object): value is { readonly version: unknown } {
  return 'file' in value && value.file === 'traffic' && 'version' in value;
}
