/** What the bundler tells of its modules. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The code editor is loaded apart from all others, when one is shown. */
const EDITOR = /node_modules[\\/](?:@codemirror|@lezer)[\\/]|ui[\\/]code[\\/]/;
/** What only authoring needs, and is dear to read: schemas, the expression language, the editor. */
const DEAR = /node_modules[\\/](?:zod|acorn|re2js|@codemirror|@lezer)[\\/]/;
const INITIAL: '$initial'[] = ['$initial'];

/**
 * How the window's code is cut: a few files rather than thirty small ones, for each is a request before something is drawn, and
 * nothing dear for places that only show. What every place needs comes first, libraries apart from what changes more often.
 */
export const windowChunks = [
  { name: 'libraries', tags: INITIAL, test: /node_modules[\\/]/ },
  // Not what the page loads before it (renderer/app/place-code.ts).
  { name: 'window', tags: INITIAL, test: /(?:renderer|shared)[\\/](?!app[\\/]place-code)/ },
  {
    debugName: 'authoring',
    name: (id: string, modules: Modules) => (needsDear(id, modules) && !EDITOR.test(id) ? 'authoring' : null),
    minShareCount: 2,
  },
  {
    debugName: 'places',
    name: (id: string, modules: Modules) => (needsDear(id, modules) ? null : 'places'),
    minShareCount: 3,
  },
];

const imports = new Map<string, readonly string[]>();

/** True when a module imports something dear, itself or through others. */
function needsDear(id: string, modules: Modules): boolean {
  const seen = new Set([id]);
  for (const each of seen) {
    if (DEAR.test(each)) return true;
    const imported = imports.get(each) ?? modules.getModuleInfo(each)?.importedIds ?? [];
    imports.set(each, imported);
    for (const next of imported) seen.add(next);
  }
  return false;
}
