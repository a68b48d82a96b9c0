import { compareTexts, countBefore, type RunEntry, type RunPosition, type RunSequence } from './run-sequence.ts';

/** 1: oldest first; -1: newest first. */
export type Direction = 1 | -1;

/** A sequence that is opened when its first run is near: most pages need few of them. */
export interface LateSequence {
  /** Creation of its first run in the direction, or earlier in it. */
  readonly from: number;
  readonly open: () => RunSequence | undefined;
}

/** Runs in several sequences. */
export interface RunSource {
  /** Changes whenever a run comes, goes or moves anywhere but at the end of the runs in memory. */
  readonly version: number;
  readonly memory: () => RunSequence | undefined;
  /** By `from`, in the direction. */
  readonly archived: (direction: Direction) => Iterable<LateSequence>;
}

/**
 * Reads runs by creation, then by ID. When runs have moved between two steps, goes on behind the last one: each run that is
 * there all the time is read exactly once.
 */
export function* inOrder(source: RunSource, direction: Direction): Generator<RunEntry, void, undefined> {
  let last: RunPosition | undefined;
  for (;;) {
    const { version } = source;
    const cursors = new Cursors(source, direction, last);
    do {
      const entry = cursors.next();
      if (entry === undefined) return;
      last = entry;
      yield entry;
    } while (source.version === version);
  }
}

/** A position in a sequence, at a run that is not gone. */
class Cursor {
  readonly #sequence: RunSequence;
  readonly #direction: Direction;
  #at: number;
  createdAt = 0;

  constructor(sequence: RunSequence, direction: Direction, last: RunPosition | undefined) {
    this.#sequence = sequence;
    this.#direction = direction;
    if (last === undefined) this.#at = direction === 1 ? 0 : sequence.length() - 1;
    else this.#at = direction === 1 ? countBefore(sequence, last, true) : countBefore(sequence, last, false) - 1;
    this.#settle();
  }

  get isOver(): boolean {
    return this.#at < 0 || this.#at >= this.#sequence.length();
  }

  get id(): string {
    return this.#sequence.id(this.#at);
  }

  /** Returns the run, and goes on to the next one. */
  take(): RunEntry | undefined {
    const entry = this.#sequence.entry(this.#at);
    this.#at += this.#direction;
    this.#settle();
    return entry;
  }

  #settle(): void {
    while (!this.isOver && this.#sequence.isGone(this.#at)) this.#at += this.#direction;
    this.createdAt = this.#sequence.createdAt(this.#at);
  }
}

/** A heap of cursors: the first one has the next run. */
class Cursors {
  readonly #heap: Cursor[] = [];
  readonly #direction: Direction;
  readonly #last: RunPosition | undefined;
  readonly #late: Iterator<LateSequence>;
  #nextLate: LateSequence | undefined;

  constructor({ memory, archived }: RunSource, direction: Direction, last: RunPosition | undefined) {
    this.#direction = direction;
    this.#last = last;
    this.#add(memory());
    this.#late = archived(direction)[Symbol.iterator]();
    this.#takeLate();
  }

  next(): RunEntry | undefined {
    while (this.#nextLate !== undefined && this.#isNear(this.#nextLate)) {
      this.#add(this.#nextLate.open());
      this.#takeLate();
    }
    const [first] = this.#heap;
    const entry = first?.take();
    if (first?.isOver === true) this.#removeFirst();
    else if (first !== undefined) this.#sink();
    return entry;
  }

  #takeLate(): void {
    const step = this.#late.next();
    this.#nextLate = step.done === true ? undefined : step.value;
  }

  #isNear({ from }: LateSequence): boolean {
    const [first] = this.#heap;
    return first === undefined || (from - first.createdAt) * this.#direction <= 0;
  }

  #add(sequence: RunSequence | undefined): void {
    if (sequence === undefined) return;
    const cursor = new Cursor(sequence, this.#direction, this.#last);
    if (cursor.isOver) return;
    const heap = this.#heap;
    let at = heap.push(cursor) - 1;
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(at, above); above = (at - 1) >> 1) {
      this.#swap(at, above);
      at = above;
    }
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink();
  }

  /** Moves the first cursor down to its position. */
  #sink(): void {
    for (let at = 0; ;) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2]) if (this.#isBefore(below, least)) least = below;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (first === undefined || second === undefined) return false;
    const difference = first.createdAt - second.createdAt || compareTexts(first.id, second.id);
    return difference * this.#direction < 0;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (first === undefined || second === undefined) return;
    [this.#heap[a], this.#heap[b]] = [second, first];
  }
}
