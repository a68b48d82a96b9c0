import type { Plugin } from 'vite';

/**
 * Puts a module into the page as a script of its own, carried out as soon as it is there: Vite makes one of all scripts that
 * stand in the page's source, which would wait for everything that the last of them needs.
 */
export function placeCode(file: string): Plugin {
  return {
    name: 'place-code',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: file, name: 'place-code' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.facadeModuleId === file);
        if (chunk === undefined) throw new Error(`${file} gave no chunk`);
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}
