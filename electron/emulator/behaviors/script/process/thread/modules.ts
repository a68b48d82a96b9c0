import type { CompiledText } from '../../compiler/compiled-text.ts';
import { SourceMaps } from './source-maps.ts';
import { MAX_FILE_BYTES } from '../../../../files/limits.ts';
import { assertRegularFile, readRegularFile } from '../../../../files/read-file.ts';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { parseJson } from '../../../../../../shared/values/json.ts';

/** Compiler jobs that run outside of the thread. */
export interface Compiler {
  /** Compiles TypeScript to JavaScript. */
  readonly compile: (text: string, name: string) => Promise<CompiledText>;
  /** Adds the position to the message of a syntax error. */
  readonly locate: (text: string, name: string, message: string) => Promise<string>;
}

/** Candidates for the file of an import, in order. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/\.(m?)js$/, '.$1ts'),
  (path) => `${path}.ts`,
  (path) => `${path}.js`,
];

/**
 * Loads the modules of one script. Files of relative imports are compiled here, so that all may be TypeScript and errors name
 * their lines. Node loads packages and built-ins, resolved from the importing file.
 */
export class Modules {
  readonly #compiler: Compiler;
  /** Base of relative file names in errors. */
  readonly #folder: string;
  readonly #files = new Map<string, Promise<vm.Module>>();
  readonly #evaluated = new Map<vm.Module, Promise<void>>();
  readonly #sourceMaps = new SourceMaps();
  /** Path of the inline source. */
  #textPath: string | undefined;

  constructor(compiler: Compiler, folder: string) {
    this.#compiler = compiler;
    this.#folder = folder;
  }

  /** Runs a file and its imports; returns its exports. */
  async runFile(path: string): Promise<object> {
    const module = await this.#file(pathToFileURL(path), undefined);
    await this.#evaluate(module);
    return module.namespace;
  }

  /** Runs a text as the TypeScript file at this path; returns its exports. */
  async runText(text: string, path: string): Promise<object> {
    this.#textPath = path;
    const module = await this.#compile(text, path, this.#nameOf(path));
    await this.#evaluate(module);
    return module.namespace;
  }

  async #import(specifier: string, parent: string): Promise<vm.Module> {
    // A module of types only; compiling may leave an import without names.
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
    if (extension === '.json') return synthetic({ default: parseJson(text) });
    if (extension === '.js' && isCommonJs(text)) return fromNode(pathToFileURL(path).href, path);
    // Modules with the same name would share the source map of their errors.
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
    // A circular import gets the module in its current state, as always in JavaScript.
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

/** True for a CommonJS module, which parses as a function's body: it has no import or export. */
function isCommonJs(text: string): boolean {
  try {
    vm.compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname']);
    return true;
  } catch {
    return false;
  }
}

/** Lets Node import a module for the file at `parent`. A default export of CommonJS is the one that bundlers give. */
async function fromNode(specifier: string, parent: string): Promise<vm.Module> {
  const script = new vm.Script('(specifier) => import(specifier)', {
    filename: parent,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const load = script.runInThisContext() as (specifier: string) => Promise<object>;
  return synthetic(asBundled(await load(specifier), parent));
}

/**
 * The exports of a module as bundlers see them: those of the ES module from which CommonJS was compiled, whose mark is `__esModule`.
 * Node gives its default export as a field of the default export, and finds other names only where a lexer sees them.
 */
function asBundled(namespace: object, parent: string): object {
  const exported = 'default' in namespace ? namespace.default : undefined;
  if (!isCompiledModule(exported)) return namespace;
  // An ES module may export such an object as a value of its own.
  const isCommonJs =
    'module.exports' in namespace ||
    Object.values(createRequire(parent).cache).some((module) => module?.exports === exported);
  return isCommonJs ? { ...exported } : namespace;
}

function isCompiledModule(exported: unknown): exported is object {
  const isHolder = (typeof exported === 'object' && exported !== null) || typeof exported === 'function';
  return isHolder && 'default' in exported && '__esModule' in exported && exported.__esModule === true;
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
