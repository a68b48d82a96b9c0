import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { makeFolderSync } from '../emulator/files/make-folder.ts';
import { readRegularFileSync } from '../emulator/files/read-file.ts';

/** Time after which a program writes what was compiled, in milliseconds. One that ends earlier writes it at its end. */
const WRITE_DELAY = 1500;
/** Age from which files of other versions are removed, in milliseconds. */
const MAX_AGE = 30 * 24 * 3_600_000;
/** Smallest source that is worth a file, in characters. */
const MIN_SOURCE = 4000;
/** Maximum size of a file, in bytes. */
const MAX_FILE = 20_000_000;
/** Length of what stands before the compiled code, in bytes: two numbers, the checksum of the code and 1 for all that a server uses. */
const HEADER = 8;
/** Place of the second number. */
const IS_ALL = 4;

/** Function of Node that compiles and executes a CommonJS module. */
type Compile = (this: NodeJS.Module, source: string, file: string) => unknown;

/** Functions of Node that its types do not have: its own cache since 22.1, and the function that every CommonJS module goes through. */
const internals = Module as unknown as {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly prototype: { _compile: Compile };
};

/**
 * Loads the program from code that V8 compiled at an earlier start, which takes a third less time. Without such code, or
 * with a folder that cannot be trusted, it is compiled as ever.
 * @param folder ignored when other users could write compiled code into it
 * @returns keeps the code of this start for later ones, and creates the folder for it; a run that writes nothing does not call it
 */
export function useCompiledCode(folder: string, { env, execArgv, version, arch }: NodeJS.Process): () => void {
  // Debuggers, coverage and source maps need Node's own way.
  const isPlain = execArgv.length === 0 && !env['NODE_OPTIONS'] && !env['NODE_V8_COVERAGE'];
  if (!isPlain || env['NODE_DISABLE_COMPILE_CACHE'] === '1') return () => {};
  const place = join(folder, `${version}-${arch}`);
  const isUsable = (): boolean => isOwn(folder) && isOwn(place);
  let write = (): void => {};
  if (internals.enableCompileCache === undefined) write = cacheIn(place, isUsable());
  else if (isUsable()) internals.enableCompileCache(place);
  return () => {
    try {
      makeFolderSync(place);
      if (isUsable()) write();
    } catch {
      // No home folder, no rights.
    }
  };
}

/** True for a real folder of this user that nobody else may write to. Windows has no modes; the user's folders are private there. */
function isOwn(folder: string): boolean {
  try {
    const stat = lstatSync(folder);
    const isPrivate = process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0);
    return stat.isDirectory() && isPrivate;
  } catch {
    return false;
  }
}

/** A chunk of the program that was loaded. */
interface Loaded {
  readonly file: string;
  readonly script: Script;
  /** Code that the cache had for it. */
  readonly cached: Cached;
}

/** Extent of a cached chunk: `start` is what a short command used of it, `all` what a server did. */
type Cached = 'nothing' | 'start' | 'all';

/** Compiled code of the cache. */
interface Found {
  readonly cached: Cached;
  readonly code?: Buffer;
}

const NOTHING: Found = { cached: 'nothing' };

/**
 * Does for Node 20 what `module.enableCompileCache` does, for the program's own chunks: the hash of a chunk is in its name.
 * @param isUsed false: nothing is read
 * @returns writes what was compiled, a little later
 */
function cacheIn(folder: string, isUsed: boolean): () => void {
  const compile = internals.prototype._compile;
  const loaded: Loaded[] = [];
  internals.prototype._compile = function (source, file) {
    if (basename(dirname(file)) !== 'chunks' || source.length < MIN_SOURCE) return compile.call(this, source, file);
    const cache = join(folder, `${basename(file)}.bin`);
    const { cached, code } = isUsed ? readCompiled(cache) : NOTHING;
    const script = new Script(Module.wrap(source), {
      filename: file,
      ...(code === undefined ? {} : { cachedData: code }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const isTaken = code !== undefined && script.cachedDataRejected !== true;
    loaded.push({ file: cache, script, cached: isTaken ? cached : 'nothing' });
    const execute = script.runInThisContext() as (...names: readonly unknown[]) => unknown;
    return execute.call(this.exports, this.exports, createRequire(file), this, file, dirname(file));
  };
  const atEnd = (): void => {
    writeCompiled(folder, loaded, 'start');
  };
  return () => {
    process.once('exit', atEnd);
    setTimeout(() => {
      process.off('exit', atEnd);
      writeCompiled(folder, loaded, 'all');
    }, WRITE_DELAY).unref();
  };
}

/** Reads compiled code; none when there is none, or when it is damaged: V8 does not look for damage. */
function readCompiled(file: string): Found {
  try {
    const content = readRegularFileSync(file, MAX_FILE);
    const code = content.subarray(HEADER);
    if (content.readUInt32LE() !== crc32(code)) return NOTHING;
    return { cached: content.readUInt32LE(IS_ALL) === 1 ? 'all' : 'start', code };
  } catch {
    return NOTHING;
  }
}

/** Writes the compiled code of the chunks of which the cache has less. */
function writeCompiled(folder: string, loaded: readonly Loaded[], kind: 'start' | 'all'): void {
  const missing = loaded.filter(({ cached }) => cached === 'nothing' || (cached === 'start' && kind === 'all'));
  if (missing.length === 0) return;
  try {
    for (const { file, script } of missing) {
      const code = script.createCachedData();
      const header = Buffer.alloc(HEADER);
      header.writeUInt32LE(crc32(code));
      header.writeUInt32LE(kind === 'all' ? 1 : 0, IS_ALL);
      // Starts at the same time write the same file; each reader gets a whole one.
      const own = `${file}.${process.pid}`;
      writeFileSync(own, Buffer.concat([header, code]), { mode: 0o600 });
      renameSync(own, file);
    }
    removeOld(folder);
  } catch {
    // The next start tries again.
  }
}

/** Removes what other versions of the program wrote. */
function removeOld(folder: string): void {
  const oldest = Date.now() - MAX_AGE;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (lstatSync(file).mtimeMs < oldest) rmSync(file, { force: true });
  }
}
