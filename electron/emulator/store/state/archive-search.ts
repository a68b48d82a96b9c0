import type { Archive, ArchiveLines } from './archive.ts';
import { ArchivedEntry } from './archived-entry.ts';
import { storedWord, type StoredWord } from './stored-word.ts';

/** Bytes that are searched at once. Longer texts are allocated outside the young heap, which takes longer than the search. */
const BLOCK_BYTES = 64 * 1024;

/** Rows `from <= row <= to` of an archive, and which of them have the word; all of them when that is unknown. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly rows: ReadonlySet<number> | 'all';
}

/**
 * Number of archives that are read before the search gets to them. With fewer, it catches up and waits for the disk when the
 * system has not the files at hand.
 */
const AHEAD = 6;

/**
 * Returns the `wordTest` of the state.
 * @param archives all of them, in the order of the search
 */
export function wordTest(word: string, archives: readonly Archive[]): (entry: object) => boolean {
  const stored = storedWord(word);
  if (stored === undefined) return () => true;
  const search = new ArchiveSearch(stored, archives);
  return (entry) => !(entry instanceof ArchivedEntry) || search.mayHave(entry);
}

/**
 * Looks for a word in archives without parsing their lines: a million runs take half a second, and 40 times as long when each
 * is read. Meant for one search that goes through the runs in order.
 */
class ArchiveSearch {
  readonly #word: StoredWord;
  readonly #archives: readonly Archive[];
  readonly #blocks = new Map<Archive, Block>();
  readonly #buffer = Buffer.allocUnsafe(BLOCK_BYTES);

  constructor(word: StoredWord, archives: readonly Archive[]) {
    this.#word = word;
    this.#archives = archives;
  }

  /** False when no text of an archived run has the word; true for all others. */
  mayHave({ archive, row, isGone }: ArchivedEntry): boolean {
    // The file of a run that has moved may be closed.
    if (isGone || !archive.isCurrent) return true;
    const known = this.#blocks.get(archive);
    if (known === undefined) this.#warmAfter(archive);
    const block = known !== undefined && known.from <= row && row <= known.to ? known : this.#read(archive, row);
    return block.rows === 'all' || block.rows.has(row);
  }

  #warmAfter(archive: Archive): void {
    const next = this.#archives.indexOf(archive) + 1;
    for (const ahead of this.#archives.slice(next, next + AHEAD)) ahead.warm();
  }

  #read(archive: Archive, row: number): Block {
    const lines = archive.linesUpTo(row, this.#buffer);
    const isUnknown = this.#word.strangers.some((stranger) => lines.bytes.includes(stranger));
    const block = { from: lines.from, to: row, rows: isUnknown ? 'all' : rowsWith(this.#word.part, lines) } as const;
    this.#blocks.set(archive, block);
    return block;
  }
}

/** The rows whose lines match a pattern. */
function rowsWith(part: RegExp, { from, ends, bytes }: ArchiveLines): Set<number> {
  const text = bytes.toString('latin1');
  const rows = new Set<number>();
  let at = 0;
  part.lastIndex = 0;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const { index } = match;
    while (at < ends.length - 1 && (ends[at] ?? 0) <= index) at++;
    rows.add(from + at);
    // One match of a line is enough.
    part.lastIndex = Math.max(ends[at] ?? 0, index + 1);
  }
  return rows;
}
