import { readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';
import picomatch from 'picomatch';
import type { Selection } from './messages.ts';
import { isInside } from '../../files/folders.ts';
import { readRegularFileSync } from '../../files/read-file.ts';
import type { Place, ReadText } from '../../../../shared/definitions/definition-problem.ts';
import { readYaml } from '../../../../shared/definitions/read-yaml.ts';
import { messageOf } from '../../../../shared/values/messages.ts';

/** Limits of a folder: a link or a mistake may lead to a whole disk. */
const MOST = { folders: 20_000, files: 200_000, levels: 40 };

/** A file below the folders of definitions. */
export interface FoundFile {
  readonly path: string;
  /** Its selection. */
  readonly selection: Selection;
  /** Changes with its content. */
  readonly version: string;
}

/** A link that leads out of its folder. */
interface RefusedLink {
  readonly file: FoundFile;
  readonly isFolder: boolean;
  readonly message: string;
}

/** Files and folders below selections, and what was refused. */
export interface Found {
  /** Those that a pattern or a folder names; others of the folders are in `all`. */
  readonly chosen: readonly FoundFile[];
  readonly all: readonly FoundFile[];
  readonly folders: readonly string[];
  /** Files that change the meaning of definitions: those of the folders above, up to the repository's, and `.env`. */
  readonly beside: readonly FoundFile[];
  readonly refused: readonly RefusedLink[];
}

/** Names of files above the definitions that change their meaning: settings of projects, of any SDK, and rules. */
const BESIDE = /^(?:[a-z][a-z0-9]*(?:\.dev)?\.ya?ml|package\.json|tsconfig\.json|requirements\.txt|\.env|\.gitignore)$/;

/** Changes with the content of a file. */
export function versionOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino}/${mtimeMs}/${size}`;
}

/** Finds the files of selections, each once, ordered by path: no `node_modules`, nothing hidden, nothing that `.gitignore` names. */
export function findFiles(selections: readonly Selection[]): Found {
  const walk = new Walk();
  for (const selection of selections) walk.enter(selection);
  return walk;
}

class Walk implements Found {
  readonly chosen: FoundFile[] = [];
  readonly all: FoundFile[] = [];
  readonly folders: string[] = [];
  readonly beside: FoundFile[] = [];
  readonly refused: RefusedLink[] = [];
  readonly #seen = new Set<string>();

  enter(selection: Selection): void {
    const { root, pattern } = selection;
    const matches = pattern === undefined ? () => true : picomatch(pattern);
    const choose = (path: string): boolean => matches(relative(root, path).split(sep).join('/'));
    this.#folder({ selection, choose, folder: root, rules: rulesAbove(root), level: 0, real: realpathSync(root) });
    for (const folder of foldersAbove(root))
      for (const { name } of entriesOf(folder)) if (BESIDE.test(name)) this.#beside(join(folder, name), selection);
    const byPath = (a: FoundFile, b: FoundFile): number => (a.path < b.path ? -1 : 1);
    this.chosen.sort(byPath);
    this.all.sort(byPath);
  }

  #folder(at: WalkedFolder): void {
    if (at.level > MOST.levels || this.folders.length >= MOST.folders || this.all.length >= MOST.files) return;
    this.folders.push(at.folder);
    const rules = [...at.rules, ...rulesIn(at.folder)];
    for (const entry of entriesOf(at.folder)) {
      const path = join(at.folder, entry.name);
      if (entry.name === '.env') this.#beside(path, at.selection);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (isIgnored(rules, path, entry.isDirectory())) continue;
      if (entry.isDirectory()) this.#folder({ ...at, folder: path, rules, level: at.level + 1 });
      else if (entry.isFile() || entry.isSymbolicLink()) this.#file(path, entry, at);
    }
  }

  #beside(path: string, selection: Selection): void {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true || this.#seen.has(path)) return;
    this.#seen.add(path);
    this.beside.push({ path, selection, version: versionOf(stats) });
  }

  #file(path: string, entry: Dirent, { selection, choose, real }: WalkedFolder): void {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return;
    const file = { path, selection, version: versionOf(stats) };
    if (entry.isSymbolicLink() && !isInside(real, realpathSync(path))) {
      const isFolder = stats.isDirectory();
      const message = `is a link out of the folder of the definitions${isFolder ? ', which is not followed' : ''}`;
      return void this.refused.push({ file, isFolder, message });
    }
    // A folder that a link leads to is found under its own name.
    if (!stats.isFile() || this.all.length >= MOST.files) return;
    const isNew = !this.#seen.has(path);
    if (isNew) this.all.push(file);
    this.#seen.add(path);
    const mark = `chosen:${path}`;
    if (!choose(path) || this.#seen.has(mark)) return;
    this.#seen.add(mark);
    this.chosen.push(file);
  }
}

interface WalkedFolder {
  readonly selection: Selection;
  readonly choose: (path: string) => boolean;
  readonly folder: string;
  readonly rules: readonly Rules[];
  readonly level: number;
  /** The root without links. */
  readonly real: string;
}

/** The rules of a `.gitignore`, for paths from its folder. */
interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It may have been removed meanwhile, or may not be read.
    return [];
  }
}

function rulesIn(folder: string): readonly Rules[] {
  try {
    return [{ folder, rules: ignore().add(readUtf8(join(folder, '.gitignore'), MOST_BYTES.definition)) }];
  } catch {
    return [];
  }
}

/** The rules of the folders above, up to that of the repository. */
function rulesAbove(root: string): readonly Rules[] {
  return foldersAbove(root).flatMap(rulesIn);
}

/** The folders above, from that of the repository down; none outside of a repository. */
export function foldersAbove(root: string): readonly string[] {
  const top = topOf(root);
  const folders: string[] = [];
  for (let folder = root; folder !== top;) folders.unshift((folder = dirname(folder)));
  return folders;
}

/** The folder of the repository that a folder is in; the folder itself without one. */
export function topOf(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (statSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined) return folder;
    if (folder === dirname(folder)) return root;
  }
}

function isIgnored(rules: readonly Rules[], path: string, isFolder: boolean): boolean {
  let ignored = false;
  for (const { folder, rules: own } of rules) {
    const result = own.test(relative(folder, path).split(sep).join('/') + (isFolder ? '/' : ''));
    if (result.ignored) ignored = true;
    if (result.unignored) ignored = false;
  }
  return ignored;
}

/** Maximum sizes in bytes. */
export const MOST_BYTES = { definition: 1_000_000, entry: 10_000_000 };

const START: Place = { line: 1, column: 1 };

/** Reads a file of UTF-8, without its byte order mark. Throws with the reason, as the end of a sentence that begins with the file. */
export function readUtf8(path: string, most: number): string {
  let bytes: Buffer;
  try {
    bytes = readRegularFileSync(path, most);
  } catch (error) {
    throw new Error(`cannot be read: ${messageOf(error).replace(`${path} `, '')}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('is not valid UTF-8');
  }
}

/** Reads a file of YAML or JSON. */
export function readTextFile(path: string): ReadText | (Place & { readonly message: string }) {
  try {
    return readYaml(readUtf8(path, MOST_BYTES.definition));
  } catch (error) {
    return { ...START, message: messageOf(error) };
  }
}
