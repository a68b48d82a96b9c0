#!/usr/bin/env node
import { join } from 'node:path';
import { builtWindow } from '../emulator/host/built-window.ts';
import { userCacheFolder } from '../emulator/platform/paths.ts';
import { useCompiledCode } from './compile-cache.ts';

// Must precede all other imports.
const cache = userCacheFolder();
const keepCompiledCode = cache === undefined ? () => {} : useCompiledCode(join(cache, 'compiled'), process);
void import('./run-program.ts').then(({ runProgram }) => {
  runProgram({ args: process.argv.slice(2), host: { gui: builtWindow(import.meta.url) }, keepCompiledCode });
});
