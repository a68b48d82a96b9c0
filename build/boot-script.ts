import type { Plugin } from 'vite';

/**
 * Puts a module into the page as a script of its own, before all others and carried out as soon as it is there: Vite makes one
 * of all scripts that stand in the page's source, which would wait for everything that the last of them needs.
 *
 * @param file a module that lies in a chunk with what it needs, and with nothing else.
 */
export function bootScript(file: string): Plugin {
  return {
    name: 'boot-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.moduleIds.includes(file));
        if (chunk === undefined) throw new Error(`${file} lies in no chunk`);
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
