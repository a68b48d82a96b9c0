import { statSync, watch, type FSWatcher } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { CodeFile } from '../../../../shared/definitions/code-file.ts';
import type { DefinitionProblem } from '../../../../shared/definitions/definition-problem.ts';
import type { CodeGroup, FromReader, ReadFile, ReadRequest, ToReader, FileOutcome } from './messages.ts';
import { clearTimeout, performance, setTimeout } from '../../timers/timers.ts';
import { partOf, wordsIn } from './file-names.ts';
import { findFiles, foldersAbove, versionOf, type Found, type FoundFile, MOST_BYTES, readUtf8 } from './found-files.ts';
import { Projects } from './projects.ts';
import { FileReader, sourceName } from './read-files.ts';

/** Number of files in one message, which the server takes in one turn. */
const BATCH = 50;
/** Time between looks for each unit of time that a look takes. */
const LOOK_SHARE = 20;
/** Delays of watching, in milliseconds: after a change, and between looks at everything. */
const DELAYS = { change: 60, look: 2000 };

const send = (message: FromReader): void => parentPort?.postMessage(message);

/** Files of YAML and JSON as they were read last, by path. */
const kept = new Map<string, { readonly read: ReadFile; readonly entry: string; readonly key: string }>();

/** A reading: first the files of YAML, then, once the server has run it, code. */
class Reading {
  readonly found: Found;
  readonly word: string | undefined;
  readonly #request: ReadRequest;
  readonly #projects: Projects;
  readonly #reader: FileReader;
  readonly #problems: DefinitionProblem[] = [];
  readonly #code: { readonly file: FoundFile; readonly language: 'node' | 'python' }[] = [];

  constructor(request: ReadRequest, before: Reading | undefined) {
    this.#request = request;
    this.found = findFiles(request.selections);
    this.word = this.#chosenWord();
    this.#projects = new Projects(this.word, sourceName);
    this.#reader = new FileReader(request, this.#projects, before?.texts);
    if (before?.surroundings !== this.surroundings) kept.clear();
  }

  get texts(): FileReader['knownTexts'] {
    return this.#reader.knownTexts;
  }

  /** A text that changes with any file of the folders. */
  get version(): string {
    return versionsOf(this.found);
  }

  readTasks(): void {
    const { skipped } = this.#request;
    for (const { file, isFolder, message } of this.found.refused)
      if (isFolder || partOf(file.path, this.word) !== 'other') this.#problem(file, message);
    this.#projects.addDevelopments(
      [...this.found.beside, ...this.found.all].filter(({ path }) => partOf(path, this.word) === 'development'),
    );
    const batch: ReadFile[] = [];
    const flush = (): void => send({ type: 'files', files: batch.splice(0) });
    for (const file of this.found.chosen) {
      const part = partOf(file.path, this.word);
      if (skipped.includes(file.path))
        this.#problem(file, 'takes too long to read; it is left out until Hangar is started again');
      else if (part === 'node' || part === 'python') this.#code.push({ file, language: part });
      else if (part === 'task') {
        send({ type: 'at', file: file.path });
        batch.push(this.#task(file));
        if (batch.length >= BATCH) flush();
      } else {
        const listed = listedOnly(file);
        if (listed !== undefined) batch.push(asText(file, listed));
      }
    }
    flush();
    send({ type: 'found', word: this.word, groups: this.#groups(), version: this.#codeVersion });
  }

  /** A file as it was read before, as long as neither it, nor the file that it names, nor its surroundings have changed. */
  #task(file: FoundFile): ReadFile {
    const known = kept.get(file.path);
    if (known !== undefined && known.key === this.#keyOf(file, known.entry)) return known.read;
    const read = asText(file, this.#reader.readTask(file));
    const entry = this.#reader.entryOf(file.path);
    kept.set(file.path, { read, entry, key: this.#keyOf(file, entry) });
    return read;
  }

  #keyOf({ version }: FoundFile, entry: string): string {
    const stats = entry === '' ? undefined : statSync(entry, { throwIfNoEntry: false });
    return `${version} ${stats === undefined ? '' : versionOf(stats)}`;
  }

  /** Everything that definitions take from the folders around them. */
  get surroundings(): string {
    const { word, python, workspaceFolder, selections } = this.#request;
    const files = [...this.found.beside, ...this.found.all]
      .filter(({ path }) => !/\.(?:task\.(?:ya?ml|json)|[mc]?[jt]sx?|py|sql|sh|md)$/.test(path))
      .map(({ path, version }) => `${path} ${version}`);
    return JSON.stringify([word ?? this.word, python, workspaceFolder, selections, files]);
  }

  finish(code: readonly CodeFile[]): void {
    const files = this.#code.flatMap(({ file, language }) => {
      const read = code.find((one) => one.file === file.path);
      return read === undefined ? [] : [asText(file, this.#reader.readCode(file, read, language))];
    });
    const { resources, config, problems, listed } = this.#projects;
    for (const [file, notes] of listed) files.push(asText(file, unserved(file, '', 'project', notes)));
    send({ type: 'files', files });
    send({ type: 'read', rest: { word: this.word, problems: [...this.#problems, ...problems], resources, config } });
  }

  #problem(file: FoundFile, message: string): void {
    this.#problems.push({ file: sourceName(file), line: 1, column: 1, field: '', message });
  }

  #chosenWord(): string | undefined {
    const { word } = this.#request;
    if (word !== undefined) return word;
    const { sure, possible } = wordsIn([...this.found.beside, ...this.found.all]);
    const words = sure.length > 0 ? sure : possible;
    if (words.length < 2) return words[0];
    const [first] = this.found.chosen;
    const named = words.map((one) => `"${one}"`).join(' and ');
    if (first !== undefined && sure.length > 0)
      this.#problem(
        first,
        `lies beside files of more than one SDK, ${named}: choose one by the setting "sdk" or --sdk`,
      );
    return undefined;
  }

  /** Code by working folder. */
  #groups(): readonly CodeGroup[] {
    const groups = new Map<string, CodeGroup & { readonly files: string[] }>();
    for (const { file, language } of this.#code) {
      const cwd = this.#projects.folderOf(file, language === 'node' ? 'package.json' : 'requirements.txt');
      const { before, after } = this.#projects.variablesOf(file, language);
      const variables = { ...before, ...this.#projects.configOf(file), ...after };
      const key = JSON.stringify([language, cwd, variables]);
      const group = groups.get(key) ?? { language, cwd, variables, files: [] };
      group.files.push(file.path);
      groups.set(key, group);
    }
    return [...groups.values()];
  }

  get #codeVersion(): string {
    if (this.#code.length === 0) return '';
    return [...this.found.beside, ...this.found.all]
      .filter(({ path }) => /\.(?:[mc]?[jt]sx?|json|py|ya?ml)$/.test(path))
      .map(({ path, version }) => `${path} ${version}`)
      .join('\n');
  }
}

/** A text that changes with any file of the folders, or beside them. */
function versionsOf({ all, beside }: Found): string {
  return [...beside, ...all].map(({ path, version }) => `${path} ${version}`).join('\n');
}

function asText(file: FoundFile, outcome: FileOutcome): ReadFile {
  return { file: file.path, text: JSON.stringify(outcome) };
}

/** A file that is listed and not served: a view, or a script that a comment alone makes a task of the service. */
function listedOnly(file: FoundFile): FileOutcome | undefined {
  if (/\.view\.ya?ml$/.test(file.path))
    return unserved(file, '', 'view', ['views are not emulated: only tasks are served']);
  const slug = /\.(?:[jt]s|py|sh|sql)$/.test(file.path) ? linkedSlug(file) : undefined;
  if (slug === undefined) return undefined;
  return unserved(file, slug, 'script', ['a comment alone makes it a task: add a definition file to serve it']);
}

function unserved(file: FoundFile, slug: string, kind: string, notEmulated: readonly string[]): FileOutcome {
  return {
    file: sourceName(file),
    definitions: [{ slug, kind, line: 1, notEmulated, problems: [] }],
    problems: [],
  };
}

/** Slugs in comments of scripts, by path and version. */
const linked = new Map<string, { readonly version: string; readonly slug: string | undefined }>();

/** The slug in a comment such as `# Linked to https://app.example.com/t/refund`. */
function linkedSlug({ path, version }: FoundFile): string | undefined {
  const known = linked.get(path);
  if (known?.version === version) return known.slug;
  let slug: string | undefined;
  try {
    const start = readUtf8(path, MOST_BYTES.entry).slice(0, 1000);
    slug = /^\s*(?:#|\/\/|--|\/\*)\s*Linked to \S+?\/t\/([\w-]+)/m.exec(start)?.[1];
  } catch {
    // A file that cannot be read matters when a task names it.
  }
  linked.set(path, { version, slug });
  return slug;
}

/** Reports changes of folders: by their watchers, and by looking from time to time, since watchers miss some. */
class Watch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #selections: ReadRequest['selections'];
  #version: string;
  #timer: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;

  constructor({ selections }: ReadRequest, reading: Reading) {
    this.#selections = selections;
    this.#version = reading.version;
    const above = selections.flatMap(({ root }) => foldersAbove(root));
    for (const folder of new Set([...above, ...reading.found.folders])) this.#watch(folder);
    this.#lookLater(0);
  }

  /** Looks again, the later the longer the last look took: a large folder must not keep a processor busy. */
  #lookLater(took: number): void {
    this.#look = setTimeout(
      () => {
        const began = performance.now();
        this.#compare();
        this.#lookLater(performance.now() - began);
      },
      Math.max(DELAYS.look, LOOK_SHARE * took),
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#look);
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#compare(), DELAYS.change);
      });
      watcher.on('error', () => watcher.close());
      this.#watchers.set(folder, watcher);
    } catch {
      // The system's number of watchers is limited; looking finds the change.
    }
  }

  #compare(): void {
    const version = versionsOf(findFiles(this.#selections));
    if (version === this.#version) return;
    this.#version = version;
    send({ type: 'changed' });
  }
}

let reading: Reading | undefined;
let watching: Watch | undefined;

parentPort?.on('message', (message: ToReader) => {
  if (message.type === 'code') return reading?.finish(message.files);
  watching?.close();
  reading = new Reading(message.request, reading);
  reading.readTasks();
  watching = new Watch(message.request, reading);
});
