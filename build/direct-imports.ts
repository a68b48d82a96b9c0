import type { Plugin } from 'vite';

/** The line that imports another chunk, such as `const require_errors = require("./errors-DnhxVju4.js");`. */
const IMPORT = /^const (require_\w+) = require\("(\.[^"]+)"\);$/gm;

/**
 * Makes CommonJS chunks read what they import once, when they are loaded, instead of through a getter at each use; these
 * take some 4 % of a POST's time. It needs exports that keep their first value (`export let` is against the lint rules)
 * and no chunk that imports itself through others, which fails the build. No line and no column moves, for the source maps.
 */
export function directImports(): Plugin {
  return {
    name: 'direct-imports',
    // Before the bundler takes the indentation away.
    renderChunk: (code) => ({ code: withDirectImports(code), map: null }),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const imports = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
      for (const { fileName } of chunks)
        if (importsItself(fileName, imports)) this.error(`${fileName} imports itself through other chunks`);
    },
  };
}

/** True when the imports of a chunk lead back to it. */
function importsItself(chunk: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Set(imports.get(chunk));
  for (const next of reached) for (const further of imports.get(next) ?? []) reached.add(further);
  return reached.has(chunk);
}

/** The code of a chunk with a name of its own for each export that it uses of others. Throws when it uses an import as a whole. */
export function withDirectImports(code: string): string {
  let direct = code;
  for (const [line, name = '', path = ''] of code.matchAll(IMPORT)) {
    const used = new Set<string>();
    const named = direct.replace(
      new RegExp(`(?<![\\w$])${name}(?![\\w$])(?:\\.([\\w$]+)| = )?`, 'g'),
      (text, field?: string) => {
        if (text.endsWith(' = ')) return text;
        if (field === undefined) throw new Error(`the import ${name} is used as a whole`);
        used.add(field);
        return `${name}$${field}`;
      },
    );
    const fields = [...used].map((field) => `${field}: ${name}$${field}`);
    direct = named.replace(line, () => `const { ${fields.join(', ')} } = require("${path}");`);
  }
  return direct;
}
