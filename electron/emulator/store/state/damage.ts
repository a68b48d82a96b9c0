import { replaceFile, type Disk } from './disk.ts';
import { checkedLine } from './item-check.ts';
import { readSealed, seal, type SealedLine } from './sealed-line.ts';

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
   * Reads a file of sealed lines. A damaged file is set aside and rewritten with its readable lines, so that the next start
   * finds it intact. A torn last line is cut off. Returns the lines with their new offsets.
   */
  readLines(name: string): ReadFile {
    const bytes = this.#disk.read(name);
    const { lines, torn, damaged } = readSealed(bytes);
    if (torn > 0) this.report(`${name}: ${torn} bytes at its end were dropped, the unfinished last write.`);
    if (damaged > 0) {
      const aside = this.setAside(name);
      this.report(
        `${name} was damaged: ${damaged} bytes could not be read, and what they held is lost. The rest was loaded; the damaged file is kept as ${aside}.`,
      );
    }
    const checked = lines.map(({ value }) => checkedLine(value));
    const problems = checked.flatMap((line) => line.problems);
    if (problems.length > 0) this.#tellRefused(name, problems);
    const isWhole = torn === 0 && damaged === 0 && (bytes.length === 0 || bytes.at(-1) === 0x0a);
    if (isWhole && problems.length === 0) {
      const values = lines.map((line, i) => ({ ...line, value: checked[i]?.value ?? line.value }));
      return { lines: values, size: bytes.length, isDamaged: false };
    }
    const parts = lines.map(({ offset, length }, i) => {
      const { value, problems: found = [] } = checked[i] ?? {};
      return value === undefined || found.length === 0
        ? Buffer.concat([bytes.subarray(offset, offset + length), NEWLINE])
        : seal(value);
    });
    return this.#rewrite(name, Buffer.concat(parts), damaged > 0);
  }

  /** Reports valid lines with content that Hangar never writes, such as an upload with a path as its ID. */
  #tellRefused(name: string, problems: readonly string[]): void {
    const aside = this.setAside(name);
    const entries = problems.length === 1 ? '1 entry' : `${problems.length} entries`;
    this.report(
      `${name}: ${entries} skipped as invalid (${problems[0] ?? ''}). The rest was loaded; the file is kept as ${aside}.`,
    );
  }

  #rewrite(name: string, good: Buffer, isDamaged: boolean): ReadFile {
    replaceFile(this.#disk, name, good);
    const lines = readSealed(good).lines.map((line) => ({ ...line, value: checkedLine(line.value).value }));
    return { lines, size: good.length, isDamaged };
  }
}

/** The valid lines of a file, in order. */
export interface ReadFile {
  readonly lines: readonly SealedLine[];
  readonly size: number;
  readonly isDamaged: boolean;
}
