import { existsSync } from 'node:fs';
import { dirname, extname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { MAX_FILE_BYTES } from '../../../../files/limits.ts';
import { assertRegularFile, readRegularFile } from '../../../../files/read-file.ts';
import type { CompiledText } from '../../compiler/compiled-text.ts';
import { SourceMaps } from './source-maps.ts';

/** What the modules need done outside of the thread. */
export interface Compiler {
  /** A text of TypeScript as JavaScript. */
  readonly compile: (text: string, name: string) => Promise<CompiledText>;
  /** The message of a syntax error with its place in the text. */
  readonly locate: (text: string, name: string, message: string) => Promise<string>;
}

/** Files that the author may mean by what stands in an import, in order. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/\.(m?)js$/, '.$1ts'),
  (path) => `${path}.ts`,
  (path) => `${path}.js`,
];

/**
 * The modules of one script. The author's own files, found by relative imports, are compiled here, so that TypeScript works in all of
 * them and errors name their lines; packages and Node's built-ins are left to Node, asked in the name of the importing file.
 */
export class Modules {
  readonly #compiler: Compiler;
  /** Beneath it, files are named by their relative paths. */
  readonly #folder: string;
  readonly #files = new Map<string, Promise<vm.Module>>();
  readonly #evaluated = new Map<vm.Module, Promise<void>>();
  readonly #sourceMaps = new SourceMaps();
  /** Of the text that is run as if it were a file. */
  #textPath: string | undefined;

  constructor(compiler: Compiler, folder: string) {
    this.#compiler = compiler;
    this.#folder = folder;
  }

  /** Runs a file and what it imports; gives its exports. */
  async runFile(path: string): Promise<object> {
    const module = await this.#file(pathToFileURL(path), undefined);
    await this.#evaluate(module);
    return module.namespace;
  }

  /** Runs a text as if it were a TypeScript file at this path; gives its exports. */
  async runText(text: string, path: string): Promise<object> {
    this.#textPath = path;
    const module = await this.#compile(text, path, this.#nameOf(path));
    await this.#evaluate(module);
    return module.namespace;
  }

  async #import(specifier: string, parent: string): Promise<vm.Module> {
    // Holds nothing but types; imports of them may leave an empty import behind.
    if (specifier === 'hangar/script') return new vm.SyntheticModule([], () => undefined);
    const isFile = /^(?:\.{0,2}\/|file:)/.test(specifier);
    return isFile ? this.#file(new URL(specifier, pathToFileURL(parent)), parent) : fromNode(specifier, parent);
  }

  #file(url: URL, parent: string | undefined): Promise<vm.Module> {
    const wanted = fileURLToPath(url);
    const path = SPELLINGS.map((spelling) => spelling(wanted)).find((candidate) => existsSync(candidate));
    if (path === undefined) {
      const importer = parent === undefined ? '' : `, imported by ${this.#nameOf(parent)}`;
      throw new Error(`Cannot find the file ${this.#nameOf(wanted)}${importer}`);
    }
    const known = this.#files.get(path) ?? this.#read(path);
    this.#files.set(path, known);
    return known;
  }

  async #read(path: string): Promise<vm.Module> {
    const extension = extname(path);
    if (!['.ts', '.mts', '.js', '.mjs', '.json'].includes(extension)) {
      await assertRegularFile(path, MAX_FILE_BYTES.script);
      return fromNode(pathToFileURL(path).href, path);
    }
    const text = (await readRegularFile(path, MAX_FILE_BYTES.script)).toString('utf8');
    if (extension === '.json') return synthetic({ default: JSON.parse(text) as unknown });
    if (extension === '.js' && isCommonJs(text)) return fromNode(pathToFileURL(path).href, path);
    // Two modules of one name would share the places of their errors.
    const name = path === this.#textPath ? `.${sep}${this.#nameOf(path)}` : this.#nameOf(path);
    return extension.endsWith('ts') ? this.#compile(text, path, name) : this.#create(text, path, name);
  }

  async #compile(typescript: string, path: string, name: string): Promise<vm.Module> {
    const { text, map } = await this.#compiler.compile(typescript, name);
    if (map !== undefined) this.#sourceMaps.add(name, map);
    return this.#create(text, path, name);
  }

  async #create(text: string, path: string, name: string): Promise<vm.Module> {
    try {
      return new vm.SourceTextModule(text, {
        identifier: name,
        initializeImportMeta: (meta) => {
          Object.assign(meta, { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) });
        },
        importModuleDynamically: async (specifier) => {
          const module = await this.#import(specifier, path);
          await this.#evaluate(module);
          return module;
        },
      });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const message = await this.#compiler.locate(text, name, error.message);
      throw new SyntaxError(this.#sourceMaps.original(message));
    }
  }

  #evaluate(module: vm.Module): Promise<void> {
    // A module that is imported while it runs is given out as it is, as everywhere in JavaScript.
    if (module.status !== 'unlinked' && module.status !== 'linked')
      return this.#evaluated.get(module) ?? Promise.resolve();
    const evaluated = this.#evaluated.get(module) ?? this.#linkAndEvaluate(module);
    this.#evaluated.set(module, evaluated);
    return evaluated;
  }

  async #linkAndEvaluate(module: vm.Module): Promise<void> {
    if (module.status === 'unlinked')
      await module.link((specifier, referencing) => this.#import(specifier, this.#pathOf(referencing)));
    await module.evaluate();
  }

  #pathOf(module: vm.Module): string {
    return isAbsolute(module.identifier) ? module.identifier : `${this.#folder}/${module.identifier}`;
  }

  #nameOf(path: string): string {
    const name = relative(this.#folder, path);
    return name.startsWith('..') || isAbsolute(name) ? path : name;
  }
}

/** Imports as Node does for a file at `parent`. */
async function fromNode(specifier: string, parent: string): Promise<vm.Module> {
  const script = new vm.Script('(specifier) => import(specifier)', {
    filename: parent,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const load = script.runInThisContext() as (specifier: string) => Promise<object>;
  return synthetic(await load(specifier));
}

function synthetic(exports: object): vm.Module {
  const entries: [string, unknown][] = Object.entries(exports);
  const module: vm.SyntheticModule = new vm.SyntheticModule(
    entries.map(([name]) => name),
    () => {
      for (const [name, value] of entries) module.setExport(name, value);
    },
  );
  return module;
}

/** As Node tells them apart: what parses as a function's body has no import or export. */
function isCommonJs(text: string): boolean {
  try {
    vm.compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname']);
    return true;
  } catch {
    return false;
  }
}
