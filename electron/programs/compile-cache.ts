import { existsSync, lstatSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { makeFolderSync } from '../emulator/files/folders.ts';
import { readRegularFileSync } from '../emulator/files/read-file.ts';
import { replaceFileSync } from '../emulator/platform/replace-file.ts';

/** Functions that Node's types lack: its own cache since 22.1, and the compile function of CommonJS modules. */
const internals = Module as unknown as {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly prototype: { _compile: (this: NodeJS.Module, source: string, path: string) => unknown };
};

/** Loads the program from code that an earlier start compiled. @returns keeps the code of this start; not for runs that must not write */
export function useCompiledCode(folder: string, { env, execArgv, version, arch, argv }: NodeJS.Process): () => void {
  // Debuggers, coverage and source maps need Node's own way.
  const names = ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'NODE_DISABLE_COMPILE_CACHE'];
  if (execArgv.length > 0 || names.some((name) => env[name])) return () => {};
  if (internals.enableCompileCache !== undefined) {
    if (isOwn(folder)) internals.enableCompileCache(folder);
    return () => attempt(() => makeFolderSync(folder));
  }
  // A server uses functions that a command never compiles.
  const kind = argv[2] === 'serve' || argv[2] === 'exec' ? 'server' : 'command';
  const file = join(folder, `${version}-${arch}-${kind}-${crc32(argv[1] ?? '').toString(16)}.bin`);
  const added = compileWith(codeIn(file));
  const write = (): void => {
    makeFolderSync(folder);
    if (added.size === 0 || !isOwn(folder)) return;
    // An update replaces the chunks, and each start would go on reading the code of the earlier ones.
    const known = [...codeIn(file)].filter(([path]) => existsSync(path));
    const code = serialize([...known, ...[...added].map(([path, script]) => [path, script.createCachedData()])]);
    added.clear();
    // Renamed into place, since concurrent starts write the same file.
    writeFileSync(`${file}.${process.pid}`, serialize([crc32(code), code]), { mode: 0o600 });
    replaceFileSync(`${file}.${process.pid}`, file);
  };
  return () => {
    process.once('exit', () => attempt(write));
    setTimeout(() => attempt(write), 1500).unref();
  };
}

/** The result, or `undefined` where there is no home folder, no permission, no space or no whole file: the program starts without. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** True for a folder of this user, no link, that others cannot write to. Windows has no modes; the user's folders are private there. */
function isOwn(folder: string): boolean {
  const stat = attempt(() => lstatSync(folder));
  const isPrivate = process.getuid === undefined || (stat?.uid === process.getuid() && (stat.mode & 0o022) === 0);
  return stat?.isDirectory() === true && isPrivate;
}

/** Compiled code by the path of its chunk. V8 does not notice damage, so it has a checksum. */
function codeIn(file: string): Map<string, Buffer> {
  const code = attempt(() => {
    if (!isOwn(dirname(file))) return [];
    const [sum, content] = deserialize(readRegularFileSync(file, 20_000_000)) as [number, Buffer];
    return sum === crc32(content) ? (deserialize(content) as [string, Buffer][]) : [];
  });
  return new Map(code);
}

/** Compiles the program's chunks, whose names contain a hash, with the code of earlier starts. @returns the scripts that had none */
function compileWith(code: Map<string, Buffer>): Map<string, Script> {
  const added = new Map<string, Script>();
  const compile = internals.prototype._compile;
  internals.prototype._compile = function (source, path) {
    if (basename(dirname(path)) !== 'chunks') return compile.call(this, source, path);
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const cachedData = code.get(path);
    const known = cachedData === undefined ? {} : { cachedData };
    const script = new Script(Module.wrap(source), { filename: path, importModuleDynamically, ...known });
    if (script.cachedDataRejected !== false) added.set(path, script);
    const execute = script.runInThisContext() as (...names: readonly unknown[]) => unknown;
    return execute.call(this.exports, this.exports, createRequire(path), this, path, dirname(path));
  };
  return added;
}
