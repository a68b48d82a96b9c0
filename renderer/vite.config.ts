import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { documentationSite } from '../build/documentation/site.ts';
import { bootScript } from '../build/boot-script.ts';
import { precomputed } from '../build/precomputed.ts';
import { windowChunks } from '../build/window-chunks.ts';
import { routes } from './core/routes.ts';

/** What the built page may load: itself. Mantine and CodeMirror write style elements, hence inline styles. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/** The policy stands in the page, too, so that it holds whoever serves the files. Development needs inline scripts. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: {
    // The last to put something first: it holds for all that follows.
    order: 'post',
    handler: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  },
};

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const boot = folder('./app/boot.ts');
const server = process.env['HANGAR_DEV_SERVER'] ?? 'http://127.0.0.1:4100';

/**
 * The window's build, also used by electron.vite.config.ts; `npx vite build renderer` makes it alone. In development
 * `/v0` and `/_emulator` go to a running Hangar; the object form keeps `Host` as the guard expects it.
 */
export default defineConfig({
  root: folder('.'),
  // electron-vite makes addresses relative, for pages from files; ours come from a server, from places of any depth.
  experimental: { renderBuiltUrl: (file) => `/${file}` },
  plugins: [
    react(),
    precomputed(folder('./core/routes.ts'), { routes }),
    bootScript(boot),
    contentSecurityPolicy,
    documentationSite({ root: folder('..'), script: folder('./docs/main.ts'), policy: CONTENT_SECURITY_POLICY }),
  ],
  resolve: { alias: [{ find: /^zod$/, replacement: folder('./core/zod-without-eval.ts') }] },
  build: {
    outDir: folder('../out/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    // electron-vite would leave it as it is: twice as much to be read before anything is drawn.
    minify: true,
    rolldownOptions: {
      input: folder('./index.html'),
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: windowChunks(boot) } },
    },
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: Object.fromEntries(['/v0', '/_emulator'].map((path) => [path, { target: server }])),
  },
});
