import { defineConfig, mergeConfig } from 'electron-vite';
import { workerText } from './build/worker-text.ts';
import renderer from './renderer/vite.config.ts';

/** One build, several ways in: the headless program and the library never import Electron; the window is built beside them. */
export default defineConfig({
  main: {
    plugins: [workerText()],
    build: {
      outDir: 'out/main',
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        input: { headless: 'electron/headless.ts', library: 'electron/library.ts' },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  renderer: mergeConfig(renderer, { build: { rolldownOptions: { input: 'renderer/index.html' } } }),
});
