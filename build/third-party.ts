import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { noticesOf } from './notices.ts';
import { inlinedModules } from './worker-text.ts';

/** Code that the bundler itself adds carries the name of its package after a NUL. */
const MODULE_OF_BUNDLER = /^\0(vite|rolldown)\//;
const MODULE_OF_PACKAGE = /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/**
 * Writes `THIRD-PARTY-NOTICES.txt` for all bundles of a build: which packages they hold, found by the modules that are in
 * them rather than by package.json, and their licences.
 * @param out folder of the build
 * @param part name of this bundle, apart from the others
 * @param copied folders of what is copied into the sources: each has a licence, and a package.json that names it
 */
export function thirdParty(out: string, part: string, copied: readonly string[] = []): Plugin {
  return {
    name: 'third-party',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const modules = [...chunks.flatMap(({ moduleIds }) => moduleIds), ...inlinedModules];
      const lists = join(out, 'third-party');
      mkdirSync(lists, { recursive: true });
      const folders = [...modules.flatMap(packageFolder), ...copied];
      writeFileSync(join(lists, `${part}.json`), JSON.stringify(folders));
      // Each bundle completes what those before it wrote.
      writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), noticesOf(readdirSync(lists).flatMap(listIn(lists))));
    },
  };
}

/** The folder of the package that a module belongs to; none for what is our own. */
function packageFolder(module: string): string[] {
  const bundler = MODULE_OF_BUNDLER.exec(module)?.[1];
  const folder = bundler === undefined ? MODULE_OF_PACKAGE.exec(module)?.[1] : `node_modules/${bundler}`;
  return folder === undefined ? [] : [folder];
}

function listIn(lists: string): (name: string) => string[] {
  return (name) => JSON.parse(readFileSync(join(lists, name), 'utf8')) as string[];
}
