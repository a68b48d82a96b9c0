import type { Plugin } from 'vite';

/**
 * Adds a module to the page as an asynchronous script of its own, so that it runs before all others have loaded. Vite
 * merges scripts in the page's source into one entry, which waits for all its imports.
 *
 * @param file a module in a chunk that contains only it and its imports.
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
