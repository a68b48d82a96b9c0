import type { Examples } from './examples/example.ts';

const files = import.meta.glob<Examples>('./examples/*.tsx', { eager: true, import: 'examples' });

/** The examples of each family of components, by the name of its file. */
export const FAMILIES: Readonly<Record<string, Examples>> = Object.fromEntries(
  Object.entries(files).map(([file, examples]) => [file.replace(/^.*\/|\.tsx$/g, ''), examples]),
);
