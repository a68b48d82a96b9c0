import { createRequire } from 'node:module';
import vm from 'node:vm';

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
export function isCompiledModule(exported: unknown): exported is object {
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
