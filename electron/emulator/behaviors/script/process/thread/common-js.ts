import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import vm from 'node:vm';
import { fieldsOf } from '../../../../../../shared/values/json.ts';

/** The wrapper of CommonJS. */
const NAMES = ['exports', 'require', 'module', '__filename', '__dirname'];

/** The beginning of an ES module that names parts of CommonJS, which bundlers give it. */
const PRELUDE = 'const { require, __filename, __dirname } = import.meta;';

/** True for a CommonJS module, which parses as a function's body: it has no import or export. */
export function isCommonJs(text: string): boolean {
  try {
    vm.compileFunction(text, NAMES);
    return true;
  } catch {
    return false;
  }
}

/** An ES module's text with what it takes of CommonJS. */
export function withCommonJs(text: string): string {
  const declares =
    /\b(?:const|let|var|function|class)\s+(?:require|__filename|__dirname)\b|\{[^}]*\brequire\b[^}]*\}\s*=/;
  return /\b(?:require\s*\(|__filename\b|__dirname\b)/.test(text) && !declares.test(text) ? `${PRELUDE}${text}` : text;
}

/** Names of modules that a text requires. */
export function requiredIn(text: string): readonly string[] {
  return [...text.matchAll(/\brequire\(\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*\)/g)].map(
    ([, single = '', double = '']) => single || double,
  );
}

/** A CommonJS module of a project, which runs when it is first required. */
export class CommonJs {
  readonly #path: string;
  readonly #run: (...args: unknown[]) => void;
  readonly #module: { exports: unknown } = { exports: {} };
  #hasRun = false;

  /** @param name the file's name in stacks */
  constructor(text: string, path: string, name: string) {
    this.#path = path;
    this.#run = vm.compileFunction(text, NAMES, {
      filename: name,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }) as (...args: unknown[]) => void;
  }

  /** The exports, as far as the module has got in a circle. */
  exports(require: NodeJS.Require): unknown {
    if (this.#hasRun) return this.#module.exports;
    this.#hasRun = true;
    const { exports } = this.#module;
    Reflect.apply(this.#run, exports, [exports, require, this.#module, this.#path, dirname(this.#path)]);
    return this.#module.exports;
  }
}

/** The exports of a CommonJS module for an import. */
export function importedExports(exports: unknown): object {
  const named = typeof exports === 'object' && exports !== null ? fieldsOf(exports) : {};
  if (isCompiledModule(exports)) return { ...exports };
  return { ...named, default: exports };
}

/** The `require` of a file: that of Node, except for what `own` has. */
export function requireOf(
  path: string,
  own: (specifier: string) => { readonly exports: unknown } | undefined,
): NodeJS.Require {
  const ofNode = createRequire(path);
  const require = (specifier: string): unknown => {
    const found = own(specifier);
    return found === undefined ? ofNode(specifier) : found.exports;
  };
  return Object.assign(require, ofNode);
}

/** Lets Node import a module for the file at `parent`. A default export of CommonJS is the one that bundlers give. */
export async function fromNode(specifier: string, parent: string): Promise<vm.Module> {
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

/** True for the exports of CommonJS that was compiled from an ES module. */
function isCompiledModule(exported: unknown): exported is object {
  const isHolder = (typeof exported === 'object' && exported !== null) || typeof exported === 'function';
  return isHolder && 'default' in exported && '__esModule' in exported && exported.__esModule === true;
}

/** A module with these exports. */
export function synthetic(exports: object): vm.SyntheticModule {
  const entries: [string, unknown][] = Object.entries(exports);
  const module: vm.SyntheticModule = new vm.SyntheticModule(
    entries.map(([name]) => name),
    () => {
      for (const [name, value] of entries) module.setExport(name, value);
    },
  );
  return module;
}
