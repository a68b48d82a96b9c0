import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { DefinitionProblem, FieldProblem, ReadText } from '../../../../shared/definitions/definition-problem.ts';
import {
  readDevelopment,
  readProject,
  type DevelopmentSettings,
  type ProjectSettings,
} from '../../../../shared/definitions/project-files.ts';
import { jsonEqual, parseJson, type Json } from '../../../../shared/values/json.ts';
import { objectOf, pathText, textOf } from '../../../../shared/values/json-path.ts';
import type { SourcedResource } from './messages.ts';
import { isInside, topOf, type FoundFile } from './found-files.ts';
import { MOST_BYTES, readTextFile, readUtf8 } from './read-text-file.ts';

type Variables = Readonly<Record<string, string>>;

/** Maximum number of problems of a file that are named. */
const MOST_PROBLEMS = 20;

/** The settings that lie beside code, and the working folders of tasks. */
export class Projects {
  readonly problems: DefinitionProblem[] = [];
  readonly resources: SourcedResource[] = [];
  readonly config: Record<string, string> = {};
  readonly #word: string | undefined;
  readonly #nameOf: (file: FoundFile) => string;
  readonly #projects = new Map<string, ProjectSettings | undefined>();
  readonly #developments = new Map<string, DevelopmentSettings | undefined>();
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
    if (found !== undefined) return project === 'package.json' ? this.#rootOf(found) : found;
    return (project === undefined ? undefined : this.nearest(file, this.#names())) ?? dirname(file.path);
  }

  /** Variables of a task by its project: those before its own, and those that win over them in the default environment. */
  variablesOf(file: FoundFile, language: 'node' | 'python' | undefined): { before: Variables; after: Variables } {
    const folders = this.#foldersAbove(file);
    const before =
      language === undefined ? [] : folders.map((folder) => this.#project(folder, file)?.variables[language]);
    const nearest = folders.findLast((folder) => this.#development(folder, file) !== undefined);
    return {
      before: Object.assign({}, ...before) as Variables,
      after: nearest === undefined ? {} : (this.#development(nearest, file)?.variables ?? {}),
    };
  }

  /** Sentences about what lies beside a task and has no effect. */
  notesOf(file: FoundFile, kind: string): readonly string[] {
    const folder = this.folderOf(file, kind === 'python' ? 'requirements.txt' : 'package.json');
    const beside = [...new Set([folder, dirname(file.path)])];
    const settings = this.#foldersAbove(file).flatMap((at) => this.#project(at, file)?.notEmulated ?? []);
    const has = (name: string): boolean => beside.some((at) => this.#has(at, name));
    return [
      ...settings.map((note) => `${this.#word ?? ''}.yaml: ${note}`),
      ...(has('.env') ? ['.env is not read: give its variables in envVars'] : []),
      ...(kind === 'shell' && this.#has(dirname(file.path), 'Dockerfile')
        ? ['Dockerfile is not built: the script runs on this machine']
        : []),
    ];
  }

  /** Takes up a `WORD.dev.yaml`: its resources and config variables belong to the default environment. */
  addDevelopment(file: FoundFile): void {
    const settings = this.#development(dirname(file.path), file);
    if (settings === undefined) return;
    const name = this.#nameOf(file);
    const warn = (field: string, message: string): void =>
      void this.problems.push({ file: name, line: 1, column: 1, field, message });
    for (const resource of settings.resources) {
      const known = this.resources.find((one) => one.resource.slug === resource.slug);
      if (known === undefined) this.resources.push({ resource, file: name });
      else if (!jsonEqual(known.resource as unknown as Json, resource as unknown as Json))
        warn(`resources.${resource.slug}`, `is defined otherwise in ${known.file}, which is used`);
    }
    for (const [key, value] of Object.entries(settings.config)) {
      if (Object.hasOwn(this.config, key) && this.config[key] !== value)
        warn(`configVars.${key}`, 'has another value in a file before, which is used');
      else this.config[key] = value;
    }
  }

  #names(): readonly string[] {
    return this.#word === undefined ? [] : [`${this.#word}.yaml`, `${this.#word}.yml`];
  }

  /** The folder that `WORD.root` in a `package.json` names. */
  #rootOf(folder: string): string {
    if (this.#word === undefined) return folder;
    try {
      const settings = objectOf(parseJson(readUtf8(join(folder, 'package.json'), MOST_BYTES.definition)));
      const root = textOf(objectOf(settings[this.#word])['root']);
      const found = resolve(folder, root);
      return root !== '' && existsSync(found) ? found : folder;
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
    return this.#settings(this.#projects, folder, near, { names: this.#names(), read: readProject });
  }

  #development(folder: string, near: FoundFile): DevelopmentSettings | undefined {
    const names = this.#word === undefined ? [] : [`${this.#word}.dev.yaml`, `${this.#word}.dev.yml`];
    return this.#settings(this.#developments, folder, near, { names, read: readDevelopment });
  }

  #settings<Settings extends { readonly problems: readonly FieldProblem[] }>(
    known: Map<string, Settings | undefined>,
    folder: string,
    { selection }: FoundFile,
    { names, read }: { readonly names: readonly string[]; readonly read: (value: Json) => Settings },
  ): Settings | undefined {
    if (known.has(folder)) return known.get(folder);
    const name = names.find((one) => this.#has(folder, one));
    let settings: Settings | undefined;
    if (name !== undefined) {
      const file = { path: join(folder, name), selection, version: '' };
      const text = readTextFile(file.path);
      if ('message' in text) this.problems.push({ file: this.#nameOf(file), field: '', ...text });
      else {
        settings = read(text.value);
        this.problems.push(
          ...settings.problems.slice(0, MOST_PROBLEMS).map((problem) => placed(problem, text, this.#nameOf(file))),
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

/** A path from a folder with slashes; the absolute path when it lies elsewhere. */
export function pathFrom(folder: string, path: string): string {
  return isInside(folder, path) ? relative(folder, path).split(sep).join('/') || '.' : path;
}
