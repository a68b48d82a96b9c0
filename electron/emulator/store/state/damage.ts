import { replaceFile, type Disk } from './disk.ts';
import { type CheckedLine, checkedLine } from './item-check.ts';
import { eachSealed, seal } from './sealed-line.ts';

const NEWLINE = Buffer.from('\n');

/** Collects the messages of a start and sets damaged files aside. */
export class DamageReport {
  readonly messages: string[] = [];
  readonly #disk: Disk;
  readonly #stamp: string;

  /** @param at milliseconds since 1970, for the names of files that are set aside */
  constructor(disk: Disk, at: number) {
    this.#disk = disk;
    this.#stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  }

  report(sentence: string): void {
    this.messages.push(sentence);
  }

  /** Keeps a copy of the file under another name; returns that name. */
  setAside(name: string): string {
    const taken = new Set(this.#disk.names());
    let aside = `${name}.damaged-${this.#stamp}`;
    for (let i = 2; taken.has(aside); i++) aside = `${name}.damaged-${this.#stamp}-${i}`;
    this.#disk.copy(name, aside);
    return aside;
  }

  /**
   * Reads a file of sealed lines, in order. A damaged file is set aside and rewritten with its readable lines, so that the
   * next start finds it intact. A torn last line is cut off.
   * @param take receives each line before the next one is read
   */
  readLines(name: string, take: (line: CheckedLine) => void): ReadFile {
    const bytes = this.#disk.read(name);
    const kept: KeptLine[] = [];
    const refused: string[] = [];
    const { torn, damaged } = eachSealed(bytes, ({ value, offset, length }) => {
      const line = checkedLine(value);
      refused.push(...line.problems);
      kept.push({ offset, length, sealed: line.problems.length === 0 ? undefined : seal(line.value) });
      take(line);
    });
    if (torn > 0) this.report(`${name}: ${torn} bytes at its end were dropped, the unfinished last write.`);
    if (damaged > 0) {
      const aside = this.setAside(name);
      this.report(
        `${name} was damaged: ${damaged} bytes could not be read, and what they held is lost. The rest was loaded; the damaged file is kept as ${aside}.`,
      );
    }
    if (refused.length > 0) this.#reportRefused(name, refused);
    const isWhole = torn + damaged + refused.length === 0 && (bytes.length === 0 || bytes.at(-1) === NEWLINE[0]);
    const good = isWhole ? bytes : linesOf(bytes, kept);
    if (!isWhole) replaceFile(this.#disk, name, good);
    return { size: good.length, isDamaged: damaged > 0 };
  }

  /** Reports valid lines with content that Hangar never writes, such as an upload with a path as its ID. */
  #reportRefused(name: string, problems: readonly string[]): void {
    const aside = this.setAside(name);
    const entries = problems.length === 1 ? '1 entry' : `${problems.length} entries`;
    this.report(
      `${name}: ${entries} skipped as invalid (${problems[0] ?? ''}). The rest was loaded; the file is kept as ${aside}.`,
    );
  }
}

/** A file of sealed lines as it is after it was read. */
export interface ReadFile {
  readonly size: number;
  readonly isDamaged: boolean;
}

/** A readable line of a file. */
interface KeptLine {
  readonly offset: number;
  /** Without the newline. */
  readonly length: number;
  /** The line to write in its place. */
  readonly sealed: Buffer | undefined;
}

function linesOf(bytes: Buffer, kept: readonly KeptLine[]): Buffer {
  return Buffer.concat(
    kept.flatMap(({ offset, length, sealed }) =>
      sealed === undefined ? [bytes.subarray(offset, offset + length), NEWLINE] : [sealed],
    ),
  );
}
