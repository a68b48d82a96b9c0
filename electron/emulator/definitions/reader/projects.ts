import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { DefinitionProblem, FieldProblem, ReadText } from '../../../../shared/definitions/definition-problem.ts';
import {
  readDevelopment,
  readProject,
  type DevelopmentSettings,
  type ProjectSettings,
} from '../../../../shared/definitions/project-files.ts';
import type { Task } from '../../../../shared/model/task.ts';
import { jsonEqual, parseJson, type Json, objectOf, pathText, textOf } from '../../../../shared/values/json.ts';
import { type SourcedResource, ENV_NOTE, type FileDefinition } from './messages.ts';
import { isInside } from '../../files/folders.ts';
import { topOf, type FoundFile, MOST_BYTES, readTextFile, readUtf8 } from './found-files.ts';

type Variables = Readonly<Record<string, string>>;

/** Maximum number of problems of a file that are named. */
const MOST_PROBLEMS = 20;

/** A file of settings. */
interface SettingsFile<Settings> {
  readonly file: FoundFile;
  readonly settings: Settings;
}

/** The settings that lie beside code, and the working folders of tasks. */
export class Projects {
  readonly problems: DefinitionProblem[] = [];
  readonly resources: SourcedResource[] = [];
  readonly config: Record<string, string> = {};
  readonly #word: string | undefined;
  readonly #nameOf: (file: FoundFile) => string;
  /** The file that gives a config variable to the environment. */
  readonly #configFiles = new Map<string, string>();
  /** Number of files `WORD.dev.yaml`. */
  #developed = 0;
  readonly #projects = new Map<string, SettingsFile<ProjectSettings> | undefined>();
  readonly #developments = new Map<string, SettingsFile<DevelopmentSettings> | undefined>();
  readonly #tops = new Map<string, string>();
  /** Files that have been looked for: one answer for each is enough in a reading. */
  readonly #existing = new Map<string, boolean>();

  /** @param nameOf the name of a file in messages */
  constructor(word: string | undefined, nameOf: (file: FoundFile) => string) {
    this.#word = word;
    this.#nameOf = nameOf;
  }

  /** The nearest folder above a file that has one of some files; `undefined` for none. */
  nearest({ path, selection }: FoundFile, names: readonly string[]): string | undefined {
    const top = this.#top(selection.root);
    for (let folder = dirname(path); isInside(top, folder); folder = dirname(folder)) {
      if (names.some((name) => this.#has(folder, name))) return folder;
      if (folder === dirname(folder)) break;
    }
    return undefined;
  }

  #has(folder: string, name: string): boolean {
    const path = join(folder, name);
    const known = this.#existing.get(path) ?? existsSync(path);
    this.#existing.set(path, known);
    return known;
  }

  /** The working folder of a task: that of a project, such as the nearest `package.json`. */
  folderOf(file: FoundFile, project: string | undefined): string {
    const found = project === undefined ? undefined : this.nearest(file, [project]);
    if (found !== undefined) return project === 'package.json' ? this.#rootOf(found, file) : found;
    return (project === undefined ? undefined : this.nearest(file, this.#names())) ?? dirname(file.path);
  }

  /** Variables of a task by its project: those before its own, and those that win over them in the default environment. */
  variablesOf(file: FoundFile, language: 'node' | 'python' | undefined): { before: Variables; after: Variables } {
    const folders = this.#foldersAbove(file);
    const before =
      language === undefined ? [] : folders.map((folder) => this.#project(folder, file)?.variables[language]);
    return {
      before: Object.assign({}, ...before) as Variables,
      after: this.#developmentsOf(file)[0]?.settings.variables ?? {},
    };
  }

  /** The files `WORD.yaml` that tasks have been read with and that have fields without effect, which are named there once. */
  get listed(): readonly (readonly [file: FoundFile, notEmulated: readonly string[]])[] {
    return [...this.#projects.values()].flatMap((found): [FoundFile, readonly string[]][] =>
      found === undefined || found.settings.notEmulated.length === 0 ? [] : [[found.file, found.settings.notEmulated]],
    );
  }

  /** Sentences about what lies beside a task and has no effect. */
  notesOf(file: FoundFile, kind: string): readonly string[] {
    const folder = this.folderOf(file, kind === 'python' ? 'requirements.txt' : 'package.json');
    const beside = [...new Set([folder, dirname(file.path)])];
    const has = (name: string): boolean => beside.some((at) => this.#has(at, name));
    return [
      ...(has('.env') ? [ENV_NOTE] : []),
      ...(kind === 'shell' && this.#has(dirname(file.path), 'Dockerfile')
        ? ['Dockerfile is not built: the script runs on this machine']
        : []),
    ];
  }

  /**
   * Takes up files `WORD.dev.yaml`: their resources and config variables belong to the default environment. Where they differ, the
   * outermost one gives those of the environment, and a task sees those of the nearest.
   */
  addDevelopments(files: readonly FoundFile[]): void {
    const depthOf = ({ path }: FoundFile): number => path.split(sep).length;
    const near = new Map<string, FoundFile>();
    for (const file of files) for (const folder of this.#foldersAbove(file)) near.set(folder, near.get(folder) ?? file);
    const found = [...near].flatMap(([folder, file]) => this.#developmentIn(folder, file) ?? []);
    this.#developed = found.length;
    for (const development of found.toSorted(
      (a, b) => depthOf(a.file) - depthOf(b.file) || (a.file.path < b.file.path ? -1 : 1),
    ))
      this.#addDevelopment(development);
  }

  #addDevelopment({ file, settings }: SettingsFile<DevelopmentSettings>): void {
    const name = this.#nameOf(file);
    const warn = (field: string, other: string): void =>
      void this.problems.push({
        ...{ file: name, line: 1, column: 1, field },
        message: `is another one in ${other}; a task uses that of the nearest file`,
      });
    for (const resource of settings.resources) {
      const known = this.resources.find((one) => one.resource.slug === resource.slug);
      if (known !== undefined && !jsonEqual(known.resource as unknown as Json, resource as unknown as Json))
        warn(`resources.${resource.slug}`, known.file);
      this.resources.push({ resource, file: name });
    }
    for (const [key, value] of Object.entries(settings.config)) {
      const known = this.#configFiles.get(key);
      if (known === undefined) this.#configFiles.set(key, name);
      else if (this.config[key] !== value) warn(`configVars.${key}`, known);
      this.config[key] ??= value;
    }
  }

  /** Config variables as a task sees them in the default environment. */
  configOf(file: FoundFile): Variables {
    return Object.assign(
      {},
      this.config,
      ...this.#developmentsOf(file)
        .map(({ settings }) => settings.config)
        .toReversed(),
    ) as Variables;
  }

  /** A task with the differences of its files `WORD.dev.yaml` from the environment, and their names. */
  inDevelopment(file: FoundFile, task: Task): Pick<FileDefinition, 'task' | 'developments'> {
    if (this.#developed < 2) return { task };
    const differing = Object.entries(this.configOf(file)).filter(([name, value]) => this.config[name] !== value);
    return {
      task: differing.length === 0 ? task : { ...task, configVars: Object.fromEntries(differing) },
      developments: this.#developmentsOf(file).map((one) => this.#nameOf(one.file)),
    };
  }

  /** The files `WORD.dev.yaml` of a task, the nearest first. */
  #developmentsOf(file: FoundFile): readonly SettingsFile<DevelopmentSettings>[] {
    return this.#foldersAbove(file)
      .toReversed()
      .flatMap((folder) => this.#developmentIn(folder, file) ?? []);
  }

  #names(): readonly string[] {
    return this.#word === undefined ? [] : [`${this.#word}.yaml`, `${this.#word}.yml`];
  }

  /** The folder of the repository that `WORD.root` in a `package.json` names. */
  #rootOf(folder: string, { selection }: FoundFile): string {
    if (this.#word === undefined) return folder;
    try {
      const settings = objectOf(parseJson(readUtf8(join(folder, 'package.json'), MOST_BYTES.definition)));
      const root = textOf(objectOf(settings[this.#word])['root']);
      const found = resolve(folder, root);
      return root !== '' && isInside(this.#top(selection.root), found) && existsSync(found) ? found : folder;
    } catch {
      return folder;
    }
  }

  #top(root: string): string {
    const known = this.#tops.get(root) ?? topOf(root);
    this.#tops.set(root, known);
    return known;
  }

  /** The folders of a file, from the top of its repository down. */
  #foldersAbove({ path, selection }: FoundFile): readonly string[] {
    const top = this.#top(selection.root);
    const folders: string[] = [];
    for (let folder = dirname(path); isInside(top, folder); folder = dirname(folder)) {
      folders.unshift(folder);
      if (folder === dirname(folder)) break;
    }
    return folders;
  }

  #project(folder: string, near: FoundFile): ProjectSettings | undefined {
    return this.#settings(this.#projects, folder, near, { names: this.#names(), read: readProject })?.settings;
  }

  #developmentIn(folder: string, near: FoundFile): SettingsFile<DevelopmentSettings> | undefined {
    const names = this.#word === undefined ? [] : [`${this.#word}.dev.yaml`, `${this.#word}.dev.yml`];
    return this.#settings(this.#developments, folder, near, { names, read: readDevelopment });
  }

  #settings<Settings extends { readonly problems: readonly FieldProblem[] }>(
    known: Map<string, SettingsFile<Settings> | undefined>,
    folder: string,
    { selection }: FoundFile,
    { names, read }: { readonly names: readonly string[]; readonly read: (value: Json) => Settings },
  ): SettingsFile<Settings> | undefined {
    if (known.has(folder)) return known.get(folder);
    const name = names.find((one) => this.#has(folder, one));
    let settings: SettingsFile<Settings> | undefined;
    if (name !== undefined) {
      const file = { path: join(folder, name), selection, version: '' };
      const text = readTextFile(file.path);
      if ('message' in text) this.problems.push({ file: this.#nameOf(file), field: '', ...text });
      else {
        settings = { file, settings: read(text.value) };
        this.problems.push(
          ...settings.settings.problems
            .slice(0, MOST_PROBLEMS)
            .map((problem) => placed(problem, text, this.#nameOf(file))),
        );
      }
    }
    known.set(folder, settings);
    return settings;
  }
}

/** A problem with its place in a file. */
export function placed(
  { path, message }: FieldProblem,
  text: Pick<ReadText, 'placeOf'>,
  file: string,
): DefinitionProblem {
  return { file, ...text.placeOf(path), field: pathText(path), message };
}

/** A path from a folder with slashes; on Windows the absolute path when it lies on another drive. */
export function pathFrom(folder: string, path: string): string {
  const way = relative(folder, path);
  return isAbsolute(way) ? path : way.split(sep).join('/') || '.';
}
