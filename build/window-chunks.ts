/** What the bundler tells of its modules. */
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null;
}

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly importers: readonly string[];
}

/** The code editor is loaded apart from all others, when one is shown. */
const EDITOR = /node_modules[\\/](?:@codemirror|@lezer)[\\/]|ui[\\/]code[\\/]/;
/** What only authoring needs, and is dear to read: schemas, the expression language, the editor. */
const HEAVY = /node_modules[\\/](?:zod|acorn|re2js|@codemirror|@lezer)[\\/]/;
/** What shows a whole place. */
const PAGE = /features[\\/]\w+[\\/]\w+Page\.tsx$/;
/** Libraries for what is seen once somebody opens it or writes something: dialogs, menus, fields of forms. */
const DEFERRED = [
  /@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Modal|Menu|Combobox[\\/](?!ComboboxChevron|get-parsed|Combobox\.module)|Radio|Switch|Password|File)/,
  /@dnd-kit|react-remove-scroll|react-style-singleton|use-sidecar/,
];
const INITIAL: '$initial'[] = ['$initial'];

/**
 * How the window's code is cut: a few files rather than thirty small ones, for each is a request before something is drawn, and
 * nothing dear for places that only show. What every place needs comes first, libraries apart from what changes more often.
 *
 * @param boot the module that runs while everything else is still being read; what it needs is a file of its own.
 */
export function windowChunks(boot: string) {
  return [
    { debugName: 'boot', name: (id: string, modules: Modules) => (isReached(boot, id, modules) ? 'boot' : null) },
    // In two, since they are read at the same time.
    { name: 'react', tags: INITIAL, test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
    { name: 'libraries', tags: INITIAL, test: /node_modules[\\/]/ },
    { name: 'window', tags: INITIAL, test: /(?:renderer|shared)[\\/]/ },
    {
      debugName: 'authoring',
      name: (id: string, modules: Modules) => (needsHeavy(id, modules) && !EDITOR.test(id) ? 'authoring' : null),
      minShareCount: 2,
    },
    {
      debugName: 'shared',
      name: (id: string, modules: Modules) => (isShown(id, modules) ? 'places' : 'later'),
      test: (id: string) => !EDITOR.test(id),
      minShareCount: 2,
    },
  ];
}

const imports = new Map<string, readonly string[]>();

/** True for what a place draws that needs nothing dear. */
function isShown(id: string, modules: Modules): boolean {
  // Who uses a part of a library is not told: they go through its index.
  if (id.includes('node_modules')) return DEFERRED.every((each) => !each.test(id));
  const above = new Set([id]);
  for (const each of above) {
    if (PAGE.test(each) && !needsHeavy(each, modules)) return true;
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) above.add(importer);
  }
  return false;
}

/** True when a module imports something dear, itself or through others. */
function needsHeavy(id: string, modules: Modules): boolean {
  for (const each of reachedFrom(id, modules)) if (HEAVY.test(each)) return true;
  return false;
}

/** True for a module and for all that it imports, itself or through others. */
function isReached(from: string, id: string, modules: Modules): boolean {
  for (const each of reachedFrom(from, modules)) if (each === id) return true;
  return false;
}

function* reachedFrom(id: string, modules: Modules): Generator<string> {
  const reached = new Set([id]);
  // A set that grows while it is gone through also gives what was added.
  for (const each of reached) {
    yield each;
    const imported = imports.get(each) ?? modules.getModuleInfo(each)?.importedIds ?? [];
    imports.set(each, imported);
    for (const next of imported) reached.add(next);
  }
}
