import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';

const SUFFIX = '?worker-text';

/** Every module that went into a text so far. */
export const inlinedModules = new Set<string>();

/**
 * `import text from './thread/main.ts?worker-text'` gives the file and all that it imports as one CommonJS text, for
 * `new Worker(text, { eval: true })` or the standard input of a process. Its code thus travels inside the bundle, the same way
 * in tests, in the headless program, in the library and in an asar archive: no second file has to be found at run time.
 */
export function workerText(): Plugin {
  let isBuild = false;
  return {
    name: 'worker-text',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id.startsWith(LONG_TEXT) ? `\0${id}` : null),
    async load(id) {
      if (id.startsWith(`\0${LONG_TEXT}`)) return `export default '${longTexts.get(id.slice(1)) ?? ''}';`;
      if (!id.endsWith(SUFFIX)) return null;
      const { code, files } = await bundle(id.slice(0, -SUFFIX.length), isBuild);
      for (const file of files) {
        this.addWatchFile(file);
        inlinedModules.add(file);
      }
      return isBuild ? sharingLongTexts(code) : `export default ${JSON.stringify(code)};`;
    },
  };
}

const LONG_TEXT = 'long-text:';
/** Matches the compressed bytes within a text. */
const LONG_WORD = /[A-Za-z\d+/=]{100000,}/g;
/** Long texts by the names of their modules: two texts with the same compiler share its bytes. */
const longTexts = new Map<string, string>();
/** Length from which a text is compressed; it is unpacked in a few milliseconds, when it is first used. */
const LARGE = 20_000;

/** A module that gives a text, with the long words in it from modules of their own. */
function sharingLongTexts(text: string): string {
  const modules = (text.match(LONG_WORD) ?? []).map((word) => {
    const name = LONG_TEXT + createHash('sha256').update(word).digest('hex').slice(0, 16);
    longTexts.set(name, word);
    return name;
  });
  const rest = text.replace(LONG_WORD, '\0');
  if (rest.length < LARGE) return `export default ${JSON.stringify(text)};`;
  return `import { brotliDecompressSync } from 'node:zlib';
${modules.map((name, index) => `import long${index} from '${name}';`).join('\n')}
const words = [${modules.map((_, index) => `long${index}`).join(', ')}];
const parts = brotliDecompressSync(Buffer.from('${packed(rest)}', 'base64')).toString().split('\\0');
export default parts.map((part, index) => part + (words[index] ?? '')).join('');`;
}

/** Compressed bytes in base64. */
function packed(bytes: string | Buffer): string {
  // The best quality takes a build some seconds, and the package stays below its limit of 8 MB by it.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(bytes, { params }).toString('base64');
}

/** Matches bytes of a megabyte or more in a source, such as those of a compiler. */
const LARGE_BYTES = /Buffer\.from\(['"]([A-Za-z\d+/=]{1000000,})['"], ?['"]base64['"]\)/g;

/** Compresses large bytes in sources to a quarter; they are unpacked in 20 ms, when their module is first used. */
const compressedBytes: Plugin = {
  name: 'compressed-bytes',
  transform: (source) =>
    source.replace(LARGE_BYTES, (_, bytes: string) => {
      return `require('node:zlib').brotliDecompressSync(Buffer.from('${packed(Buffer.from(bytes, 'base64'))}', 'base64'))`;
    }),
};

/** Texts of a build have no comments and no indentation: nobody reads them, and names stay as they are for errors. */
const SHORT = { comments: false, minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } };

async function bundle(entry: string, isBuild: boolean): Promise<{ code: string; files: readonly string[] }> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // A text may hold the text of another one, such as a process that of its thread.
    plugins: [workerText(), isBuild && compressedBytes],
    // There are no packages beside a text.
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: entry,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false, ...(isBuild && SHORT) } },
    },
  });
  const output = 'output' in result ? result : Array.isArray(result) ? result[0] : undefined;
  const chunk = output?.output[0];
  if (chunk === undefined) throw new Error(`${entry} gave no code`);
  // In a function: a name of its own at the top, such as `performance`, would take the place of the global for all other code.
  return { code: `(() => {${chunk.code}\n})();`, files: chunk.moduleIds };
}
