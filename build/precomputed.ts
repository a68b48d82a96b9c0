import type { Plugin } from 'vite';

/** Replaces a module at build time by the current values of its exports, so that its imports are not bundled. */
export function precomputed(file: string, values: Readonly<Record<string, unknown>>): Plugin {
  return {
    name: `precomputed:${file}`,
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== file) return null;
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
