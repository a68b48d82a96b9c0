import vm from 'node:vm';

/** Lets Node import a module for the file at `parent`. */
export async function fromNode(specifier: string, parent: string): Promise<vm.Module> {
  const script = new vm.Script('(specifier) => import(specifier)', {
    filename: parent,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const load = script.runInThisContext() as (specifier: string) => Promise<object>;
  return synthetic(await load(specifier));
}

export function synthetic(exports: object): vm.Module {
  const entries: [string, unknown][] = Object.entries(exports);
  const module: vm.SyntheticModule = new vm.SyntheticModule(
    entries.map(([name]) => name),
    () => {
      for (const [name, value] of entries) module.setExport(name, value);
    },
  );
  return module;
}
