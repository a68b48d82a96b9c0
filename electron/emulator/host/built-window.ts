import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the built window beside a built program, by the program's address; null when there is none. */
export function builtWindow(program: string): string | null {
  // Run from sources (in tests), what lies beside is the window's sources.
  if (!program.endsWith('.js')) return null;
  const folder = fileURLToPath(new URL('../renderer', program));
  return existsSync(`${folder}/index.html`) ? folder : null;
}
