import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { documentationSite } from '../build/documentation/site.ts';
import { precomputed } from '../build/precomputed.ts';
import { windowChunks } from '../build/window-chunks.ts';
import { routes } from './core/data/routes.ts';

/** The content security policy. Mantine and CodeMirror write style elements, hence inline styles. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/** Puts the policy into the page, so that it holds on any server. Development needs inline scripts. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: {
    // The last plugin to prepend, because the policy applies to everything after it.
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
const server = process.env['HANGAR_DEV_SERVER'] ?? 'http://127.0.0.1:4100';

/**
 * The build of the window, also used by electron.vite.config.ts; `npx vite build renderer` runs it alone. In
 * development, `/v0` and `/_emulator` are proxied to a running Hangar. The object form keeps the `Host` header, which
 * the server checks.
 */
export default defineConfig({
  root: folder('.'),
  // electron-vite makes URLs relative, for files. Ours are absolute, for pages at any depth.
  experimental: { renderBuiltUrl: (file) => `/${file}` },
  plugins: [
    react(),
    precomputed(folder('./core/data/routes.ts'), { routes }),
    contentSecurityPolicy,
    documentationSite({ root: folder('..'), script: folder('./docs/main.ts'), policy: CONTENT_SECURITY_POLICY }),
  ],
  resolve: { alias: [{ find: /^zod$/, replacement: folder('./core/zod-without-eval.ts') }] },
  build: {
    outDir: folder('../out/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    // electron-vite does not minify by default.
    minify: true,
    rolldownOptions: {
      input: folder('./index.html'),
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: windowChunks() } },
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
