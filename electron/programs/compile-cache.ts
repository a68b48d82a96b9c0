import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { makeFolderSync } from '../emulator/files/make-folder.ts';
import { readRegularFileSync } from '../emulator/files/read-file.ts';

/** Delay before a program writes compiled code, in milliseconds. A program that ends earlier writes it at its end. */
const WRITE_DELAY = 1500;
/** Age at which files of other versions are removed, in milliseconds. */
const MAX_AGE = 30 * 24 * 3_600_000;
/** Minimum length of a cached source, in characters. */
const MIN_SOURCE = 4000;
/** Maximum size of a file, in bytes. */
const MAX_FILE = 20_000_000;
/**
 * Length of the header before the compiled code, in bytes: two numbers, the checksum of the code, and 1 if the code is all that a
 * server uses.
 */
const HEADER = 8;
/** Offset of the second number. */
const IS_ALL = 4;

/** Function of Node that compiles and executes a CommonJS module. */
type Compile = (this: NodeJS.Module, source: string, file: string) => unknown;

/** Functions missing in Node's types: its own cache since 22.1, and the compile function of CommonJS modules. */
const internals = Module as unknown as {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly prototype: { _compile: Compile };
};

/**
 * Saves the code of this start for later ones, and creates the folder; not called by runs that must not write.
 * @param isServer true when the program starts a server, false for a command, which uses less of the same chunks
 */
export type KeepCompiledCode = (isServer: boolean) => void;

/**
 * Loads the program from code that V8 compiled at an earlier start, which is a third faster. Without such code, or with an untrusted folder, it is compiled as usual.
 * @param folder ignored when other users could write compiled code into it
 */
export function useCompiledCode(folder: string, { env, execArgv, version, arch }: NodeJS.Process): KeepCompiledCode {
  // Debuggers, coverage and source maps need Node's own way.
  const isPlain = execArgv.length === 0 && !env['NODE_OPTIONS'] && !env['NODE_V8_COVERAGE'];
  if (!isPlain || env['NODE_DISABLE_COMPILE_CACHE'] === '1') return () => {};
  const place = join(folder, `${version}-${arch}`);
  const isUsable = (): boolean => isOwn(folder) && isOwn(place);
  let write: KeepCompiledCode = () => {};
  if (internals.enableCompileCache === undefined) write = cacheIn(place, isUsable());
  else if (isUsable()) internals.enableCompileCache(place);
  return (isServer) => {
    try {
      makeFolderSync(place);
      if (isUsable()) write(isServer);
    } catch {
      // There may be no home folder, or no permission.
    }
  };
}

/**
 * True for a folder of this user, no link, that other users cannot write to. Windows has no modes; the user's folders are private
 * there.
 */
function isOwn(folder: string): boolean {
  try {
    const stat = lstatSync(folder);
    const isPrivate = process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0);
    return stat.isDirectory() && isPrivate;
  } catch {
    return false;
  }
}

/** A loaded chunk of the program. */
interface Loaded {
  readonly file: string;
  readonly script: Script;
  /** Extent of its cached code. */
  readonly cached: Cached;
}

/** Extent of a cached chunk: the functions used by a short command (`start`), or by a server (`all`). */
type Cached = 'nothing' | 'start' | 'all';

/** Compiled code from the cache. */
interface Found {
  readonly cached: Cached;
  readonly code?: Buffer;
}

const NOTHING: Found = { cached: 'nothing' };

/**
 * Replaces `module.enableCompileCache` in Node 20, for the program's own chunks, whose names contain a hash. @param isUsed false to read no code @returns writes the compiled code, a little later
 */
function cacheIn(folder: string, isUsed: boolean): KeepCompiledCode {
  const compile = internals.prototype._compile;
  const loaded: Loaded[] = [];
  internals.prototype._compile = function (source, file) {
    if (basename(dirname(file)) !== 'chunks' || source.length < MIN_SOURCE) return compile.call(this, source, file);
    // With the path, which the compiled code contains: another copy of the same program has it elsewhere.
    const cache = join(folder, `${basename(file)}-${crc32(file).toString(16)}.bin`);
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
  return (isServer) => {
    const write = (code: unknown): void => {
      writeCompiled(folder, loaded, isServer && code === 0 ? 'all' : 'start');
    };
    process.once('exit', write);
    setTimeout(() => {
      process.off('exit', write);
      write(0);
    }, WRITE_DELAY).unref();
  };
}

/** Reads compiled code. Checks it for damage, since V8 does not. */
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

/** Writes the compiled code of chunks that the cache lacks or has less of. */
function writeCompiled(folder: string, loaded: readonly Loaded[], kind: 'start' | 'all'): void {
  const missing = loaded.filter(({ cached }) => cached === 'nothing' || (cached === 'start' && kind === 'all'));
  if (missing.length === 0) return;
  try {
    for (const { file, script } of missing) {
      const code = script.createCachedData();
      const header = Buffer.alloc(HEADER);
      header.writeUInt32LE(crc32(code));
      header.writeUInt32LE(kind === 'all' ? 1 : 0, IS_ALL);
      // Renamed into place, since concurrent starts write the same file.
      const own = `${file}.${process.pid}`;
      writeFileSync(own, Buffer.concat([header, code]), { mode: 0o600 });
      renameSync(own, file);
    }
    removeOld(folder);
  } catch {
    // Ignored: the next start tries again.
  }
}

/** Removes old files of other versions of the program. */
function removeOld(folder: string): void {
  const oldest = Date.now() - MAX_AGE;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (lstatSync(file).mtimeMs < oldest) rmSync(file, { force: true });
  }
}
