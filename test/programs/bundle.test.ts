import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadedModules } from '../support/loaded-modules.ts';
import { PROGRAM } from '../support/program.ts';

/** Every module outside of the bundle that is reached from a built file. */
function outsideOf(entry: string): string[] {
  const files = new Set([entry]);
  const outside = new Set<string>();
  // A set that grows while it is gone through also gives what was added.
  for (const file of files) {
    for (const module of loadedModules(readFileSync(file, 'utf8'))) {
      if (module.startsWith('.')) files.add(resolve(dirname(file), module));
      else outside.add(module);
    }
  }
  return [...outside];
}

describe.each(['headless.js', 'library.js'])('the built %s', (name) => {
  test('needs nothing but Node: no Electron, and no package to install', () => {
    const outside = outsideOf(resolve(dirname(PROGRAM), name));
    expect(outside).toContain('node:http');
    const packages = outside.filter((module) => !module.startsWith('node:') && !builtinModules.includes(module));
    expect(packages).toEqual([]);
  });
});
