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
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const { code, files } = await bundle(id.slice(0, -SUFFIX.length));
      for (const file of files) {
        this.addWatchFile(file);
        inlinedModules.add(file);
      }
      return isBuild && code.length > LARGE ? unpacking(code) : `export default ${JSON.stringify(code)};`;
    },
  };
}

/** Length from which a built text is compressed, such as that of a compiler: it is unpacked in 20 ms, when it is first used. */
const LARGE = 1_000_000;

/** A module that gives a text, with the text compressed. */
function unpacking(text: string): string {
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return `import { brotliDecompressSync } from 'node:zlib';
export default brotliDecompressSync(Buffer.from('${packed.toString('base64')}', 'base64')).toString();`;
}

async function bundle(entry: string): Promise<{ code: string; files: readonly string[] }> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // A text may hold the text of another one, such as a process that of its thread.
    plugins: [workerText()],
    // There are no packages beside a text.
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: entry,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false } },
    },
  });
  const output = 'output' in result ? result : Array.isArray(result) ? result[0] : undefined;
  const chunk = output?.output[0];
  if (chunk === undefined) throw new Error(`${entry} gave no code`);
  // In a function: a name of its own at the top, such as `performance`, would take the place of the global for all other code.
  return { code: `(() => {${chunk.code}\n})();`, files: chunk.moduleIds };
}
