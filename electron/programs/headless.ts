#!/usr/bin/env node
import { join } from 'node:path';
import { userCacheFolder } from '../emulator/host/user-data.ts';
import { useCompiledCode } from './compile-cache.ts';

// Before anything else is loaded.
const keepCompiledCode = useCompiledCode(join(userCacheFolder(process.platform, process.env), 'compiled'), process);
void import('./run-program.ts').then(({ runProgram }) => runProgram(import.meta.url, keepCompiledCode));
