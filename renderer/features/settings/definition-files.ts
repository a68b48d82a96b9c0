import type { Desktop } from '../../core/data/desktop.ts';
import { numberText } from '../../ui/text/shown-text.tsx';

/** A file that the user has chosen, and its path from the chosen folder, whose name it begins with. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** A file as it is sent. */
export interface SentFile {
  readonly path: string;
  readonly text: string;
}

/** Maximum number of files, as the server takes them. */
const MOST_FILES = 10_000;
/** Bytes that are sent of a file: a server that gets one more than it takes says so. */
const MOST_BYTES = { definition: 1_000_001, query: 10_000_001, code: 1000 };

/** True for the path of a definition file; other files of their own are exports and the like. */
export function isDefinitionFile(path: string): boolean {
  return /\.(?:ya?ml|task\.json)$/.test(path);
}

/** Lets the user choose a folder; resolves with all files in it, without any when none was chosen. */
export function chooseFolder(): Promise<readonly File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** The files of an input. */
export function chosenFiles(files: readonly File[]): readonly ChosenFile[] {
  return files.map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }));
}

/** The files of what was dropped, with everything in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  // All at once, since the list is empty after the event. What is no file of a disk has no entry.
  const dropped = [...transfer.items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found: ChosenFile[] = [];
  for (const one of dropped) {
    if (one instanceof File) found.push(...chosenFiles([one]));
    else if (one !== null) found.push(...(await filesOf(one)));
  }
  return found;
}

async function filesOf(entry: FileSystemEntry): Promise<readonly ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry instanceof FileSystemFileEntry)
    return [{ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) }];
  if (!(entry instanceof FileSystemDirectoryEntry) || !isTaken(`${path}/.env`)) return [];
  const found: ChosenFile[] = [];
  const reader = entry.createReader();
  for (;;) {
    // It gives a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    found.push(...(await Promise.all(some.map(filesOf))).flat());
    if (found.length > MOST_FILES) throw tooMany();
  }
}

/** The texts of files, and the paths of those that are no text. */
export interface SentFiles {
  readonly files: readonly SentFile[];
  readonly unreadable: readonly string[];
}

/**
 * Reads files as far as they say something about definitions: those of YAML and queries, and the beginning of code, which is not
 * executed. Rejects when there are too many.
 */
export async function sentFiles(files: readonly ChosenFile[]): Promise<SentFiles> {
  const taken = files.filter(({ path }) => isTaken(path));
  if (taken.length > MOST_FILES) throw tooMany();
  const sent: SentFile[] = [];
  const unreadable: string[] = [];
  for (const { path, file } of taken) {
    const bytes = await file.slice(0, mostOf(path)).arrayBuffer();
    try {
      // The beginning of a file may end within a character.
      sent.push({
        path,
        text: new TextDecoder('utf-8', { fatal: isWhole(path) && file.size <= mostOf(path), ignoreBOM: true }).decode(
          bytes,
        ),
      });
    } catch {
      unreadable.push(path);
    }
  }
  if (sent.length === 0) throw new Error('There are no definition files.');
  return { files: sent, unreadable };
}

function tooMany(): Error {
  return new Error(`There are more than ${numberText(MOST_FILES)} files: choose the folder of the tasks.`);
}

/** Nothing hidden and no packages, as where a folder is served. The server names what is wrong with the path of a definition. */
function isTaken(path: string): boolean {
  if (/(?:^|\/)(?:node_modules|\.(?!gitignore$|env$)[^/]*)(?:\/|$)/.test(path)) return false;
  return isDefinitionFile(path) || !/[\\:\p{Cc}]|[^/]{201}|.{1001}/u.test(path);
}

function mostOf(path: string): number {
  if (/(?:^|\/)\.env$/.test(path)) return 0;
  if (path.endsWith('.sql')) return MOST_BYTES.query;
  return isWhole(path) ? MOST_BYTES.definition : MOST_BYTES.code;
}

function isWhole(path: string): boolean {
  return isDefinitionFile(path) || /(?:^|\/)(?:package\.json|\.gitignore)$|\.sql$/.test(path);
}

/** The absolute folder that the path of a file begins in; "" in a browser, which does not tell it. */
export function folderOf({ path, file }: ChosenFile, desktop: Desktop): string {
  const absolute = desktop?.pathOf(file) ?? '';
  return absolute.replaceAll('\\', '/').endsWith(`/${path}`) ? absolute.slice(0, -path.length - 1) || '/' : '';
}
