import type { Plugin } from 'vite';

/** Puts the values that a module exports, as they are now, in place of its program and of all that it imports. */
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
