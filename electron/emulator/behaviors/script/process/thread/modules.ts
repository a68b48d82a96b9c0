import type { CompiledText } from '../../compiler/jobs.ts';
import { SourceMaps } from './source-maps.ts';
import { MAX_FILE_BYTES, assertRegularFile, readRegularFile } from '../../../../files/read-file.ts';
import {
  CommonJs,
  importedExports,
  isCommonJs,
  requiredIn,
  requireOf,
  withCommonJs,
  fromNode,
  synthetic,
} from './common-js.ts';
import { fileOfImport, PathAliases } from './file-of-import.ts';
import { dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
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

/** The exports of a module that has run. */
interface ModuleExports {
  readonly exports: object;
  readonly isCommonJs: boolean;
}

/** A file: an ES module, or CommonJS that other files of the project may require. */
type LoadedFile = vm.Module | CommonJs;

const IS_FILE = /^(?:\.{0,2}(?:\/|$)|file:)/;

/**
 * Loads the modules of one script. Files of relative imports are compiled here, so that all may be TypeScript and errors name
 * their lines. Node loads packages and built-ins, resolved from the importing file.
 */
export class Modules {
  readonly #compiler: Compiler;
  /** Base of relative file names in errors. */
  readonly #folder: string;
  /** Takes modules as bundlers do: `require` in ES modules, TypeScript in CommonJS, and `paths` of `tsconfig.json`. */
  readonly #isBundled: boolean;
  readonly #files = new Map<string, Promise<LoadedFile>>();
  readonly #evaluated = new Map<vm.Module, Promise<void>>();
  readonly #sourceMaps = new SourceMaps();
  readonly #aliases = new PathAliases();
  /** Files that are being read, and those that have been, for code that requires them. */
  readonly #reading = new Set<Promise<unknown>>();
  readonly #read = new Map<string, LoadedFile>();
  readonly #required = new Set<string>();
  /** Path of the inline source. */
  #textPath: string | undefined;

  constructor(compiler: Compiler, folder: string, { isBundled = false } = {}) {
    this.#compiler = compiler;
    this.#folder = folder;
    this.#isBundled = isBundled;
  }

  /** Runs a file and its imports; returns its exports. */
  async runFile(path: string): Promise<ModuleExports> {
    const loaded = await this.#file(path, undefined);
    const module = await this.#asModule(loaded, path);
    await this.#evaluate(module);
    const isOfNode = !(loaded instanceof CommonJs) && module instanceof vm.SyntheticModule && extname(path) !== '.mjs';
    return { exports: module.namespace, isCommonJs: loaded instanceof CommonJs || isOfNode };
  }

  /** Runs a text as the TypeScript file at this path; returns its exports. */
  async runText(text: string, path: string): Promise<ModuleExports> {
    this.#textPath = path;
    const module = await this.#compile(text, path, this.#nameOf(path));
    await this.#evaluate(module);
    return { exports: module.namespace, isCommonJs: false };
  }

  async #import(specifier: string, parent: string): Promise<vm.Module> {
    // A module of types only; compiling may leave an import without names.
    if (specifier === 'hangar/script') return new vm.SyntheticModule([], () => undefined);
    const path = this.#pathOfImport(specifier, parent);
    return path === undefined ? fromNode(specifier, parent) : this.#asModule(await this.#file(path, parent), path);
  }

  /** The path of a file that is named relatively or by an alias; `undefined` for modules of Node. */
  #pathOfImport(specifier: string, parent: string): string | undefined {
    if (IS_FILE.test(specifier)) return fileURLToPath(new URL(specifier, pathToFileURL(parent)));
    return this.#isBundled ? this.#aliases.fileOf(specifier, parent) : undefined;
  }

  async #asModule(loaded: LoadedFile, path: string): Promise<vm.Module> {
    if (!(loaded instanceof CommonJs)) return loaded;
    await this.#runRequired();
    return synthetic(importedExports(loaded.exports(this.#requireOf(path))));
  }

  #file(wanted: string, parent: string | undefined): Promise<LoadedFile> {
    const path = fileOfImport(wanted);
    if (path === undefined) {
      const importer = parent === undefined ? '' : `, imported by ${this.#nameOf(parent)}`;
      throw new Error(`Cannot find the file ${this.#nameOf(wanted)}${importer}`);
    }
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const reading = this.#readFile(path).then((file) => {
      this.#read.set(path, file);
      return file;
    });
    this.#files.set(path, reading);
    return reading;
  }

  async #readFile(path: string): Promise<LoadedFile> {
    const extension = extname(path);
    const isCompiled = /^\.[mc]?tsx?$/.test(extension);
    if (!isCompiled && !/^\.(?:[mc]?jsx?|json)$/.test(extension)) {
      await assertRegularFile(path, MAX_FILE_BYTES.script);
      return fromNode(pathToFileURL(path).href, path);
    }
    const text = (await readRegularFile(path, MAX_FILE_BYTES.script)).toString('utf8');
    if (extension === '.json') return synthetic(jsonExports(parseJson(text), this.#isBundled));
    // Modules with the same name would share the source map of their errors.
    const name = path === this.#textPath ? `.${sep}${this.#nameOf(path)}` : this.#nameOf(path);
    const code = isCompiled ? await this.#compiled(text, name) : text;
    if (!/^\.m/.test(extension) && (/^\.c/.test(extension) || isCommonJs(code))) {
      if ((this.#isBundled || isCompiled) && /\b(?:module|exports|require)\b/.test(code))
        return this.#commonJs(code, path, name);
      if (!isCompiled) return fromNode(pathToFileURL(path).href, path);
    }
    return this.#create(code, path, name);
  }

  async #compiled(typescript: string, name: string): Promise<string> {
    const { text, map } = await this.#compiler.compile(typescript, name);
    if (map !== undefined) this.#sourceMaps.add(name, map);
    return text;
  }

  async #compile(typescript: string, path: string, name: string): Promise<vm.Module> {
    return this.#create(await this.#compiled(typescript, name), path, name);
  }

  #commonJs(text: string, path: string, name: string): CommonJs {
    this.#readRequired(text, path);
    return new CommonJs(text, path, name);
  }

  /** Reads the files that a text requires, before its code runs: compiling them takes turns. */
  #readRequired(text: string, path: string): void {
    for (const specifier of requiredIn(text)) {
      const wanted = this.#pathOfImport(specifier, path);
      const file = wanted === undefined ? undefined : fileOfImport(wanted);
      if (file === undefined) continue;
      this.#required.add(file);
      // An error recurs where the code requires the file.
      const reading = this.#file(file, path).catch(() => undefined);
      this.#reading.add(reading);
      void reading.finally(() => this.#reading.delete(reading));
    }
  }

  /** Resolves once all files that code may require have been read, and their ES modules have run: `require` cannot wait. */
  async #runRequired(except?: vm.Module): Promise<void> {
    while (this.#reading.size > 0) await Promise.all(this.#reading);
    for (const path of this.#required) {
      const file = this.#read.get(path);
      if (file === undefined || file instanceof CommonJs || file === except) continue;
      await this.#link(file);
      if (file.status === 'linked') await file.evaluate();
    }
  }

  #requireOf(path: string): NodeJS.Require {
    return requireOf(path, (specifier) => {
      const wanted = this.#pathOfImport(specifier, path);
      const file = wanted === undefined ? undefined : fileOfImport(wanted);
      const loaded = file === undefined ? undefined : this.#read.get(file);
      if (file === undefined || loaded === undefined) return undefined;
      if (loaded instanceof CommonJs) return { exports: loaded.exports(this.#requireOf(file)) };
      return {
        exports:
          extname(file) === '.json' && 'default' in loaded.namespace ? loaded.namespace.default : loaded.namespace,
      };
    });
  }

  async #create(text: string, path: string, name: string): Promise<vm.Module> {
    if (this.#isBundled) this.#readRequired(text, path);
    try {
      return new vm.SourceTextModule(this.#isBundled ? withCommonJs(text) : text, {
        identifier: name,
        initializeImportMeta: (meta) => {
          const names = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
          const common = { require: this.#requireOf(path), __filename: path, __dirname: dirname(path) };
          Object.assign(meta, names, this.#isBundled ? common : {});
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
    await this.#link(module);
    await this.#runRequired(module);
    await module.evaluate();
  }

  async #link(module: vm.Module): Promise<void> {
    if (module.status === 'unlinked')
      await module.link((specifier, referencing) => this.#import(specifier, this.#pathOf(referencing)));
  }

  #pathOf(module: vm.Module): string {
    return isAbsolute(module.identifier) ? module.identifier : resolve(this.#folder, module.identifier);
  }

  #nameOf(path: string): string {
    const name = relative(this.#folder, path);
    return name.startsWith('..') || isAbsolute(name) ? path : name;
  }
}

/** The exports of a JSON file: bundlers give its fields by name, too. */
function jsonExports(value: unknown, isBundled: boolean): object {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const named = Object.entries(isObject && isBundled ? value : {}).filter(([name]) => /^[A-Za-z_$][\w$]*$/.test(name));
  return { ...Object.fromEntries(named), default: value };
}
