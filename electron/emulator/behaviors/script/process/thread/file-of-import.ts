import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import { MAX_FILE_BYTES, readRegularFileSync } from '../../../../files/read-file.ts';
import { listOf, objectOf, textOf, type Json } from '../../../../../../shared/values/json.ts';

const EXTENSIONS = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'json'];

/** Candidates for the file of an import, in order. */
const SPELLINGS: readonly ((path: string) => readonly string[])[] = [
  (path) => [path],
  (path) => [path.replace(/\.([mc]?)jsx?$/, '.$1ts'), path.replace(/\.jsx?$/, '.tsx')],
  (path) => EXTENSIONS.map((extension) => `${path}.${extension}`),
  (path) => EXTENSIONS.map((extension) => join(path, `index.${extension}`)),
];

/**
 * The file that an import of a path means; `undefined` for none. The path itself when something else is there, such as a named pipe:
 * reading it says what it is.
 */
export function fileOfImport(path: string): string | undefined {
  return SPELLINGS.flatMap((spelling) => spelling(path)).find(isFile) ?? (existsSync(path) ? path : undefined);
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // A folder of the path is no folder, or may not be read.
    return false;
  }
}

/** Names of modules in `paths` of a `tsconfig.json`: a prefix, a suffix, and the paths that they stand for. */
interface PathAlias {
  readonly prefix: string;
  readonly suffix: string;
  readonly isPattern: boolean;
  readonly targets: readonly string[];
}

/** The aliases of modules that the nearest `tsconfig.json` gives files, read once a folder. */
export class PathAliases {
  readonly #known = new Map<string, readonly PathAlias[]>();

  /** The file that a name of a module stands for in a file; `undefined` for none. */
  fileOf(specifier: string, importer: string): string | undefined {
    for (const { prefix, suffix, isPattern, targets } of this.#in(dirname(importer))) {
      const matches = isPattern ? specifier.startsWith(prefix) && specifier.endsWith(suffix) : specifier === prefix;
      if (!matches) continue;
      const star = specifier.slice(prefix.length, specifier.length - suffix.length);
      for (const target of targets) {
        const file = fileOfImport(target.replace('*', () => star));
        if (file !== undefined) return file;
      }
    }
    return undefined;
  }

  #in(folder: string): readonly PathAlias[] {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const above = dirname(folder);
    const own = aliasesOf(join(folder, 'tsconfig.json'));
    const aliases = own ?? (above === folder ? [] : this.#in(above));
    this.#known.set(folder, aliases);
    return aliases;
  }
}

function aliasesOf(file: string): readonly PathAlias[] | undefined {
  let text: string;
  try {
    text = readRegularFileSync(file, MAX_FILE_BYTES.record).toString('utf8');
  } catch {
    return undefined;
  }
  const options = objectOf(objectOf(parse(text) as Json)['compilerOptions']);
  const base = resolve(dirname(file), textOf(options['baseUrl']));
  return Object.entries(objectOf(options['paths'])).map(([name, targets]) => {
    const [prefix = '', suffix] = name.split('*');
    const paths = listOf(targets).map((target) => resolve(base, textOf(target)));
    return { prefix, suffix: suffix ?? '', isPattern: suffix !== undefined, targets: paths };
  });
}
