import { resolve } from 'node:path';
import { defineConfig, mergeConfig } from 'electron-vite';
import { directImports } from './build/direct-imports.ts';
import { commonJsFolder, esModule, withoutFormValidator } from './build/module-kinds.ts';
import { thirdParty } from './build/third-party.ts';
import { workerText } from './build/worker-text.ts';
import renderer from './renderer/vite.config.ts';

/**
 * Folder of the build. build/ensure-built.mjs builds in another folder first, so that a program that runs meanwhile stays whole.
 */
const out = resolve(process.env['HANGAR_OUT'] ?? 'out');

/** Typefaces that are copied into the sources. */
const COPIED = ['fonts/inter', 'fonts/jetbrains-mono'].map((path) => `renderer/ui/${path}`);

/** One build, several ways in: the headless program and the library never import Electron; the window is built beside them. */
export default defineConfig({
  main: {
    plugins: [
      workerText(),
      withoutFormValidator(),
      commonJsFolder(),
      esModule('electron/programs/vitest.ts', 'vitest.mjs'),
      esModule('electron/programs/time.ts', 'time.mjs'),
      directImports(),
      thirdParty(out, 'main'),
    ],
    build: {
      outDir: `${out}/main`,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        // They tell how long plugins take, which nobody asked.
        checks: { bundlerTimings: false },
        input: {
          main: 'electron/desktop/main.ts',
          headless: 'electron/programs/headless.ts',
          library: 'electron/programs/library.ts',
          testing: 'electron/programs/testing.ts',
          // Electron can only start a process from a file; Node's get the same text over standard input.
          'script-process': 'electron/emulator/behaviors/script/process/main.ts',
        },
        output: {
          // Compiled CommonJS modules can be cached in every version of Node, and load faster: programs/compile-cache.ts.
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // A start compiles all of it: plain characters and no comments take a third less time. Names stay as they are, for errors.
          comments: false,
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: `${out}/preload`,
      rolldownOptions: {
        input: { preload: 'electron/desktop/preload.ts' },
        // A sandboxed preload script cannot be an ES module.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: mergeConfig(renderer, {
    plugins: [thirdParty(out, 'renderer', COPIED)],
    build: { outDir: `${out}/renderer`, rolldownOptions: { input: 'renderer/index.html' } },
  }),
});
