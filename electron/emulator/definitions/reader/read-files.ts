import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type CodeFile, type ExportedDefinition, inlineDefinition } from '../../../../shared/definitions/code-file.ts';
import type { DefinitionProblem, FieldProblem, ReadText } from '../../../../shared/definitions/definition-problem.ts';
import { KINDS, type Entry, type KindName } from '../../../../shared/definitions/kinds.ts';
import {
  readDefinition,
  type DefinitionHost,
  type ReadDefinition,
} from '../../../../shared/definitions/read-definition.ts';
import { asJson } from '../../../../shared/values/json.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import type { ReadRequest, FileDefinition, FileOutcome } from './messages.ts';
import { isInside } from '../../files/folders.ts';
import { type FoundFile, MOST_BYTES, readTextFile, readUtf8 } from './found-files.ts';
import { pathFrom, placed, type Projects } from './projects.ts';

/** Converts files to tasks. */
export class FileReader {
  readonly #request: ReadRequest;
  readonly #projects: Projects;
  /** Texts that were read before, by path and version. */
  readonly #known: Map<string, { readonly version: string; readonly read: ReturnType<typeof readTextFile> }>;

  constructor(request: ReadRequest, projects: Projects, known: FileReader['knownTexts'] = new Map()) {
    this.#request = request;
    this.#projects = projects;
    this.#known = known;
  }

  /** The files that definitions have named, by the path of the definition. */
  readonly #entries = new Map<string, string>();
  /** Roots without links. */
  readonly #roots = new Map<string, string>();

  /** The file that a definition has named; "" for none. */
  entryOf(path: string): string {
    return this.#entries.get(path) ?? '';
  }

  get knownTexts(): Map<string, { readonly version: string; readonly read: ReturnType<typeof readTextFile> }> {
    return this.#known;
  }

  /** Reads a file of YAML or JSON. */
  readTask(file: FoundFile): FileOutcome {
    const name = sourceName(file);
    const known = this.#known.get(file.path);
    const text = known?.version === file.version ? known.read : readTextFile(file.path);
    this.#known.set(file.path, { version: file.version, read: text });
    if ('message' in text) return { file: name, definitions: [], problems: [{ file: name, field: '', ...text }] };
    const read = readDefinition(text.value, this.#host(file, undefined));
    return {
      file: name,
      definitions: [this.#definition(file, read, { text, line: text.placeOf(['slug']).line })],
      problems: [],
    };
  }

  /** Converts the definitions of a file of code. */
  readCode(file: FoundFile, code: CodeFile, language: 'node' | 'python'): FileOutcome {
    const name = sourceName(file);
    const { problem } = code;
    return {
      file: name,
      definitions: code.definitions.map((one) => this.#inCode(file, one, language)),
      problems: problem === undefined ? [] : [{ file: name, field: '', ...problem }],
    };
  }

  #inCode(file: FoundFile, exported: ExportedDefinition, language: 'node' | 'python'): FileDefinition {
    const { line, isTask, name } = exported;
    if (!isTask) {
      const slug = slugOf(exported.config);
      return { slug, kind: 'view', line, notEmulated: ['views are not emulated: only tasks are served'], problems: [] };
    }
    const value = inlineDefinition(asJson(exported.config), language, basename(file.path));
    const read = readDefinition(value, this.#host(file, name));
    const text = { placeOf: () => ({ line, column: 1 }) };
    return this.#definition(file, read, { text, line });
  }

  #definition(
    file: FoundFile,
    { slug, kind, task, notEmulated, problems }: ReadDefinition,
    { text, line }: { readonly text: Pick<ReadText, 'placeOf'>; readonly line: number },
  ): FileDefinition {
    const place = (problem: FieldProblem): DefinitionProblem => placed(problem, text, sourceName(file));
    const notes = task === undefined ? [] : this.#projects.notesOf(file, kind);
    return {
      ...{ slug, kind, line },
      notEmulated: [...notEmulated, ...notes],
      ...(task === undefined ? {} : this.#projects.inDevelopment(file, task)),
      problems: problems.map(place),
    };
  }

  #host(file: FoundFile, exported: string | undefined): DefinitionHost {
    return {
      surroundings: (kind, entrypoint) => {
        const project = 'project' in KINDS[kind] ? KINDS[kind].project : undefined;
        const cwd = this.#projects.folderOf(file, project);
        const language = kind === 'node' || kind === 'python' ? kind : undefined;
        const { python } = this.#request;
        const variables = this.#projects.variablesOf(file, language);
        const found = entrypoint === undefined ? {} : this.#entry(file, entrypoint, { kind, cwd, exported });
        return { entry: undefined, cwd: this.#pathInRuns(file, cwd), python, ...variables, ...found };
      },
    };
  }

  /** The path of a file or folder as a task has it. */
  #pathInRuns(file: FoundFile, path: string): string {
    return pathFrom(this.#request.workspaceFolder, inRuns(file, path));
  }

  /** The folders that a definition may name files of: its own, and others that the user has named. */
  #rootsFor({ selection }: FoundFile): readonly string[] {
    const named = this.#request.selections.filter(({ pattern }) => pattern === undefined);
    return [selection.root, ...named.map(({ root }) => root)];
  }

  #realOf(root: string): string {
    const known = this.#roots.get(root) ?? realpathSync(root);
    this.#roots.set(root, known);
    return known;
  }

  /** The file that a definition names, or the reason why it is refused or cannot be read. */
  #entry(
    file: FoundFile,
    entrypoint: string,
    { kind, cwd, exported }: { readonly kind: KindName; readonly cwd: string; readonly exported: string | undefined },
  ): { readonly entry: Entry } | { readonly refused: string } | { readonly missing: string } {
    const path = resolve(dirname(file.path), entrypoint);
    this.#entries.set(file.path, path);
    const leaves = `must name a file inside the folder of the definitions, not "${entrypoint}"`;
    const roots = this.#rootsFor(file);
    if (isAbsolute(entrypoint) || !roots.some((root) => isInside(root, path))) return { refused: leaves };
    const { reads } = KINDS[kind];
    if (!existsSync(path) && !(reads === 'file' && existsSync(inRuns(file, path))))
      return { missing: `names "${entrypoint}", which does not exist` };
    if (existsSync(path) && !roots.some((root) => isInside(this.#realOf(root), realpathSync(path))))
      return { refused: `names "${entrypoint}", a link out of the folder of the definitions` };
    try {
      const whole = reads === 'text' || reads === 'first line' ? readUtf8(path, MOST_BYTES.entry) : '';
      const fromFolder = `./${relative(cwd, path).split(sep).join('/')}`;
      const text = reads === 'first line' ? (whole.split('\n', 1)[0] ?? '') : whole;
      return {
        entry: {
          file: this.#pathInRuns(file, path),
          fromFolder,
          text,
          ...(exported === undefined ? {} : { function: exported }),
        },
      };
    } catch (error) {
      return { missing: `names "${entrypoint}", which ${messageOf(error)}` };
    }
  }
}

/** The absolute path at which runs look for a file. */
function inRuns({ selection: { root, home } }: FoundFile, path: string): string {
  return home === undefined ? path : join(home, relative(root, path));
}

/** The name of a file in answers: its path from the folder that the user knows. */
export function sourceName({ path, selection }: Pick<FoundFile, 'path' | 'selection'>): string {
  return pathFrom(selection.base, path);
}

function slugOf(config: unknown): string {
  const slug: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, 'slug') : undefined;
  return typeof slug === 'string' ? slug : '';
}
