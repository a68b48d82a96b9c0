import type { UndoRow } from '../../../../shared/contract/emulator/undo.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { formatTimestamp, MICROS_PER_SECOND, type MachineMicros } from '../../../../shared/values/timestamp.ts';
import type { MachineClock, EngineEvent } from '../../engine/context/ports.ts';
import type { Checkpoints } from './ports.ts';

/** Maximum number of entries, and the time for which they can be undone, in seconds. */
const MAX_ENTRIES = 10;
const SECONDS = 600;

/** Dependencies of the log. */
interface UndoPorts {
  readonly clock: MachineClock;
  /** Automatic checkpoints, apart from the user's own. */
  readonly undoPoints: Pick<Checkpoints, 'list' | 'save' | 'remove' | 'restore'>;
  readonly emit: (event: EngineEvent) => void;
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly at: MachineMicros;
  /** Name of its checkpoint; "" when what it deleted is kept itself. */
  readonly checkpoint: string;
  readonly undo: () => Promise<void> | void;
}

/**
 * The last things that were cleared, deleted or replaced, each with the way to undo it for ten minutes. Changes of the whole state have a checkpoint, which
 * survives a restart; others keep what they deleted, which costs nothing.
 */
export class UndoLog {
  readonly #ports: UndoPorts;
  /** Oldest first. */
  #entries: readonly Entry[];
  /** Entries that are being undone, which no other request undoes meanwhile. */
  readonly #undoing = new Set<Entry>();
  #number = 0;
  #isExpiring = false;

  constructor(ports: UndoPorts) {
    this.#ports = ports;
    this.#entries = ports.undoPoints.list().flatMap(({ name, createdAt, problem }) => {
      const at = createdAt === null || problem !== '' ? undefined : timeIn(name);
      if (at === undefined) return [];
      return [{ id: name, title: titleOf(name), at, checkpoint: name, undo: () => this.#restore(name) }];
    });
    this.#expireLater();
  }

  /** The entries that can be undone, newest first. */
  list(): UndoRow[] {
    this.#expire();
    return this.#entries.map(rowOf).reverse();
  }

  /** Remembers something that was done. */
  remember(title: string, undo: Entry['undo']): void {
    this.#number += 1;
    this.#add({ id: `undo-${this.#number}`, title, at: this.#ports.clock.now(), checkpoint: '', undo });
  }

  /**
   * Saves a checkpoint of all, does something, and remembers it. When no checkpoint can be saved, does it all the same.
   * @param also restores what a checkpoint does not have, before it is restored
   */
  async checkpointed<Result>(
    title: string,
    also: () => () => Promise<void>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { clock, undoPoints } = this.#ports;
    const at = clock.now();
    const name = nameOf(title, at);
    const restoreOthers = also();
    const saved = await undoPoints.save({ name }).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    const result = await work();
    if (saved !== undefined)
      this.#add({
        ...{ id: name, title, at, checkpoint: name },
        undo: () => this.checkpointed(opposite(title), also, () => this.#restore(name, restoreOthers)),
      });
    return result;
  }

  /** Undoes an entry, the newest by default. Throws 404 for one that is gone, and what the undoing throws. */
  async undo(id?: string): Promise<UndoRow> {
    this.#expire();
    const free = this.#entries.filter((each) => !this.#undoing.has(each));
    const entry = id === undefined ? free.at(-1) : free.find((each) => each.id === id);
    if (entry === undefined) {
      const what = id === undefined ? 'There is nothing' : `"${quoteForMessage(id)}" is nothing`;
      throw new ApiError('not_found', `${what} that can be undone: that is possible for ${SECONDS / 60} minutes.`);
    }
    this.#undoing.add(entry);
    try {
      await entry.undo();
    } finally {
      this.#undoing.delete(entry);
    }
    this.#drop([entry]);
    return rowOf(entry);
  }

  async #restore(name: string, others?: () => Promise<void>): Promise<void> {
    await others?.();
    await this.#ports.undoPoints.restore(name);
  }

  #add(entry: Entry): void {
    this.#entries = [...this.#entries, entry];
    this.#drop(this.#entries.slice(0, -MAX_ENTRIES));
    this.#expireLater();
    this.#ports.emit({ type: 'undo' });
  }

  #expire(): void {
    const oldest = this.#ports.clock.now() - SECONDS * MICROS_PER_SECOND;
    this.#drop(this.#entries.filter(({ at }) => at <= oldest));
  }

  /** Frees what expired entries keep. */
  #expireLater(): void {
    if (this.#isExpiring || this.#entries.length === 0) return;
    this.#isExpiring = true;
    this.#ports.clock.after(SECONDS * 1000, () => {
      this.#isExpiring = false;
      this.#expire();
      this.#expireLater();
    });
  }

  #drop(gone: readonly Entry[]): void {
    if (gone.length === 0) return;
    this.#entries = this.#entries.filter((entry) => !gone.includes(entry));
    for (const { checkpoint } of gone)
      if (checkpoint !== '') this.#ports.undoPoints.remove(checkpoint).catch(() => undefined);
    this.#ports.emit({ type: 'undo' });
  }
}

function rowOf({ id, title, at }: Entry): UndoRow {
  const until = at + SECONDS * MICROS_PER_SECOND;
  return { id, title, at: formatTimestamp(at), until: formatTimestamp(until) };
}

const UNDID = 'Undid: ';

/** The title of undoing: `Undid: Reset`, and `Reset` again for that. */
function opposite(title: string): string {
  return title.startsWith(UNDID) ? title.slice(UNDID.length) : UNDID + title;
}

/** The name of an automatic checkpoint, such as `Restored_base-1795829437636000`, from which a restart reads title and time. */
function nameOf(title: string, at: MachineMicros): string {
  return `${title.replace(/[^A-Za-z0-9]+/g, '_').slice(0, 60)}-${at}`;
}

function titleOf(name: string): string {
  return name.replace(/-\d+$/, '').replaceAll('_', ' ');
}

function timeIn(name: string): MachineMicros | undefined {
  const digits = /-(\d{10,17})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
