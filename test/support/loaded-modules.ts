import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A call or a statement that loads a module, as the bundler writes it; in a text it would follow a quotation mark. */
const LOADED = /(?<![\w.$"'`])(?:(?:require|import)\(["']([^"'\n]+)["']\)|(?:from|import) ["']([^"'\n]+)["'];)/g;

/** The modules that a built file loads. A parser would take hundreds of times as long for the same. */
function loadedModules(text: string): string[] {
  return [...text.matchAll(LOADED)].map(([, called, stated]) => called ?? stated ?? '');
}

/** The built files that are loaded by some, directly or not, these included, and the modules outside of the build. */
export function reachedFrom(entries: readonly string[]): { files: string[]; outside: string[] } {
  const files = new Set(entries);
  const outside = new Set<string>();
  // The iteration includes elements added meanwhile.
  for (const file of files) {
    for (const module of loadedModules(readFileSync(file, 'utf8'))) {
      if (module.startsWith('.')) files.add(resolve(dirname(file), module));
      else outside.add(module);
    }
  }
  return { files: [...files], outside: [...outside] };
}
