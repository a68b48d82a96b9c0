import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the folder of the built window beside a built program, given the program's URL; null when there is none. */
export function builtWindow(program: string): string | null {
  // In a run from sources (in tests), the folder contains the window's sources.
  if (!program.endsWith('.js')) return null;
  const folder = fileURLToPath(new URL('../renderer', program));
  return existsSync(`${folder}/index.html`) ? folder : null;
}
