import type { Plugin } from 'vite';

/** Writes the package.json by which Node reads the files of a build as CommonJS, although the package consists of ES modules. */
export function commonJsFolder(): Plugin {
  return {
    name: 'common-js-folder',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: `${JSON.stringify({ type: 'commonjs' })}\n` });
    },
  };
}
