/** A call or a statement that loads a module, as the bundler writes it; in a text it would follow a quotation mark. */
const LOADED = /(?<![\w.$"'`])(?:(?:require|import)\(["']([^"'\n]+)["']\)|(?:from|import) ["']([^"'\n]+)["'];)/g;

/** The modules that a built file loads. A parser would take hundreds of times as long for the same. */
export function loadedModules(text: string): string[] {
  return [...text.matchAll(LOADED)].map(([, called, stated]) => called ?? stated ?? '');
}
