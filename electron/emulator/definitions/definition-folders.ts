import { existsSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { messageOf } from '../../../shared/values/messages.ts';
import { parseOwnJson } from '../../../shared/values/json.ts';
import {
  type ReadRequest,
  NOTHING_READ,
  type DefinitionSet,
  type FileDefinition,
  type FileOutcome,
  type Selection,
} from './reader/messages.ts';
import { Reader, type ReaderOptions } from './reader.ts';
import { isInside } from '../files/folders.ts';

/** A request that changes with the workspace. */
export type Wanted = Omit<ReadRequest, 'skipped'>;

/** A file as it was read last. */
interface KnownFile {
  readonly text: string;
  readonly served: FileOutcome;
  readonly good: readonly FileDefinition[];
}

/** Definitions in folders of files, which are read again when they change. */
export class DefinitionFolders {
  readonly #reader: Reader;
  readonly #wanted: () => Wanted;
  readonly #listeners = new Set<() => void>();
  #set = NOTHING_READ;
  /** The last request. */
  #request = '';
  /** Files as they were read last, and their last good definitions. */
  #files = new Map<string, KnownFile>();
  #running: Promise<void> | undefined;
  #again = false;

  constructor(wanted: () => Wanted, list: ReaderOptions['list']) {
    this.#wanted = wanted;
    this.#reader = new Reader({ list, onChange: () => void this.read() });
  }

  /** Calls the listener after every reading that has changed something; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  current(): DefinitionSet {
    return this.#set;
  }

  /** The absolute path of a file by its name in answers; `undefined` for an unknown one. */
  pathOf(name: string): string | undefined {
    return [...this.#files].find(([, { served }]) => served.file === name)?.[0];
  }

  /** Reads everything again; resolves when what is on disk now is in use. Without selections nothing is there. */
  read(): Promise<void> {
    if (this.#running !== undefined) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#readAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Reads again when the workspace asks for something else. */
  follow(): void {
    if (JSON.stringify(this.#wanted()) !== this.#request) void this.read();
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #readAll(): Promise<void> {
    for (;;) {
      this.#again = false;
      const wanted = this.#wanted();
      this.#request = JSON.stringify(wanted);
      const before = this.#set;
      this.#set = wanted.selections.length === 0 ? NOTHING_READ : await this.#readSet(wanted);
      if (!isSame(this.#set, before)) for (const listener of this.#listeners) listener();
      if (!this.#isAskedAgain()) return;
    }
  }

  #isAskedAgain(): boolean {
    return this.#again;
  }

  async #readSet(wanted: Wanted): Promise<DefinitionSet> {
    try {
      const { files, rest } = await this.#reader.read(wanted);
      const known = new Map(
        files
          .toSorted((a, b) => (a.file < b.file ? -1 : 1))
          .map(({ file, text }) => {
            const last = this.#files.get(file);
            if (last?.text === text) return [file, last] as const;
            const outcome = parseOwnJson<FileOutcome>(text);
            const good = goodOf(outcome, last?.good ?? []);
            return [file, { text, good, served: withGood(outcome, good) }] as const;
          }),
      );
      this.#files = known;
      return { ...rest, files: [...known.values()].map(({ served }) => served) };
    } catch (error) {
      const problem = {
        file: wanted.selections[0]?.root ?? '',
        line: 1,
        column: 1,
        field: '',
        message: messageOf(error),
      };
      return { ...this.#set, problems: [problem] };
    }
  }
}

/** True for sets of the same files; a file that has not changed is the same object. */
function isSame({ files, ...rest }: DefinitionSet, { files: before, ...restBefore }: DefinitionSet): boolean {
  const isSameFiles = files.length === before.length && files.every((file, index) => file === before[index]);
  return isSameFiles && JSON.stringify(rest) === JSON.stringify(restBefore);
}

/** The definitions of a file that are served: new ones, and the last good form of those that it breaks. */
function goodOf({ definitions, problems }: FileOutcome, before: readonly FileDefinition[]): readonly FileDefinition[] {
  const isBroken = problems.length > 0 || definitions.some(({ task, kind }) => task === undefined && kind !== 'view');
  const good = definitions.filter(({ task }) => task !== undefined);
  if (!isBroken) return good;
  const slugs = new Set(good.map(({ slug }) => slug));
  return [...good, ...before.filter(({ slug }) => !slugs.has(slug))];
}

/** A file with the last good form of what it breaks, in its place. */
function withGood(outcome: FileOutcome, good: readonly FileDefinition[]): FileOutcome {
  const left = good.filter((one) => !outcome.definitions.includes(one));
  if (left.length === 0) return outcome;
  const definitions = outcome.definitions.map((one) => {
    const at = one.task === undefined ? left.findIndex(({ slug }) => slug === one.slug) : -1;
    const [
      last = left.length === 1 && outcome.definitions.length === 1 && one.task === undefined ? left.shift() : undefined,
    ] = at < 0 ? [] : left.splice(at, 1);
    return last?.task === undefined ? one : { ...last, problems: one.problems };
  });
  return { ...outcome, definitions: [...definitions, ...left.map((one) => ({ ...one, problems: [] }))] };
}

/** The files that an entry of the workspace's `definitions` means: a folder, a file, or a pattern. */
export function selectionOf(entry: string, workspaceFolder: string): Selection {
  const path = resolve(workspaceFolder, entry);
  const base = workspaceFolder;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return { root: path, base };
  const isPlain = existsSync(path);
  const { base: fixed, glob } = isPlain ? { base: dirname(entry), glob: '' } : picomatch.scan(entry);
  const root = resolve(workspaceFolder, fixed);
  if (isInside(workspaceFolder, root))
    return {
      root: workspaceFolder,
      base,
      pattern: isPlain ? escaped(relative(workspaceFolder, path)) : entry.replace(/^(?:\.\/)+/, ''),
    };
  return { root, base, pattern: isPlain ? escaped(relative(root, path)) : glob };
}

/** A path as a pattern that it alone matches. */
function escaped(path: string): string {
  return path
    .split(sep)
    .join('/')
    .replace(/[\\*?[\]{}()!@+|]/g, '\\$&');
}
