/** The part of Rollup's plugin context used here. */
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null;
}

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly importers: readonly string[];
}

/** The code editor, a chunk of its own that is loaded when the first editor is shown. */
const EDITOR = /node_modules[\\/](?:@codemirror|@lezer)[\\/]|ui[\\/]code[\\/]/;
/** Packages that only authoring needs and that are slow to load: schemas, the expression language, the editor. */
const HEAVY = /node_modules[\\/](?:zod|acorn|re2js|@codemirror|@lezer)[\\/]/;
/** The component of a page. */
const PAGE = /features[\\/]\w+[\\/]\w+Page\.tsx$/;
/** Parts of libraries that are needed only after an action: dialogs, menus, form fields. */
const DEFERRED = [
  /@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:Modal|Menu|Autocomplete|Combobox[\\/](?!ComboboxChevron|get-parsed|Combobox\.module)|Radio|Password|File)/,
  /@dnd-kit|react-remove-scroll|react-style-singleton|use-sidecar/,
];
const INITIAL: '$initial'[] = ['$initial'];

/**
 * The chunks of the window: a few files instead of thirty small ones, because each costs a request before the first
 * drawing. Pages that only show data load nothing heavy. Code that every page needs comes first; libraries are apart
 * from code that changes more often.
 */
export function windowChunks() {
  return [
    // Two chunks, because the browser parses them in parallel.
    { name: 'react', tags: INITIAL, test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
    { name: 'libraries', tags: INITIAL, test: /node_modules[\\/]/ },
    // With the helper that loads the other chunks: in one of them, it would make the first code wait for that one.
    { name: 'window', tags: INITIAL, test: /(?:renderer|shared)[\\/]|vite[\\/]preload-helper/ },
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

/** True for code that a page without heavy imports needs. */
function isShown(id: string, modules: Modules): boolean {
  // Libraries are imported through an index, which hides who uses a part.
  if (id.includes('node_modules')) return DEFERRED.every((each) => !each.test(id));
  const above = new Set([id]);
  for (const each of above) {
    if (PAGE.test(each) && !needsHeavy(each, modules)) return true;
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) above.add(importer);
  }
  return false;
}

/** True when a module imports a heavy package, directly or not. */
function needsHeavy(id: string, modules: Modules): boolean {
  for (const each of reachedFrom(id, modules)) if (HEAVY.test(each)) return true;
  return false;
}

function* reachedFrom(id: string, modules: Modules): Generator<string> {
  const reached = new Set([id]);
  // The iteration includes elements added meanwhile.
  for (const each of reached) {
    yield each;
    const imported = imports.get(each) ?? modules.getModuleInfo(each)?.importedIds ?? [];
    imports.set(each, imported);
    for (const next of imported) reached.add(next);
  }
}
