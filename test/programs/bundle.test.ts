import { builtinModules } from 'node:module';
import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reachedFrom } from '../support/loaded-modules.ts';
import { PROGRAM } from '../support/program.ts';

describe.each(['headless.js', 'library.js'])('the built %s', (name) => {
  test('needs nothing but Node: no Electron, and no package to install', () => {
    const { outside } = reachedFrom([resolve(dirname(PROGRAM), name)]);
    expect(outside).toContain('node:http');
    const packages = outside.filter((module) => !module.startsWith('node:') && !builtinModules.includes(module));
    expect(packages).toEqual([]);
  });
});
